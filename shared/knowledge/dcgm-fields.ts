import data from './data/dcgm-fields.json'
import { indexBy } from './support/table'

export type DcgmKind = 'gauge' | 'counter' | 'label'

export interface DcgmField {
  readonly id: number
  /** Newest name, `DCGM_FI_DEV_...`. */
  readonly name: string
  /** Column head of `dcgmi dmon`. */
  readonly tag: string
  /** Names that other releases and exporters use. */
  readonly aliases: readonly string[]
  /** Of the raw value: `count`, `MB/s`, `bytes/s`, `KB/s`, `ratio`, `C`, ... '' when none is defined. */
  readonly unit: string
  /** `GPU`, `Link`, `NvSwitch`, `Global`, `vGPU`, ... */
  readonly scope: string
  readonly kind: DcgmKind
  readonly meaning: string
  /** First and last release whose header has it, of those that were read (2.1 to 4.6). */
  readonly seen: readonly [string, string]
  /** Column heads of older releases. */
  readonly olderTags: readonly string[]
  /** DCGM 2.x gave this id to another field. */
  readonly reused?: { readonly name: string; readonly tag: string; readonly versions: string }
}

interface Extra {
  readonly a?: readonly string[]
  readonly o?: readonly string[]
  readonly r?: readonly [string, string, string]
}

/** id, name, tag, unit, scope, kind, meaning, releases (10 x first + last), rest. Kept short: there are 719 of them. */
type Row = readonly [number, string, string, number, number, number, string, number, Extra?]

const kinds: readonly DcgmKind[] = ['gauge', 'counter', 'label']

/** `=X` stands for a name without the common prefix. */
function fullName(short: string): string {
  return short.startsWith('=') ? short.slice(1) : `DCGM_FI_${short}`
}

function field(row: Row): DcgmField {
  const [id, name, tag, unit, scope, kind, meaning, seen, extra] = row
  const reused = extra?.r
  return {
    id,
    name: fullName(name),
    tag,
    aliases: (extra?.a ?? []).map(fullName),
    unit: data.units[unit] ?? '',
    scope: data.scopes[scope] ?? '',
    kind: kinds[kind] ?? 'gauge',
    meaning,
    seen: [data.versions[Math.floor(seen / 10)] ?? '', data.versions[seen % 10] ?? ''],
    olderTags: extra?.o ?? [],
    reused: reused && { name: fullName(reused[0]), tag: reused[1], versions: reused[2] },
  }
}

export const dcgmFields: readonly DcgmField[] = (data.rows as unknown as readonly Row[]).map(field)

/** What 2.x called the id; those NVSwitch latency and bandwidth fields exist in no later release. */
function olderField(entry: DcgmField): DcgmField | undefined {
  if (!entry.reused) return undefined
  const { name, tag } = entry.reused
  return {
    ...entry,
    name,
    tag,
    aliases: [],
    unit: '',
    scope: 'NvSwitch',
    kind: 'counter',
    meaning: '',
    seen: ['2.1', '2.4'],
    olderTags: [],
    reused: undefined,
  }
}

const byId = indexBy(dcgmFields, (entry) => [entry.id])
const byName = indexBy(dcgmFields, (entry) => [entry.name, ...entry.aliases])

function groupByTag(): ReadonlyMap<string, readonly DcgmField[]> {
  const groups = new Map<string, DcgmField[]>()
  const add = (tag: string, entry: DcgmField): void => {
    const group = groups.get(tag)
    if (group) group.push(entry)
    else groups.set(tag, [entry])
  }
  for (const entry of dcgmFields) {
    for (const tag of [entry.tag, ...entry.olderTags]) add(tag, entry)
    const older = olderField(entry)
    if (older) add(older.tag, older)
  }
  return groups
}

const byTag = groupByTag()

/** By numeric id. With `tag` (the column head seen), an id that 2.x used otherwise gives the older field. */
export function dcgmFieldById(id: number, tag?: string): DcgmField | undefined {
  const entry = byId.get(id)
  return entry && tag !== undefined && entry.reused?.tag === tag ? olderField(entry) : entry
}

/** By column head, newest or older. Several fields may share a head over releases: all of them. */
export function dcgmFieldsByTag(tag: string): readonly DcgmField[] {
  return byTag.get(tag) ?? []
}

/** By `DCGM_FI_...` name or alias. */
export function dcgmFieldByName(name: string): DcgmField | undefined {
  return byName.get(name)
}

export interface DcgmAdvice {
  readonly ids: readonly number[]
  readonly purpose:
    | 'nvlink-rate'
    | 'nvlink-rate-per-link'
    | 'nvlink-total'
    | 'nvlink-errors'
    | 'pcie-rate'
    | 'pcie-rate-nvml'
    | 'pcie-replay'
  readonly unit: string
  readonly kind: DcgmKind
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/**
 * What to watch for links (rule dcgm-wrong-field-ids); the first entry is the answer to "NVLink bandwidth". Profiling fields
 * (1000 to 1099) and 449 are rates that DCGM computes: gauges, never to be differentiated again.
 */
export const nvlinkFieldIds: readonly DcgmAdvice[] = [
  { ids: [1011, 1012], purpose: 'nvlink-rate', unit: 'bytes/s', kind: 'gauge' },
  { ids: range(1040, 1075), purpose: 'nvlink-rate-per-link', unit: 'bytes/s', kind: 'gauge' },
  { ids: [449], purpose: 'nvlink-total', unit: 'MB/s', kind: 'gauge' },
  { ids: [409, 419, 429, 439], purpose: 'nvlink-errors', unit: 'count', kind: 'counter' },
  { ids: [1009, 1010], purpose: 'pcie-rate', unit: 'bytes/s', kind: 'gauge' },
  { ids: [200, 201], purpose: 'pcie-rate-nvml', unit: 'KB/s', kind: 'gauge' },
  { ids: [202], purpose: 'pcie-replay', unit: 'count', kind: 'counter' },
]

/** Ids that guides give for NVLink although they measure something else: 205 accounting record, 206 video encoder. */
export const notNvlinkFieldIds: readonly number[] = [205, 206]
