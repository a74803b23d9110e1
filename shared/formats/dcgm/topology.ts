import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import { isBlankText } from './support/text'
import { beginsTree, joinWords, readTree, type TreeRow } from './support/tree'

/** The nvidia-smi word of a PCIe phrase; a "CPU-level link" may be NODE or SYS, the text does not tell. */
export type DcgmPathLevel = 'PIX' | 'PXB' | 'PHB' | 'NODE-or-SYS' | 'unknown'

export interface DcgmPath {
  readonly gpu: number
  readonly level?: DcgmPathLevel
  /** Number of NVLinks of the pair, if the row names any. */
  readonly nvlinks?: number
  /** Link numbers at this GPU. */
  readonly links: readonly number[]
  readonly text: string
  readonly line: number
}

/** `dcgmi topo`. */
export interface DcgmTopology {
  readonly gpu?: number
  readonly group?: string
  readonly cpuAffinity?: AtLine<string>
  readonly paths: readonly DcgmPath[]
  readonly numaOptimal?: AtLine<boolean>
  readonly worstPath?: AtLine<string>
}

export const dcgmTopology = defineBlockFormat<DcgmTopology>({
  id: 'dcgm/topology',
  title: 'DCGM topology of a GPU or group',
  command: 'dcgmi topo --gpuid 0',
  example: '| Topology Information                                                    |',
  anchors: ['Topology Information', '+---'],
  begins: (line, _hint, lines) => beginsTree(line, lines, (text) => /\|\s+Topology Information\s/.test(text)),
  parse(lines, note) {
    const tree = readTree(lines, note)
    const title = tree.titles.find((text) => text !== 'Topology Information') ?? ''
    const gpu = /^GPU ID: (\d+)$/.exec(title)?.[1]
    const row = (name: string): TreeRow | undefined => tree.rows.find((entry) => entry.name === name)
    const affinity = row('CPU Core Affinity')
    const optimal = row('NUMA Optimal')
    const worst = row('Worst Path')
    return {
      gpu: gpu === undefined ? undefined : Number(gpu),
      group: gpu === undefined && title !== '' ? title : undefined,
      cpuAffinity: affinity && known({ value: joinWords(affinity.values), line: affinity.line }),
      paths: tree.rows.flatMap((entry) => readPath(entry) ?? []),
      numaOptimal: optimal && { value: joinWords(optimal.values) === 'True', line: optimal.line },
      worstPath: worst && { value: joinWords(worst.values), line: worst.line },
    }
  },
})

function known(at: AtLine<string>): AtLine<string> | undefined {
  return isBlankText(at.value) ? undefined : at
}

const LEVELS: readonly (readonly [string, DcgmPathLevel])[] = [
  ['on-board PCIe switch', 'PIX'],
  ['single PCIe switch', 'PIX'],
  ['multiple PCIe switches', 'PXB'],
  ['PCIe host bridge', 'PHB'],
  ['CPU-level link', 'NODE-or-SYS'],
]

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]

// `To GPU 1 | Connected via a PCIe host bridge`, then maybe `| | Connected via four NVLINKs (Links: 0, 1, 2, 3)`
function readPath(row: TreeRow): DcgmPath | null {
  const gpu = /^To GPU (\d+)$/.exec(row.name)?.[1]
  if (gpu === undefined) return null
  const text = joinWords(row.values)
  const level =
    LEVELS.find(([words]) => text.includes(words))?.[1] ?? (text.includes('Unknown') ? 'unknown' : undefined)
  const nvlink = /via ([a-z-]+) NVLINKs?(?: \(Links?: ([\d, ]+)\))?/i.exec(text)
  const links = (nvlink?.[2] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(Number)
  return {
    gpu: Number(gpu),
    level,
    nvlinks: nvlink ? countOf(nvlink[1] ?? '', links.length) : undefined,
    links,
    text,
    line: row.line,
  }
}

function countOf(word: string, listed: number): number | undefined {
  if (listed > 0) return listed
  const [tens, units] = word.toLowerCase().split('-')
  if (units !== undefined)
    return tens === 'thirty' || tens === 'twenty'
      ? (tens === 'thirty' ? 30 : 20) + Math.max(0, WORDS.indexOf(units))
      : undefined
  if (tens === 'thirty') return 30
  const at = WORDS.indexOf(tens ?? '')
  return at < 0 ? undefined : at
}
