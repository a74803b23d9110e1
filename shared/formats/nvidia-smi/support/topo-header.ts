import { tidy } from './tidy'

/**
 * Device names and titles of a topology header. Titles glue to names when a terminal eats a tab stop (`NIC8CPU Affinity`,
 * `NIC10NIC11`), so nothing here asks for a word boundary.
 */
export interface TopoHeader {
  /** In order. `...` stands for columns that the author left out. */
  readonly columns: readonly string[]
  readonly cpu: boolean
  readonly numa: boolean
  readonly gpuNuma: boolean
  /** The line ends inside a title or a name. */
  readonly cut: boolean
  /** It ends inside the first title: every device is named. */
  readonly cutInTitle?: boolean
}

export const ELIDED_COLUMN = '...'

const NAME = '(?:GPU\\d{1,3}|NIC\\d{1,3}|mlx\\d{1,2}_(?:bond_)?\\d{1,3})'
// RDMA devices of other makers, by name in old layouts: `hfi1_0`, `bnxt_re0`, `ibp198s0f0`.
const OTHER_NAME = '[a-z][a-z0-9_]{2,30}'
const COLUMN = new RegExp(
  `\\s*(?:(CPU\\s*Affinity)|(NUMA\\s*Affinity)|(GPU\\s*NUMA\\s*ID)|(${NAME}|${OTHER_NAME})|(\\.{2,}|\\u2026))`,
  'y',
)
const TITLES = ['CPU Affinity', 'NUMA Affinity', 'GPU NUMA ID']

export function scanHeader(raw: string): TopoHeader | null {
  const text = tidy(raw)
  const found = scan(text)
  if (found) return found
  // A prompt or a heading may share the line: `GPU Topology:  GPU0  GPU1  CPU Affinity`.
  const at = text.search(/GPU\d/)
  return at > 0 && text.includes('CPU Affinity') ? scan(text.slice(at)) : null
}

function scan(text: string): TopoHeader | null {
  const columns: string[] = []
  let cpu = false
  let numa = false
  let gpuNuma = false
  let at = 0
  for (;;) {
    COLUMN.lastIndex = at
    const match = COLUMN.exec(text)
    if (!match) break
    const titled = cpu || numa || gpuNuma
    if (match[1]) cpu = true
    else if (match[2]) numa = true
    else if (match[3]) gpuNuma = true
    else if (titled) return null
    else if (match[5]) columns.push(ELIDED_COLUMN)
    else {
      const name = match[4] ?? ''
      if (!/\d/.test(name)) break
      if (columns.includes(name)) {
        // `GPU1` at the end of the line is the start of `GPU10`; anywhere else this is no header.
        if (text.slice(COLUMN.lastIndex).trim() !== '') return null
        return { columns, cpu, numa, gpuNuma, cut: true }
      }
      columns.push(name)
    }
    at = COLUMN.lastIndex
  }
  if (columns[0] !== 'GPU0') return null
  const rest = text.slice(at).trim().replace(/\s+/g, ' ')
  if (rest.length === 0) return { columns, cpu, numa, gpuNuma, cut: false }
  const cutTitle = TITLES.some((title) => title.startsWith(rest))
  const cutName = !cpu && ['GPU', 'NIC', 'mlx5_bond_'].some((name) => name.startsWith(rest))
  return cutTitle || cutName ? { columns, cpu, numa, gpuNuma, cut: true, cutInTitle: !cutName } : null
}

/** `GPU0  X  NV18 ...`: the name and what follows it, if a cell follows. */
const ROW = new RegExp(
  `^\\s*(${NAME}|${OTHER_NAME})\\s+((?:NV\\d|PIX|PXB|PHB|NODE|SYS|SOC|UNK|C2C|X(?=\\s|$|NV\\d|P[IHX]|NODE|SYS|SOC|N\\/A|\\d|\\.)|\\.{2,}).*)$`,
)

export function splitRow(raw: string): { name: string; body: string } | null {
  if (raw.length > MAX_ROW) return null
  const match = ROW.exec(tidy(raw))
  if (!match?.[1] || match[2] === undefined || !/\d/.test(match[1])) return null
  return { name: match[1], body: match[2] }
}

/** 64 devices of eight columns, and room for padding. */
const MAX_ROW = 4000
