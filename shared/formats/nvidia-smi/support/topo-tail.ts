import type { TopoHeader } from './topo-header'

export interface Affinity {
  readonly cpu?: string
  readonly numa?: string
  readonly gpuNuma?: string
  /** The row ends before its last column, or text stands there that is no affinity. */
  readonly damaged: boolean
}

const NONE: Affinity = { damaged: false }

/**
 * `0-47,96-143  0  N/A` behind the last cell. Fields may be empty, and may be glued together (`0N/A`, `168-2231N/A`).
 * `siblings` are the tails of the other rows: their range lengths tell where a glued list ends. A list of six entries is
 * cut by nvidia-smi itself on machines with interleaved CPU numbers; it is kept as printed.
 */
export function readTail(tail: string, header: TopoHeader | undefined, siblings: readonly string[]): Affinity {
  const text = tail.trim()
  if (text === '') return NONE
  // A header that ends too early says that the lines are cut there, perhaps inside a list.
  if (header && (header.cut || !header.cpu)) return { damaged: true }
  const read = byTabs(tail, header) ?? byShape(text, header, siblings)
  if (read.cpu !== undefined && isChopped(read.cpu, siblings)) return { ...read, cpu: undefined, damaged: true }
  return withoutCutEnd(read, header, siblings)
}

/** The last field of a row that ends too early may be half of it. */
function withoutCutEnd(read: Affinity, header: TopoHeader | undefined, siblings: readonly string[]): Affinity {
  if (read.gpuNuma !== undefined) return read
  const most = Math.max(...siblings.map((other) => fieldsOf(other).length))
  if (header ? header.gpuNuma : most > 2)
    return { ...(read.numa !== undefined && read.cpu !== undefined && { cpu: read.cpu }), damaged: true }
  if (read.numa !== undefined || read.cpu === undefined) return read
  // Before R450 the CPU list was the last column, and no matrix had NICn names: with those, a column is cut off.
  const last = header ? !header.numa && !header.columns.some((name) => name.startsWith('NIC')) : most < 2
  const half =
    /-\d+,\d+$/.test(read.cpu) || (/^\d+$/.test(read.cpu) && (!header || siblings.some((other) => other.includes('-'))))
  return last && !half ? read : { damaged: true }
}

function fieldsOf(tail: string): readonly string[] {
  return tail.trim() === '' ? [] : tail.trim().split(/\s+/)
}

function byShape(text: string, header: TopoHeader | undefined, siblings: readonly string[]): Affinity {
  let tokens = text.split(/\s+/)
  const lastToken = tokens[tokens.length - 1] ?? ''
  if (lastToken.length > 3 && lastToken.endsWith('N/A'))
    tokens = [...tokens.slice(0, -1), lastToken.slice(0, -3), 'N/A']
  tokens = joinLists(tokens)
  const gpuNumaTitle = header === undefined || header.gpuNuma
  if (tokens.length === 1) return single(tokens[0] ?? '', header, gpuNumaTitle, siblings)
  const [first = '', second = '', third] = tokens
  if (tokens.length === 2) {
    if (second === 'N/A' && gpuNumaTitle) {
      if (first === 'N/A') return { numa: first, gpuNuma: second, damaged: false }
      const split = splitNuma(first, siblings)
      if (split) return { ...split, gpuNuma: second, damaged: false }
      if (/^\d+$/.test(first) && isSiblingNuma(first, siblings)) return { numa: first, gpuNuma: second, damaged: false }
      // Either the NUMA column is empty, or its digit is glued to the list: a wide gap tells.
      const known = /\s{17,}N\/A$/.test(text) || !/^\d/.test(first)
      return known ? { ...listOf(first), gpuNuma: second, damaged: !isList(first) } : { gpuNuma: second, damaged: true }
    }
    return { ...listOf(first), numa: valueOf(second), damaged: !isList(first) && first !== 'N/A' }
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
  const cpu = fields[0] ?? ''
  const base = cpu === '' ? {} : { cpu }
  if (header && !header.numa) return { ...base, damaged: false }
  // `N/A` for the NUMA node has two tabs before it, a number one: with both fields there, their order tells.
  const [numa, gpuNuma] = fields.slice(1).filter((field) => field !== '')
  if (numa === undefined || gpuNuma !== undefined)
    return { ...base, ...(numa !== undefined && { numa, gpuNuma }), damaged: false }
  const at = fields.indexOf(numa, 1)
  return at === 1
    ? { ...base, numa, damaged: false }
    : at > 2
      ? { ...base, gpuNuma: numa, damaged: false }
      : { ...base, damaged: true }
}

function single(
  token: string,
  header: TopoHeader | undefined,
  gpuNumaTitle: boolean,
  siblings: readonly string[],
): Affinity {
  if (token === 'N/A') return gpuNumaTitle ? { gpuNuma: token, damaged: false } : { damaged: false }
  const more = header !== undefined && (header.numa || header.gpuNuma)
  if (!isList(token)) return { damaged: true }
  if (!more) return { cpu: token, damaged: false }
  const split = splitNuma(token, siblings)
  if (split) return { ...split, damaged: false }
  return { cpu: token, damaged: false }
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

/**
 * `168-2231` is the list 168-223 and NUMA node 1, if the ranges then have a length that occurs in this list or in the other rows,
 * and have none as they stand.
 */
function splitNuma(list: string, siblings: readonly string[]): { cpu: string; numa: string } | undefined {
  const comma = list.lastIndexOf(',') + 1
  const before = list.slice(0, comma)
  const range = /^(\d+)-(\d+)$/.exec(list.slice(comma))
  if (!range) return undefined
  const [, from = '', to = ''] = range
  const lists = siblings
    .map((other) => (fieldsOf(other)[0] ?? '').replace(/N\/A$/, ''))
    .filter((other) => other !== list)
  const same = (length: number, digits: number) =>
    hasLength(before, length) ||
    lists.some((other) => hasLength(other, length) || hasLength(other.slice(0, -digits), length))
  const whole = Number(to) - Number(from)
  if (whole >= 0 && (hasLength(before, whole) || lists.some((other) => hasLength(other, whole)))) return undefined
  for (const digits of [1, 2]) {
    const end = to.slice(0, -digits)
    const numa = to.slice(-digits)
    if (end === '' || (numa.length > 1 && numa.startsWith('0'))) continue
    const length = Number(end) - Number(from)
    if (length >= 0 && same(length, digits)) return { cpu: `${before}${from}-${end}`, numa }
  }
  return undefined
}

/** `2-63,96-127` where another row has `32-63,96-127`: a digit was cut off, here or at the end. */
function isChopped(list: string, siblings: readonly string[]): boolean {
  return siblings.some((other) => {
    const whole = fieldsOf(other)[0] ?? ''
    if (whole.length <= list.length) return false
    const extra = whole.length - list.length
    return (
      (whole.endsWith(list) && /\d/.test(whole.charAt(extra - 1))) ||
      (whole.startsWith(list) && isList(whole) && /\d/.test(whole.charAt(list.length)))
    )
  })
}

function hasLength(ranges: string, length: number): boolean {
  for (const range of ranges.matchAll(/(\d+)-(\d+)/g)) if (Number(range[2]) - Number(range[1]) === length) return true
  return false
}

/** `0-47,96-143`. Numbers only grow: `48-95,144-19` is the start of a list that was cut. */
function isList(text: string): boolean {
  if (!/^\d[\d,-]{0,400}$/.test(text)) return false
  let last = -1
  for (const part of text.split(',')) {
    const range = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part)
    if (!range) return false
    const from = Number(range[1])
    const to = Number(range[2] ?? range[1])
    if (from <= last || to < from) return false
    last = to
  }
  return true
}

function isSiblingNuma(token: string, siblings: readonly string[]): boolean {
  return siblings.some((other) => other.trim().split(/\s+/)[1] === token)
}

function isValue(token: string): boolean {
  return isList(token) || token === 'N/A'
}

function valueOf(token: string): string | undefined {
  return isValue(token) ? token : undefined
}

function listOf(token: string): { cpu?: string } {
  return isValue(token) ? { cpu: token } : {}
}
