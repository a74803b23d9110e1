/**
 * An index over the rows of a table. A key that two rows share is left out: where the key does not decide, the answer must be
 * "not known" and not the first row.
 */
export function indexBy<Row, Key>(rows: readonly Row[], keys: (row: Row) => readonly Key[]): ReadonlyMap<Key, Row> {
  const index = new Map<Key, Row>()
  const shared = new Set<Key>()
  for (const row of rows) {
    for (const key of keys(row)) {
      if (index.has(key) && index.get(key) !== row) shared.add(key)
      index.set(key, row)
    }
  }
  for (const key of shared) index.delete(key)
  return index
}

/** Entries of a shared list by number: rows name their sources so, to keep the tables small. */
export function pick(list: readonly string[], numbers: readonly number[]): readonly string[] {
  return numbers.flatMap((number) => list[number] ?? [])
}
