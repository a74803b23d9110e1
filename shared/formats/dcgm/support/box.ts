/**
 * Tables of the dcgmi tree printer: `+---+` rules, rows `| left | right |`, `-> ` nesting, long right values that go on in rows
 * with an empty left cell. Labels longer than their column push the border, so rows are split at ` |`, not at fixed columns.
 */

export interface BoxRow {
  /** Cells without the border and the one blank behind it; right-trimmed. */
  readonly cells: readonly string[]
}

/** The cells of a row; null when the line is no row. The right border may be lost. */
export function boxRow(text: string): BoxRow | null {
  const trimmed = text.trim()
  if (!trimmed.startsWith('|')) return null
  const inner = trimmed.endsWith('|') && trimmed.length > 1 ? trimmed.slice(1, -1) : trimmed.slice(1)
  const cells = inner.split(/ \|(?= |$)/).map((cell) => (cell.startsWith(' ') ? cell.slice(1) : cell).trimEnd())
  return { cells }
}

/** `+-----+----+` and `+=====+`; also `|----+---|` and rules with a cut end. */
export function isRule(text: string): boolean {
  return /^[+|][-=+|]{3,}\s*$/.test(text.trim())
}

/** The left cell of a nested row: depth from `-> `, name without it. `-> 0` is 1, `   -> Group ID` is 2. */
export function nested(cell: string): { readonly depth: number; readonly name: string } {
  const found = /^( *)-> ?(.*)$/.exec(cell)
  if (!found) return { depth: 0, name: cell.trim() }
  return { depth: Math.floor((found[1] ?? '').length / 3) + 1, name: (found[2] ?? '').trim() }
}

/** True for a line that belongs to a table: a rule, a row, or an indented copy of either. */
export function isBoxLine(text: string): boolean {
  return isRule(text) || text.trimStart().startsWith('|')
}

/**
 * Joins a value that the printer cut inside words, every `width` characters: a piece of full width goes on bare, a shorter one lost
 * the blank at its end (right cell of `dcgmi diag`: 45 characters, in some releases 46).
 */
export function joinCut(pieces: readonly string[], width: number): string {
  let text = ''
  let before = ''
  for (const piece of pieces) {
    const bare = text === '' || piece.startsWith(' ') || before.length >= width
    text += bare ? piece : ` ${piece}`
    before = piece
  }
  return text.trim()
}
