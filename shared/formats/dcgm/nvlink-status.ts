import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { LinkState } from '../../model/gpu'
import type { LineCursor, Note } from '../../model/format'
import { isRule } from './support/box'

export interface DcgmLinkRow {
  /** gpuId, or physical id of a switch. */
  readonly id: number
  /** One state a printed column; the number of columns is that of the DCGM release, not of the GPU. */
  readonly states: readonly LinkState[]
  readonly line: number
  /** Line of the letters. */
  readonly rowLine: number
}

/** `dcgmi nvlink -s`. Unused ports of a switch are D, X or _ in healthy systems. */
export interface DcgmNvlinkStatus {
  readonly gpus: readonly DcgmLinkRow[]
  readonly switches: readonly DcgmLinkRow[]
  /** From the row width: 12 is 2.x, 18 is 3.x to 4.5, 36 is 4.6 and later. */
  readonly generation: '2.x' | '3.x-4.5' | '4.6+' | 'unknown'
  /** `No NvSwitches found.`: DCGM sees none, which is no proof that there is none. */
  readonly switchesNotFound?: AtLine<boolean>
}

export const dcgmNvlinkStatus = defineBlockFormat<DcgmNvlinkStatus>({
  id: 'dcgm/nvlink-status',
  title: 'NVLink state of every link',
  command: 'dcgmi nvlink -s',
  example: '|  NvLink Link Status  |',
  anchors: ['NvLink Link Status', 'gpuId ', '+---'],
  begins(line, _hint, lines) {
    if (line.includes('NvLink Link Status')) return line.trimStart().startsWith('|')
    if (isRule(line)) return lines.peek(1)?.text.includes('|  NvLink Link Status') === true
    return GPU.test(line) && LETTERS.test(lines.peek(1)?.text ?? '')
  },
  parse(lines, note) {
    const gpus: DcgmLinkRow[] = []
    const switches: DcgmLinkRow[] = []
    let switchesNotFound: AtLine<boolean> | undefined
    for (let line = lines.peek(); line; line = lines.peek()) {
      const text = line.text
      if (GPU.test(text) || SWITCH.test(text)) {
        const row = readRow(lines, note)
        if (row) (GPU.test(text) ? gpus : switches).push(row)
        continue
      }
      if (/^\s*No NvSwitches found/.test(text)) switchesNotFound = { value: true, line: line.number }
      else if (text.trim() === '') {
        if (!goesOn(lines)) break
      } else if (!FRAME.test(text) && !isRule(text)) break
      else if (text.includes('NvLink Link Status') && gpus.length > 0) break
      lines.next()
    }
    if (gpus.length === 0 && switches.length === 0 && !switchesNotFound) note.damaged('no GPU is listed')
    checkWidths(gpus, note)
    return { gpus, switches, generation: generationOf(gpus), switchesNotFound }
  },
})

const GPU = /^\s*gpuId (\d+):\s*$/
const SWITCH = /^\s*physicalId (\d+):\s*$/
// `        U U U D X _`
const LETTERS = /^\s*[UDX_](?:\s+[UDX_])*\s*$/
const FRAME = /^\s*(?:\|\s*NvLink Link Status|GPUs:|NvSwitches:|Key:|Link Entities:)/

const STATES: Readonly<Record<string, LinkState>> = { U: 'active', D: 'inactive', X: 'disabled', _: 'unsupported' }

function readRow(lines: LineCursor, note: Note): DcgmLinkRow | null {
  const head = lines.next()
  const row = lines.peek()
  if (!head) return null
  const id = Number(/\d+/.exec(head.text)?.[0])
  if (!row || !LETTERS.test(row.text)) {
    note.damaged('no link row below the id', head)
    return null
  }
  lines.next()
  const states: LinkState[] = row.text
    .trim()
    .split(/\s+/)
    .map((letter) => STATES[letter] ?? 'unknown')
  // Long switch rows get wrapped by terminals.
  for (let more = lines.peek(); more && LETTERS.test(more.text); more = lines.peek()) {
    states.push(
      ...more.text
        .trim()
        .split(/\s+/)
        .map((letter) => STATES[letter] ?? 'unknown'),
    )
    lines.next()
  }
  return { id, states, line: head.number, rowLine: row.number }
}

function goesOn(lines: LineCursor): boolean {
  for (let i = 1; i <= 3; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.trim() !== '') return FRAME.test(text) || GPU.test(text) || SWITCH.test(text)
  }
  return false
}

function checkWidths(gpus: readonly DcgmLinkRow[], note: Note): void {
  const widths = new Set(gpus.map((gpu) => gpu.states.length))
  if (widths.size > 1) note.damaged('rows of GPUs have different lengths: one is cut')
  else if (gpus.length > 0 && generationOf(gpus) === 'unknown')
    note.damaged(`${[...widths][0] ?? 0} columns: no release prints that many`)
}

function generationOf(gpus: readonly DcgmLinkRow[]): DcgmNvlinkStatus['generation'] {
  const width = Math.max(0, ...gpus.map((gpu) => gpu.states.length))
  if (width === 12) return '2.x'
  if (width === 18) return '3.x-4.5'
  return width === 36 ? '4.6+' : 'unknown'
}
