import type { LineCursor, Note } from '../../../model/format'
import { boxRow, isBoxLine, isRule, nested } from './box'

/** A row of a tree table with its continuation rows. */
export interface TreeRow {
  /** 0 for a plain row, 1 for `-> name`, 2 for `   -> name`. */
  readonly depth: number
  readonly name: string
  /** Right cells, first to last; one entry a printed row. */
  readonly values: readonly string[]
  /** All cells of the first row (configuration tables have three). */
  readonly cells: readonly string[]
  /** Line of each entry of `values`. */
  readonly valueLines: readonly number[]
  readonly line: number
  readonly endLine: number
}

export interface Tree {
  /** Cells of the rows above the `=` rule, in order. */
  readonly titles: readonly string[]
  readonly titleLine?: number
  readonly rows: readonly TreeRow[]
  /** The bottom rule was seen. */
  readonly closed: boolean
}

interface GrowingRow {
  depth: number
  name: string
  values: string[]
  valueLines: number[]
  cells: readonly string[]
  line: number
  endLine: number
}

/**
 * Reads one table of the dcgmi tree printer, from its top rule (or its title, when the rule is cut off) to its bottom rule. The
 * table ends where the box ends, or where a second top rule follows.
 */
export function readTree(lines: LineCursor, note: Note): Tree {
  const titles: string[] = []
  const rows: GrowingRow[] = []
  let titleLine: number | undefined
  let inTitles = hasTitleRule(lines)
  let closed = false
  for (let line = lines.peek(); line && isBoxLine(line.text); line = lines.peek()) {
    lines.next()
    if (isRule(line.text)) {
      const isTitleRule = line.text.includes('=')
      if (isTitleRule) inTitles = false
      closed = !inTitles && !isTitleRule
      const after = lines.peek()
      // `+---+` right behind `+---+` is the next table.
      if (closed && after && isRule(after.text) && !after.text.includes('=')) break
      continue
    }
    closed = false
    const cells = boxRow(line.text)?.cells ?? []
    if (inTitles) {
      titleLine ??= line.number
      titles.push(...cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))
      continue
    }
    addRow(rows, cells, line.number)
  }
  if (!closed) note.damaged('the table has no bottom rule')
  return { titles, titleLine, rows, closed }
}

/** Titles stand above a `=` rule; without one within reach every row is a row. */
function hasTitleRule(lines: LineCursor): boolean {
  for (let i = 0; i < 8; i++) {
    const line = lines.peek(i)
    if (!line || !isBoxLine(line.text)) return false
    if (isRule(line.text) && line.text.includes('=')) return true
  }
  return false
}

function addRow(rows: GrowingRow[], cells: readonly string[], line: number): void {
  const left = cells[0] ?? ''
  const right = cells.slice(1).join(' | ')
  const last = rows.at(-1)
  if (left.trim() === '' && last) {
    if (right.trim() !== '') {
      last.values.push(right)
      last.valueLines.push(line)
    }
    last.endLine = line
    return
  }
  const filled = right.trim() !== ''
  rows.push({
    ...nested(left),
    values: filled ? [right] : [],
    valueLines: filled ? [line] : [],
    cells,
    line,
    endLine: line,
  })
}

/**
 * True at the first line of a table whose title passes `test`: at the rule above it, at the title itself, or at another title row
 * before it.
 */
export function beginsTree(line: string, lines: LineCursor, test: (text: string) => boolean): boolean {
  if (test(line)) return isBoxLine(line)
  if (!isRule(line) && !line.trimStart().startsWith('|')) return false
  if (line.includes('=')) return false
  for (let i = 1; i <= 2; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined || !text.trimStart().startsWith('|')) return false
    if (test(text)) return true
  }
  return false
}

/** Words of a value that the printer wrapped at blanks. */
export function joinWords(values: readonly string[]): string {
  return values
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .join(' ')
}
