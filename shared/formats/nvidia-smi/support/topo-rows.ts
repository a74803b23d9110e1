import type { Line, LineCursor, Note } from '../../../model/format'
import { isBlank, isElision, tidy } from './tidy'
import { readCells } from './topo-cells'
import { scanHeader, splitRow } from './topo-header'
import type { TopoHeader } from './topo-header'

export interface RawRow {
  readonly name: string
  /** Cells and affinity; wrapped lines joined. */
  readonly body: string
  readonly line: number
  /** Wrapped over several lines, or joined from the two parts of a torn row. */
  readonly joined: boolean
}

const NO_COUNTS: ReadonlySet<string> = new Set()
const MAX_WRAPS = 8

/** Takes the header, also one that a terminal wrapped (`NUMA Affini` / `ty   GPU NUMA ID`). */
export function takeHeader(lines: LineCursor): { header: TopoHeader; line: number } | undefined {
  const first = lines.peek()
  if (!first) return undefined
  let header = scanHeader(first.text)
  if (!header) return undefined
  lines.next()
  let text = tidy(first.text)
  for (let i = 0; i < MAX_WRAPS; i++) {
    const next = lines.peek()
    if (!next || isBlank(next.text) || splitRow(next.text) || next.text.length > 8000) break
    const better = [text + tidy(next.text), `${text} ${tidy(next.text)}`]
      .map((joined) => ({ joined, header: scanHeader(joined) }))
      .find((candidate) => extendsHeader(candidate.header, header))
    if (!better?.header) break
    header = better.header
    text = better.joined
    lines.next()
  }
  return { header, line: first.number }
}

function extendsHeader(next: TopoHeader | null, before: TopoHeader | null): boolean {
  return next !== null && before !== null && weight(next) > weight(before)
}

function weight(header: TopoHeader): number {
  return header.columns.length * 10 + Number(header.cpu) + Number(header.numa) + Number(header.gpuNuma)
}

/** Takes the rows. Blank lines between rows (mails), wrapped rows and elisions are part of the block. */
export function takeRows(lines: LineCursor, header: TopoHeader | undefined, note: Note): readonly RawRow[] {
  const rows: RawRow[] = []
  const want = header ? header.columns.length : Infinity
  for (;;) {
    let skip = 0
    while (skip < 3 && isBlankAt(lines, skip)) skip++
    const line = lines.peek(skip)
    if (!line) break
    if (isElision(tidy(line.text)) && followedByRow(lines, skip + 1)) {
      for (let i = 0; i <= skip; i++) lines.next()
      note.damaged('rows were left out', line)
      continue
    }
    const row = splitRow(line.text)
    if (!row || rows.some((taken) => taken.name === row.name) || !belongs(row.name, header)) break
    for (let i = 0; i <= skip; i++) lines.next()
    rows.push(takeWraps(lines, line, row, header, want))
  }
  return rows
}

/** A name that no header lists belongs only if it is of the usual kinds; a foreign word with digits does not. */
function belongs(name: string, header: TopoHeader | undefined): boolean {
  return /^(?:GPU|NIC|mlx)\w*\d$/.test(name) || header?.columns.includes(name) === true
}

function takeWraps(
  lines: LineCursor,
  line: Line,
  row: { name: string; body: string },
  header: TopoHeader | undefined,
  want: number,
): RawRow {
  let body = row.body
  let joined = false
  for (let i = 0; i < MAX_WRAPS; i++) {
    const next = lines.peek()
    if (!next || next.text.length > 4000) break
    const text = tidy(next.text)
    if (isBlank(text) || !/^[\sA-Z0-9,/-]+$/.test(text) || splitRow(text) || scanHeader(text)) break
    if (want === Infinity && next.torn !== true) break
    const before = completeness(body, header, want, row.name)
    const better = [`${body} ${text}`, body + text]
      .map((candidate) => ({ candidate, score: completeness(candidate, header, want, row.name) }))
      .sort((a, b) => b.score - a.score)[0]
    if (!better || better.score <= before) break
    body = better.candidate
    joined = true
    lines.next()
  }
  return { name: row.name, body, line: line.number, joined }
}

/** How much of a row is there: cells first, then the affinity columns. */
function completeness(body: string, header: TopoHeader | undefined, want: number, name: string): number {
  const { cells, tail } = readCells(body, want, NO_COUNTS)
  const known = cells.filter((cell) => cell !== '').length
  const fields = tail.trim() === '' ? [] : tail.trim().split(/\s+/)
  if (cells.length < want || !/^GPU/.test(name)) return known * 10 - fields.length
  const titles = header ? Number(header.cpu) + Number(header.numa) + Number(header.gpuNuma) : 0
  // A list that was broken in two makes one field too many.
  return known * 10 + (fields.length > titles ? titles - fields.length : fields.length)
}

function isBlankAt(lines: LineCursor, offset: number): boolean {
  const line = lines.peek(offset)
  return line !== undefined && isBlank(line.text)
}

function followedByRow(lines: LineCursor, offset: number): boolean {
  for (let i = offset; i < offset + 3; i++) {
    const line = lines.peek(i)
    if (!line) return false
    if (!isBlank(line.text)) return splitRow(line.text) !== null
  }
  return false
}
