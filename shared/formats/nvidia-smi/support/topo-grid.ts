import type { Note } from '../../../model/format'
import { knownLinkCounts, readCells } from './topo-cells'
import { ELIDED_COLUMN } from './topo-header'
import type { TopoHeader } from './topo-header'
import type { RawRow } from './topo-rows'

export interface PlacedRow {
  readonly name: string
  readonly line: number
  readonly tail: string
}

export interface Grid {
  /** Device names, in order of the columns. */
  readonly columns: readonly string[]
  /** By row and column of `columns`; '' where the capture shows nothing. */
  readonly cells: readonly (readonly string[])[]
  readonly rows: readonly PlacedRow[]
  readonly damaged: boolean
}

/** Puts the cells where they belong: the X of a row stands in the column of its own device, which shows lost and shifted cells. */
export function placeRows(rows: readonly RawRow[], header: TopoHeader | undefined, note: Note): Grid | null {
  const bodies = rows.map((row) => row.body)
  const known = knownLinkCounts(bodies)
  const natural = bodies.map((body) => readCells(body, Infinity, known))
  const counted = mostCommon(natural.map((row) => row.cells.length))
  let damaged = false
  const damage = (why: string, line?: number) => {
    damaged = true
    note.damaged(why, line === undefined ? undefined : { text: '', number: line })
  }

  let columns: readonly string[]
  if (header && (rows.length === 0 || counted <= header.columns.length)) columns = header.columns
  else {
    const named = nameColumns(
      rows,
      natural.map((row) => row.cells),
      counted,
      header,
    )
    if (!named) return null
    columns = named.columns
    if (header) damage('the header names fewer devices than the rows have cells')
    else if (named.unnamed > 0) damage(`no header: ${named.unnamed} columns have no name`)
    else note.remark('no header: devices named after the rows')
  }
  if (rows.length === 0) damage('a header without rows')
  if (header && !header.cpu) damage('the right side is cut off')

  const placed: PlacedRow[] = []
  const cells = columns.map(() => columns.map(() => ''))
  let misplaced = 0
  rows.forEach((row, i) => {
    const own = columns.indexOf(row.name)
    const read = readCells(row.body, columns.length, known)
    if (own < 0) {
      damage(`a row without a column: ${row.name}`, row.line)
      return
    }
    if (read.damaged) damage('a cell is not readable', row.line)
    const target = cells[own]
    if (!target) return
    const cut = withoutCutEnd(read.cells, read.openEnd, columns.length, header, rows.length > 1)
    const shift = place(cut, own, target)
    if (shift === 'misplaced') misplaced++
    if (shift !== 'whole') damage(shift === 'cut' ? 'the row is cut' : 'cells of the row are lost or shifted', row.line)
    // Behind columns that have no name, the affinity is still there.
    const full = natural[i]
    const tail = full && full.cells.length > columns.length ? full.tail : read.tail
    placed.push({ name: row.name, line: row.line, tail })
  })
  // Most rows with their X in the wrong place: this is no topology matrix.
  if (rows.length > 0 && misplaced * 2 > rows.length) return null
  const missing = columns.filter((name) => name !== ELIDED_COLUMN && !placed.some((row) => row.name === name))
  if (missing.length > 0 && rows.length > 0)
    damage(`no row for ${missing.slice(0, 4).join(', ')}${missing.length > 4 ? ' ...' : ''}`)
  if (columns.includes(ELIDED_COLUMN)) damage('columns were left out')
  return dropElided({ columns, cells, rows: placed, damaged })
}

/** The last cell of a row that ends too early may be half of a cell: `NV1` of `NV18`. Then it is not known. */
function withoutCutEnd(
  cells: readonly string[],
  openEnd: boolean,
  want: number,
  header: TopoHeader | undefined,
  many: boolean,
): readonly string[] {
  const last = cells[cells.length - 1]
  if (!openEnd || last === undefined || !/^NV\d$/.test(last)) return cells
  // Without `CPU Affinity` in the header the right side is cut off, whatever the rows look like.
  const short = cells.length < want || header?.cpu !== true || (many && header.gpuNuma)
  return short ? [...cells.slice(0, -1), ''] : cells
}

function place(cells: readonly string[], own: number, target: string[]): 'whole' | 'cut' | 'misplaced' {
  const at = cells[own] === 'X' ? own : cells.indexOf('X')
  if (at < 0 && cells.length > own) {
    // The X itself is not readable: with every other cell there, they still stand in order.
    if (cells.length < target.length) return 'misplaced'
    cells.forEach((cell, i) => (target[i] = cell === 'X' ? '' : cell))
    return cells[own] === '' ? 'cut' : 'misplaced'
  }
  if (at < 0 || at === own) {
    cells.forEach((cell, i) => (target[i] = cell))
    return cells.length < target.length || cells.includes('') ? 'cut' : 'whole'
  }
  // From the X on, cells stand in order; before it one or more are gone, and nobody knows which.
  for (let i = 0; own + i < target.length; i++) target[own + i] = cells[at + i] ?? ''
  return 'misplaced'
}

/**
 * Names for the columns when the header is lost or shorter than the rows: a row's X says which column is its own. A column
 * without a row is a GPU only if some GPU reaches it over NVLink; others stay unnamed and are left out.
 */
function nameColumns(
  rows: readonly RawRow[],
  cells: readonly (readonly string[])[],
  count: number,
  header: TopoHeader | undefined,
): { columns: readonly string[]; unnamed: number } | null {
  const own = new Map<number, string>()
  rows.forEach((row, i) => {
    const x = cells[i]?.indexOf('X') ?? -1
    if (x >= 0 && x < count) own.set(x, row.name)
  })
  // A header that contradicts a row has lost names in its middle: then it names nothing.
  const titles = header?.columns.every((name, i) => (own.get(i) ?? name) === name) ? header.columns : []
  const names = Array.from({ length: count }, (_, i) => own.get(i) ?? titles[i])
  let next = 0
  while (next < count && /^GPU\d/.test(names[next] ?? '')) next++
  while (next < count && names[next] === undefined && cells.some((row) => /^NV\d/.test(row[next] ?? '')))
    names[next] = `GPU${next++}`
  const end = names.indexOf(undefined)
  const columns = (end < 0 ? names : names.slice(0, end)).filter((name): name is string => name !== undefined)
  if (columns.length === 0 || new Set(columns).size !== columns.length) return null
  return { columns, unnamed: count - columns.length }
}

function dropElided(grid: Grid): Grid {
  const keep = grid.columns.map((name) => name !== ELIDED_COLUMN)
  if (keep.every(Boolean)) return grid
  const kept = <T>(list: readonly T[]) => list.filter((_, i) => keep[i])
  return {
    ...grid,
    columns: kept(grid.columns),
    cells: kept(grid.cells).map((row) => kept(row).map((cell) => (cell === ELIDED_COLUMN ? '' : cell))),
  }
}

/** The larger one where two counts are as common: cut rows are shorter, never longer. */
function mostCommon(counts: readonly number[]): number {
  const tally = new Map<number, number>()
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1)
  return [...tally].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}
