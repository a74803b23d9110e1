import { isRedop } from '../support/collective'
import { withoutHash } from './lines'

/** Columns of a table, from the row that names them. */
export interface Columns {
  readonly line?: number
  /** Names before the first group: size count type [redop] [root]. */
  readonly names: readonly string[]
  readonly redop: boolean
  readonly root: boolean
  /** Values of one group: 4, or 8 with -I. */
  readonly perGroup: 4 | 8
  readonly groups: 1 | 2
  readonly wrongColumn: 'error' | 'wrong' | 'unknown'
  readonly cpuTime: boolean
  readonly timestamp: boolean
}

/** Without a header row: what the rows themselves say. */
export const UNKNOWN_COLUMNS: Columns = {
  names: ['size', 'count', 'type', 'redop', 'root'],
  redop: true,
  root: true,
  perGroup: 4,
  groups: 2,
  wrongColumn: 'unknown',
  cpuTime: false,
  timestamp: false,
}

// #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
export function readColumns(text: string, line: number): Columns | undefined {
  if (!text.includes('algbw') || !text.includes('size')) return undefined
  const words = withoutHash(text)
    .replace(/^\|\s*/, '')
    .split(/[\s|]+/)
  if (words[0] !== 'size') return undefined
  const first = words.findIndex((word) => word === 'time' || word === 'cputime')
  if (first < 2) return undefined
  const names = words.slice(0, first)
  const times = words.filter((word) => word === 'time' || word === 'cputime').length
  return {
    line,
    names,
    redop: names.includes('redop'),
    root: names.includes('root'),
    perGroup: words.includes('i_min') ? 8 : 4,
    groups: times > 1 ? 2 : 1,
    wrongColumn: words.includes('error') ? 'error' : words.some((word) => word.endsWith('wrong')) ? 'wrong' : 'unknown',
    cpuTime: words[first] === 'cputime',
    timestamp: words.includes('timestamp'),
  }
}

const TYPES = new Set([
  'int8',
  'uint8',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'half',
  'float',
  'double',
  'bfloat16',
  'f8e4m3',
  'f8e5m2',
  'fp8_e4m3',
  'fp8_e5m2',
  'char',
  'int',
])

export interface Preamble {
  readonly size: number
  readonly count: number
  readonly type: string
  readonly redop?: string
  readonly root?: number
  /** Words behind the preamble. */
  readonly rest: readonly string[]
  /** A wide gap where the out-of-place group would stand. */
  readonly gap: boolean
}

// A launcher's tag inside a row: `-1[0]    1626.5`, `-1[1,0]<stdout>:  1626.5`.
const INNER_TAG = /\[\d{1,5}(?:,\d{1,6})?\](?:<std(?:out|err)>:)?/g

export function rowWords(text: string): readonly string[] {
  const clean = text.includes('[') ? text.replace(INNER_TAG, ' ') : text
  return clean.replace(/^[\s|>]+|[\s|]+$/g, '').split(/[\s|]+/)
}

/** `33554432 8388608 float sum -1 ...`: sizes and counts are whole numbers, the type is a known word. */
export function readPreamble(text: string, columns: Columns): Preamble | undefined {
  const words = rowWords(text)
  const type = words[2]
  if (type === undefined || !TYPES.has(type)) return undefined
  const size = wholeNumber(words[0])
  const count = wholeNumber(words[1])
  if (size === undefined || count === undefined) return undefined
  let at = 3
  let redop: string | undefined
  let root: number | undefined
  if (isRedop(words[at])) redop = words[at++]
  const left = words.length - at - (columns.timestamp && words.length - at > 1 ? timestampWords(words) : 0)
  // The column map says whether there is a root; without one the count of values does.
  const rooted = columns.line === undefined ? left % 4 === 1 : columns.root
  if (rooted && /^-?\d{1,6}$/.test(words[at] ?? '')) root = Number(words[at++])
  const gap = /(?:\s-?\d{1,6}|[a-z]\w*)\s{28,}\d/.test(text)
  return { size, count, type, redop, root, rest: words.slice(at), gap }
}

/** Words of the time at the very end of a -S row: date and time usually, a custom mask may give one. */
function timestampWords(words: readonly string[]): number {
  if (/^\d{1,2}:\d\d/.test(words.at(-1) ?? '') && /\d[-/.]\d/.test(words.at(-2) ?? '')) return 2
  return 1
}

export function splitTimestamp(
  rest: readonly string[],
  columns: Columns,
): { readonly values: readonly string[]; readonly timestamp?: string } {
  const extra = rest.length % columns.perGroup
  if (!columns.timestamp || extra === 0) return { values: rest }
  return { values: rest.slice(0, rest.length - extra), timestamp: rest.slice(rest.length - extra).join(' ') }
}

function wholeNumber(word: string | undefined): number | undefined {
  return word !== undefined && /^\d{1,16}$/.test(word) ? Number(word) : undefined
}
