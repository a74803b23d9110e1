import { gpuById } from '../knowledge/gpus'
import type { Finding } from '../model/finding'
import type { Gpu } from '../model/gpu'
import type { Nic, Node } from '../model/node'
import type { Run } from '../model/run'
import type { Session } from '../model/session'
import type { Sourced } from '../model/source'
import { worst } from './findings'
import { ofOneNode } from './gather-findings'

/** What the Overview shows: a row per node, what most nodes show, and where a node differs from it. */

export type OverviewField = 'product' | 'gpus' | 'links' | 'nics' | 'driver' | 'cuda' | 'nccl' | 'fabricManager'

export const overviewFields: readonly OverviewField[] = [
  'product',
  'gpus',
  'links',
  'nics',
  'driver',
  'cuda',
  'nccl',
  'fabricManager',
]

export interface FieldValue {
  /** Free of words: `8`, `7/8`, `142/144`, `580.159.04`; null when no capture of the node shows it. */
  readonly text: string | null
  /** Sorts the column where the text does not. */
  readonly number?: number
  /** `none` is by design and says so in words; undefined is plain. */
  readonly state?: 'degraded' | 'dead' | 'unknown' | 'none'
  /** Differs from what most nodes of the session show. */
  readonly odd: boolean
}

/** One GPU in the small strip of a card. */
export interface GpuStrip {
  readonly id: string
  readonly label: string
  readonly state: 'good' | 'degraded' | 'dead' | 'unknown' | 'none'
  readonly up?: number
  readonly due?: number
}

export interface NodeRow {
  readonly id: string
  readonly name: string
  /** `8 × NVIDIA H100 80GB HBM3`; several products are joined by a comma. */
  readonly product: string | null
  readonly system?: string
  readonly fields: Readonly<Record<OverviewField, FieldValue>>
  readonly strip: readonly GpuStrip[]
  readonly errors: number
  readonly warnings: number
  readonly worst?: Finding
  /** Rules not checked on this node. */
  readonly notChecked: number
  readonly oddFields: number
  /** Too little was captured to compare it with others. */
  readonly hardly: boolean
  /** Largest all_reduce bus bandwidth of a run on this node alone, GB/s. */
  readonly busBandwidth?: number
}

export interface Majority {
  readonly text: string
  /** Nodes that show it, of those that show anything. */
  readonly count: number
}

export interface Overview {
  readonly rows: readonly NodeRow[]
  /** Undefined where no value has more than half of the nodes that show one, or fewer than three do. */
  readonly majority: Readonly<Partial<Record<OverviewField, Majority>>>
  readonly alike: number
  readonly odd: number
  readonly hardly: number
}

/** Rows with the odd ones first: by worst severity, then by odd fields, then by name. */
export function overview(session: Session, muted: ReadonlySet<string>): Overview {
  const open = session.findings.filter(({ id }) => !muted.has(id))
  const raw = session.nodes.map((node) => ({ node, values: fieldsOf(node) }))
  const majority: Partial<Record<OverviewField, Majority>> = {}
  for (const field of overviewFields) {
    const found = majorityOf(raw.map(({ values }) => values[field].text))
    if (found) majority[field] = found
  }
  const rows = raw.map(({ node, values }) => {
    const findings = open.filter(({ nodes }) => nodes.includes(node.id)).map((finding) => ofOneNode(finding, node))
    const odd = (field: OverviewField): boolean => {
      const text = values[field].text
      const most = majority[field]
      return text !== null && most !== undefined && text !== most.text
    }
    const marked = (field: OverviewField): FieldValue => {
      const value = values[field]
      return odd(field) ? { ...value, odd: true, state: value.state ?? 'degraded' } : value
    }
    return {
      id: node.id,
      name: node.name,
      product: productText(node),
      system: node.system?.value,
      fields: {
        product: marked('product'),
        gpus: marked('gpus'),
        links: marked('links'),
        nics: marked('nics'),
        driver: marked('driver'),
        cuda: marked('cuda'),
        nccl: marked('nccl'),
        fabricManager: marked('fabricManager'),
      },
      strip: node.gpus.map(stripOf),
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
      worst: worst(findings.filter(({ severity }) => severity !== 'info')),
      notChecked: new Set(session.notChecked.filter((gap) => gap.node === node.id).map(({ rule }) => rule)).size,
      oddFields: overviewFields.filter(odd).length,
      hardly: telling.every((field) => values[field].text === null),
      busBandwidth: soloBandwidth(session.runs, node.id),
    } satisfies NodeRow
  })
  const rank = (row: NodeRow): number =>
    row.errors > 0 ? 0 : row.warnings > 0 ? 1 : row.oddFields > 0 ? 2 : row.hardly ? 3 : 4
  const sorted = rows.toSorted(
    (a, b) => rank(a) - rank(b) || b.errors - a.errors || b.oddFields - a.oddFields || collator.compare(a.name, b.name),
  )
  const count = (wanted: (row: NodeRow) => boolean): number => rows.filter(wanted).length
  return {
    rows: sorted,
    majority,
    alike: count((row) => rank(row) === 4),
    odd: count((row) => rank(row) < 3),
    hardly: count((row) => rank(row) === 3),
  }
}

/** Fields of which a capture that is worth comparing shows at least one. */
const telling: readonly OverviewField[] = ['links', 'nics', 'nccl', 'fabricManager']

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The value that more than half show; nothing for fewer than three voices, where there is no majority to speak of. */
function majorityOf(texts: readonly (string | null)[]): Majority | undefined {
  const said = texts.filter((text) => text !== null)
  if (said.length < 3) return undefined
  const counts = new Map<string, number>()
  for (const text of said) counts.set(text, (counts.get(text) ?? 0) + 1)
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  return best && best[1] * 2 > said.length ? { text: best[0], count: best[1] } : undefined
}

function fieldsOf(node: Node): Record<OverviewField, FieldValue> {
  return {
    product: plain(productNames(node)),
    gpus: gpusField(node),
    links: linksField(node),
    nics: nicsField(node.nics),
    driver: version(node.software.driver),
    cuda: version(node.software.cuda),
    nccl: version(node.software.nccl),
    fabricManager: version(node.software.fabricManager),
  }
}

const unknownField: FieldValue = { text: null, state: 'unknown', odd: false }

function plain(text: string | null): FieldValue {
  return text === null ? unknownField : { text, odd: false }
}

/** Captures of one node may disagree (before and after an update): all values, oldest first. */
function version(found: readonly Sourced<string>[]): FieldValue {
  const values = [...new Set(found.map(({ value }) => value))]
  return values.length === 0
    ? unknownField
    : { text: values.join(', '), odd: false, state: values.length > 1 ? 'degraded' : undefined }
}

/** Names alone, so that a missing GPU is odd in its own column only. */
function productNames(node: Node): string | null {
  const names = new Set(node.gpus.flatMap(({ name }) => (name ? [name.value] : [])))
  return names.size === 0 ? null : [...names].sort().join(', ')
}

export function productText(node: Pick<Node, 'gpus'>): string | null {
  const counts = new Map<string, number>()
  for (const gpu of node.gpus) {
    const name = gpu.name?.value
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  if (counts.size === 0) return null
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
}

function gpusField(node: Node): FieldValue {
  const seen = node.gpus.length
  if (seen === 0) return unknownField
  const said = Math.max(seen, ...node.attachedGpus.map(({ value }) => value))
  if (said > seen) return { text: `${seen}/${said}`, number: seen, state: 'dead', odd: false }
  return { text: String(seen), number: seen, odd: false }
}

/** Links due of one GPU: what this product has wired; undefined where the product, or a bridge, decides case by case. */
export function linksDue(gpu: Gpu): number | undefined {
  const product = gpu.product === undefined ? undefined : gpuById(gpu.product)
  if (!product?.nvlink || product.bridgeOnly) return undefined
  return product.nvlink.wiredLinks
}

export function hasNoNvlink(gpu: Gpu): boolean {
  const product = gpu.product === undefined ? undefined : gpuById(gpu.product)
  return product !== undefined && product.nvlink === undefined
}

const linksUp = (gpu: Gpu): number => gpu.links.filter(({ state }) => state === 'active').length
const linksKnown = (gpu: Gpu): boolean =>
  gpu.links.some(({ state }) => state !== 'unknown') || gpu.linkMessage?.value === 'all-inactive'

/** GPUs whose listing was cut take no part: what is not listed there is neither up nor down. */
function linksField(node: Node): FieldValue {
  if (node.gpus.length > 0 && node.gpus.every(hasNoNvlink)) return { text: '-', state: 'none', odd: false }
  const known = node.gpus.filter(
    (gpu) => linksKnown(gpu) && !(gpu.linksDamaged && linksUp(gpu) < (linksDue(gpu) ?? Infinity)),
  )
  if (known.length === 0) return unknownField
  const up = known.reduce((sum, gpu) => sum + linksUp(gpu), 0)
  const dues = known.map(linksDue)
  if (dues.some((due) => due === undefined)) return { text: String(up), number: up, odd: false }
  const due = dues.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const short = known.some((gpu) => linksUp(gpu) < (linksDue(gpu) ?? 0))
  // A dead lane is dead by itself, the node's lanes are degraded; nothing up at all is dead.
  return { text: `${up}/${due}`, number: up, state: !short ? undefined : up === 0 ? 'dead' : 'degraded', odd: false }
}

/** Ports up of ports whose state is known; without any state only their number. */
function nicsField(nics: readonly Nic[]): FieldValue {
  if (nics.length === 0) return unknownField
  const known = nics.filter(({ state }) => state !== undefined)
  if (known.length === 0) return { text: String(nics.length), number: nics.length, odd: false }
  const up = known.filter(({ state }) => /^(active|up|linkup|port_active)/i.test(state?.value ?? '')).length
  if (up === known.length) return { text: String(nics.length), number: up, odd: false }
  return { text: `${up}/${known.length}`, number: up, state: 'degraded', odd: false }
}

function stripOf(gpu: Gpu): GpuStrip {
  const label = gpu.index === undefined ? (gpu.busId?.value ?? gpu.id) : `GPU${gpu.index}`
  if (hasNoNvlink(gpu)) return { id: gpu.id, label, state: 'none' }
  if (!linksKnown(gpu)) return { id: gpu.id, label, state: 'unknown' }
  const up = linksUp(gpu)
  const due = linksDue(gpu)
  if (due === undefined) return { id: gpu.id, label, state: 'none', up }
  if (gpu.linksDamaged && up < due) return { id: gpu.id, label, state: 'unknown', up, due }
  return { id: gpu.id, label, up, due, state: up >= due ? 'good' : up === 0 ? 'dead' : 'degraded' }
}

function soloBandwidth(runs: readonly Run[], node: string): number | undefined {
  const values = runs
    .filter((run) => run.collective === 'all_reduce' && run.nodes.length === 1 && run.nodes[0] === node)
    .flatMap(({ peakBusBandwidth }) => (peakBusBandwidth === undefined ? [] : [peakBusBandwidth]))
  return values.length === 0 ? undefined : Math.max(...values)
}
