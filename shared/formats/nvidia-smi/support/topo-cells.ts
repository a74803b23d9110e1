import { ELIDED_COLUMN } from './topo-header'

/**
 * Cells of one row, by content and not by column position: tab stops that a terminal swallowed glue two cells together
 * (`PXBNODE`, `X PIX`), or the last cell to the CPU list (`SYS0-35`, `NV180-55`).
 */
export interface RowCells {
  /** '' where something stood that is no token. */
  readonly cells: readonly string[]
  /** What follows the last cell, blanks kept: the affinity columns. */
  readonly tail: string
  /** A token was unreadable or had to be guessed. */
  readonly damaged: boolean
  /** The text ends inside or right behind the last cell: it may be the start of a longer one. */
  readonly openEnd: boolean
}

const CELL = /\s*(NV\d{1,2}|PIX|PXB|PHB|NODE|SYS|SOC|X|N\/A|UNK|PSB|NVB|C2C|\.{2,}|\u2026)/y
const RUN = /\s*(\S+)/y
const TOKENS = ['NODE', 'PIX', 'PXB', 'PHB', 'SYS', 'SOC', 'NV1', 'N/A', 'UNK']
/** The most NVLinks a GPU has had so far; only used to split a glued `NV<n>` from the digits behind it. */
const MOST_LINKS = 18

/** Link counts that stand clear of other digits: they decide how a glued one is split. */
export function knownLinkCounts(bodies: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>()
  for (const body of bodies)
    for (const match of body.matchAll(/NV(\d{1,2})(?![\d,-])/g)) if (match[1]) known.add(match[1])
  return known
}

export function readCells(body: string, want: number, known: ReadonlySet<string>): RowCells {
  const cells: string[] = []
  let damaged = false
  let at = 0
  while (cells.length < want) {
    CELL.lastIndex = at
    const match = CELL.exec(body)
    const token = match?.[1]
    if (token !== undefined) {
      // Without a column count, `N/A` is the first affinity column of a row without affinity.
      if (token === 'N/A' && want === Infinity) break
      const end = CELL.lastIndex
      const cell =
        token.startsWith('NV') && token !== 'NVB' ? splitLinks(token, body.slice(end, end + 1), known) : token
      cells.push(cell.startsWith('.') || cell === '\u2026' ? ELIDED_COLUMN : cell)
      at = end - (token.length - cell.length)
      continue
    }
    RUN.lastIndex = at
    const run = RUN.exec(body)?.[1]
    if (run === undefined || /^[-\d,]/.test(run)) break
    damaged = true
    const last = body.slice(RUN.lastIndex).trim() === ''
    if (last && !TOKENS.some((known) => known.startsWith(run))) break
    cells.push('')
    at = RUN.lastIndex
  }
  const tail = body.slice(at)
  return { cells, tail, damaged, openEnd: tail.trim() === '' }
}

/** `NV80` + `-55` is NV8 and the list 0-55, `NV18` + `0` is NV18 and the list 0-..: the counts used elsewhere decide. */
function splitLinks(token: string, next: string, known: ReadonlySet<string>): string {
  const digits = token.slice(2)
  if (digits.length < 2 || !/[\d,-]/.test(next)) return token
  if (known.has(digits)) return token
  const one = digits.slice(0, 1)
  return known.has(one) || Number(digits) > MOST_LINKS ? `NV${one}` : token
}
