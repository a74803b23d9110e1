/** Matches by the line that they stand in. */
export function byLine<M extends { readonly line: number }>(matches: readonly M[]): ReadonlyMap<number, readonly M[]> {
  const lines = new Map<number, M[]>()
  for (const match of matches) {
    const found = lines.get(match.line)
    if (found) found.push(match)
    else lines.set(match.line, [match])
  }
  return lines
}
