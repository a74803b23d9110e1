import { defineBlockFormat } from '../../model/format'
import type { Hint, LineCursor, Note } from '../../model/format'
import { isBlank, tidy } from './support/tidy'
import { scanHeader } from './support/topo-header'
import { looksLikeP2p, p2pCells } from './support/topo-kind'
import { takeLegend } from './support/topo-legend'
import type { P2pMatrix } from './support/topo-types'

/**
 * `nvidia-smi topo -p2p r|w|n|a|p`. GPUs only, no affinity. What was asked is not printed: only the command line tells.
 *
 *      <TAB>GPU0  GPU1
 *      GPU0 X     CNS
 *      GPU1 CNS   X
 */
export const topoP2p = defineBlockFormat<P2pMatrix>({
  id: 'nvidia-smi/topo-p2p',
  title: 'Peer-to-peer matrix',
  command: 'nvidia-smi topo -p2p r',
  example: ' \tGPU0\tGPU1\t\n GPU0\tX\tOK\t\n GPU1\tOK\tX\t',
  anchors: ['GPU0', 'GPU1', 'GPU2', 'GPU3', 'GPU4', 'GPU5', 'GPU6', 'GPU7', 'GPU8', 'GPU9'],
  begins,
  parse,
})

function begins(line: string, hint: Hint, lines: LineCursor): boolean {
  if (line.length > 2000 || !line.includes('GPU')) return false
  if (headerOf(line)) return looksLikeP2p(hint, lines)
  const row = rowOf(line)
  if (!row) return false
  // Without a header: words such as OK and NS must stand in two rows.
  const next = rowOf(lines.peek(1)?.text ?? '')
  return row.cells.some((cell) => cell !== 'X') && next?.cells.some((cell) => cell !== 'X') === true
}

function headerOf(text: string): readonly string[] | null {
  const header = scanHeader(text)
  return header && !header.cpu && header.columns.every((name) => /^GPU\d/.test(name)) ? header.columns : null
}

function rowOf(text: string): { index: number; name: string; cells: readonly string[] } | null {
  const cells = p2pCells(text)
  const name = /GPU(\d{1,3})/.exec(text)
  return cells && name?.[1] !== undefined ? { index: Number(name[1]), name: name[0], cells } : null
}

function parse(lines: LineCursor, note: Note): P2pMatrix | null {
  const first = lines.peek()
  const columns = headerOf(first?.text ?? '')
  if (columns) lines.next()
  const rows: { index: number; name: string; cells: readonly string[]; line: number }[] = []
  for (;;) {
    const skip = isBlank(lines.peek()?.text ?? 'x') ? 1 : 0
    const line = lines.peek(skip)
    const row = line && rowOf(tidy(line.text))
    if (!row || rows.some((taken) => taken.index === row.index)) break
    for (let i = 0; i <= skip; i++) lines.next()
    rows.push({ ...row, line: line.number })
  }
  if (rows.length === 0 && !columns) return null
  const names = columns ?? rows.map((row) => row.name)
  takeLegend(lines, note)

  let damaged = columns === null
  if (!columns) note.damaged('no header')
  const cells = names.map(() => names.map(() => ''))
  const devices = names.map((name, own) => {
    const row = rows.find((candidate) => candidate.name === name)
    const index = Number(name.slice(3))
    if (!row) {
      damaged = true
      note.damaged(`no row for ${name}`)
      return { name, index }
    }
    // The X of a row tells whether its cells stand in their columns.
    if (row.cells.length !== names.length || row.cells[own] !== 'X') {
      damaged = true
      note.damaged('the row is cut', { text: '', number: row.line })
    }
    if (row.cells[own] === 'X' || row.cells.length <= own) cells[own] = names.map((_, i) => row.cells[i] ?? '')
    return { name, index, line: row.line }
  })
  const asked = askedIn(lines.hint.command)
  return { devices, cells, damaged, ...(asked && { asked }), ...(columns && first && { headerLine: first.number }) }
}

const CAPABILITIES: { readonly [letter: string]: P2pMatrix['asked'] } = {
  r: 'read',
  w: 'write',
  n: 'nvlink',
  a: 'atomics',
  p: 'pcie',
}

function askedIn(command: string | undefined): P2pMatrix['asked'] {
  const letters = /(?:-p2p|--p2pstatus)[ =]([rwnap]{1,2})\b/.exec(command ?? '')?.[1]
  return letters?.length === 1 ? CAPABILITIES[letters] : undefined
}
