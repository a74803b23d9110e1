import type { TopoHeader } from './topo-header'

export interface Affinity {
  readonly cpu?: string
  readonly numa?: string
  readonly gpuNuma?: string
  /** The row ends before its last column, or text stands there that is no affinity. */
  readonly damaged: boolean
}

const LIST = /^\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*,?$/
const NONE: Affinity = { damaged: false }

/**
 * `0-47,96-143  0  N/A` behind the last cell. Fields may be empty, and may be glued together (`0N/A`, `168-2231N/A`).
 * `siblings` are the tails of the other rows: their range lengths tell where a glued list ends. A list of six entries is
 * cut by nvidia-smi itself on machines with interleaved CPU numbers; it is kept as printed.
 */
export function readTail(tail: string, header: TopoHeader | undefined, siblings: readonly string[]): Affinity {
  const text = tail.trim()
  if (text === '') return NONE
  const tabbed = byTabs(tail, header)
  if (tabbed) return tabbed
  let tokens = text.split(/\s+/)
  const lastToken = tokens[tokens.length - 1] ?? ''
  if (lastToken.length > 3 && lastToken.endsWith('N/A'))
    tokens = [...tokens.slice(0, -1), lastToken.slice(0, -3), 'N/A']
  tokens = joinLists(tokens)
  const gpuNumaTitle = header === undefined || header.gpuNuma || header.cut
  if (tokens.length === 1) return single(tokens[0] ?? '', header, gpuNumaTitle, siblings)
  const [first = '', second = '', third] = tokens
  if (tokens.length === 2) {
    if (second === 'N/A' && gpuNumaTitle) {
      if (first === 'N/A') return { numa: first, gpuNuma: second, damaged: false }
      const split = splitNuma(first, siblings)
      if (split) return { ...split, gpuNuma: second, damaged: false }
      if (/^\d+$/.test(first) && isSiblingNuma(first, siblings)) return { numa: first, gpuNuma: second, damaged: false }
      return { ...listOf(first), gpuNuma: second, damaged: !LIST.test(first) }
    }
    return { ...listOf(first), numa: valueOf(second), damaged: !LIST.test(first) && first !== 'N/A' }
  }
  return {
    ...listOf(first),
    numa: valueOf(second),
    gpuNuma: valueOf(third ?? ''),
    damaged: !isValue(first) || !isValue(second) || tokens.length > 3,
  }
}

/** Tabs kept: the fields stand where they belong, even when one is empty. GPU NUMA ID has two tabs before it. */
function byTabs(tail: string, header: TopoHeader | undefined): Affinity | undefined {
  if (!tail.startsWith('\t') && !tail.startsWith(' \t')) return undefined
  const fields = tail
    .trimEnd()
    .split('\t')
    .slice(1)
    .map((field) => field.trim())
  if (fields.length < 2 || fields.some((field) => field !== '' && !isValue(field))) return undefined
  const [cpu = '', numa = '', ...more] = fields
  if (header && !header.numa && !header.cut) return cpu === '' ? NONE : { cpu, damaged: false }
  const gpuNuma = more.find((field) => field !== '')
  return {
    ...(cpu !== '' && { cpu }),
    ...(numa !== '' && { numa }),
    ...(gpuNuma !== undefined && { gpuNuma }),
    damaged: false,
  }
}

function single(
  token: string,
  header: TopoHeader | undefined,
  gpuNumaTitle: boolean,
  siblings: readonly string[],
): Affinity {
  if (token === 'N/A') return gpuNumaTitle ? { gpuNuma: token, damaged: false } : { damaged: false }
  const more = header !== undefined && (header.numa || header.gpuNuma)
  if (!LIST.test(token)) return { damaged: true }
  if (!more) return { cpu: token, damaged: false }
  const split = splitNuma(token, siblings)
  if (split) return { ...split, damaged: false }
  // The row may have been cut inside the list: half a list is not the affinity.
  const others = siblings.some((other) => other.trim().split(/\s+/).length > 1)
  return others || header.gpuNuma ? { damaged: true } : { cpu: token, damaged: false }
}

/** A list that was wrapped or spaced inside: `0-55,11 2-167`, `0-31, 64-95`. */
function joinLists(tokens: readonly string[]): string[] {
  const out: string[] = []
  for (const token of tokens) {
    const before = out[out.length - 1]
    const joins =
      before !== undefined && out.length === 1 && (before.endsWith(',') || before.endsWith('-') || /^[,-]/.test(token))
    if (joins) out[0] = before + token
    else out.push(token)
  }
  return out
}

/** `168-2231` is the list 168-223 and NUMA node 1 if ranges of that length occur in this list or in the other rows. */
function splitNuma(list: string, siblings: readonly string[]): { cpu: string; numa: string } | undefined {
  const comma = list.lastIndexOf(',') + 1
  const before = list.slice(0, comma)
  const match = /^(\d+)-(\d+)$/.exec(list.slice(comma))
  if (!match) return undefined
  const [, from = '', to = ''] = match
  const lengths = new Set<number>()
  for (const text of [before, ...siblings.map((other) => other.trim().split(/\s+/)[0] ?? '')]) {
    for (const range of text.matchAll(/(\d+)-(\d+)(?=,|$)/g)) lengths.add(Number(range[2]) - Number(range[1]))
  }
  const whole = Number(to) - Number(from)
  if (before !== '' && whole >= 0 && lengthOf(before, whole)) return undefined
  for (const digits of [1, 2]) {
    const end = to.slice(0, -digits)
    const numa = to.slice(-digits)
    if (end === '' || (numa.length > 1 && numa.startsWith('0'))) continue
    const length = Number(end) - Number(from)
    const here = before !== '' && lengthOf(before, length)
    if (length >= 0 && (here || (before === '' && lengths.has(length) && !lengths.has(whole))))
      return { cpu: `${before}${from}-${end}`, numa }
  }
  return undefined
}

function lengthOf(ranges: string, length: number): boolean {
  for (const range of ranges.matchAll(/(\d+)-(\d+)/g)) if (Number(range[2]) - Number(range[1]) === length) return true
  return false
}

function isSiblingNuma(token: string, siblings: readonly string[]): boolean {
  return siblings.some((other) => other.trim().split(/\s+/)[1] === token)
}

function isValue(token: string): boolean {
  return LIST.test(token) || token === 'N/A'
}

function valueOf(token: string): string | undefined {
  return isValue(token) ? token : undefined
}

function listOf(token: string): { cpu?: string } {
  return isValue(token) ? { cpu: token } : {}
}
