import { systemById } from '../knowledge/systems'
import { gpuField, type Gpu, type GpuField } from '../model/gpu'
import type { Nic, Node } from '../model/node'
import type { SourceRef, Sourced } from '../model/source'
import { linksDue } from './overview'

/** One node in full: what the Overview shows beside the cards when there are few of them. */

export type NodeFactName =
  | 'hostname'
  | 'system'
  | 'cpu'
  | 'sockets'
  | 'numa'
  | 'hypervisor'
  | 'container'
  | 'kernel'
  | 'driver'
  | 'cuda'
  | 'nccl'
  | 'fabricManager'
  | 'dcgm'

export interface NodeFact {
  readonly name: NodeFactName
  /** Undefined: no capture shows it. */
  readonly value?: string
  readonly source?: SourceRef
}

export function nodeFacts(node: Node): readonly NodeFact[] {
  const { software, host } = node
  const one = (name: NodeFactName, found: Sourced<string | number> | undefined): NodeFact =>
    found ? { name, value: String(found.value), source: found.source } : { name }
  // Several values are several captures of one node; the newest is last and names the line.
  const many = (name: NodeFactName, found: readonly Sourced<string>[]): NodeFact => {
    const last = found.at(-1)
    return last
      ? { name, value: [...new Set(found.map(({ value }) => value))].join(', '), source: last.source }
      : { name }
  }
  const system = node.system && { ...node.system, value: systemById(node.system.value)?.name ?? node.system.value }
  const optional = (fact: NodeFact): readonly NodeFact[] => (fact.value === undefined ? [] : [fact])
  return [
    one('hostname', node.hostname),
    one('system', system),
    one('cpu', host.cpuModel),
    ...optional(one('sockets', host.sockets)),
    one('numa', host.numaNodes),
    ...optional(one('hypervisor', host.hypervisor)),
    ...optional(one('container', host.container)),
    many('kernel', software.kernel),
    many('driver', software.driver),
    many('cuda', software.cuda),
    many('nccl', software.nccl),
    many('fabricManager', software.fabricManager),
    ...optional(many('dcgm', software.dcgm)),
  ]
}

export interface GpuRow {
  readonly id: string
  readonly label: string
  readonly name?: string
  readonly busId?: string
  readonly uuid?: string
  readonly linksUp?: number
  readonly linksDue?: number
  readonly linksState?: 'degraded' | 'dead' | 'unknown'
  /** Captured text of a field, null where no capture shows it. */
  readonly pcie: string | null
  readonly power: string | null
  readonly temperature: string | null
  readonly memory: string | null
  readonly uncorrected: string | null
  readonly source?: SourceRef
}

export function gpuRows(node: Node): readonly GpuRow[] {
  return node.gpus.map((gpu) => {
    const known = gpu.links.some(({ state }) => state !== 'unknown') || gpu.linkMessage?.value === 'all-inactive'
    const up = gpu.links.filter(({ state }) => state === 'active').length
    const due = linksDue(gpu)
    const short = known && due !== undefined && up < due
    return {
      id: gpu.id,
      label: gpu.index === undefined ? (gpu.busId?.value ?? gpu.id) : `GPU${gpu.index}`,
      name: gpu.name?.value,
      busId: gpu.busId?.value,
      uuid: gpu.uuid?.value,
      linksUp: known ? up : undefined,
      linksDue: due,
      linksState:
        !known || (short && gpu.linksDamaged) ? 'unknown' : short ? (up === 0 ? 'dead' : 'degraded') : undefined,
      pcie: pcieText(gpu),
      power: pair(gpu, 'power.draw', 'power.limit'),
      temperature: degrees(text(gpu, 'temperature.gpu')),
      memory: pair(gpu, 'memory.used', 'memory.total'),
      uncorrected: text(gpu, 'ecc.volatile.uncorrected') ?? text(gpu, 'ecc.volatile.dramUncorrectable'),
      source: gpu.sources[0],
    }
  })
}

/** `N/A` and its kin are what the tool prints in place of a value. */
function text(gpu: Gpu, field: GpuField): string | null {
  const value = gpuField(gpu, field)?.value.trim()
  return value === undefined || value === '' || /^(?:\[?n\/a\]?|\[?not supported\]?|unknown error)$/i.test(value)
    ? null
    : value
}

/** "34 C" of -q and the bare "34" of a query read alike. */
function degrees(value: string | null): string | null {
  return value === null ? null : value.replace(/^(\d+)(?: ?C)?$/, '$1 °C')
}

function pair(gpu: Gpu, now: GpuField, most: GpuField): string | null {
  const value = text(gpu, now)
  const limit = text(gpu, most)
  if (value === null) return null
  return limit === null ? value : `${value.replace(/\s*[A-Za-z]+$/, '')} / ${limit}`
}

/** `Gen5 x16`, and what the slot or the card could do where that is more: `Gen1 of 5 x16`. */
function pcieText(gpu: Gpu): string | null {
  const gen = text(gpu, 'pcie.gen.current')
  const width = text(gpu, 'pcie.width.current')?.replace(/x/gi, '')
  const mostGen = text(gpu, 'pcie.gen.max')
  const mostWidth = text(gpu, 'pcie.width.max')?.replace(/x/gi, '')
  if (gen === null && width === undefined) return null
  const generation =
    gen === null ? 'Gen?' : mostGen !== null && mostGen !== gen ? `Gen${gen} / ${mostGen}` : `Gen${gen}`
  const lanes =
    width === undefined
      ? 'x?'
      : mostWidth !== undefined && mostWidth !== width
        ? `x${width} / x${mostWidth}`
        : `x${width}`
  return `${generation} ${lanes}`
}

export interface NicRow {
  readonly id: string
  readonly name: string
  readonly device?: string
  readonly rate?: number
  readonly layer?: string
  readonly portState?: string
  readonly state?: 'dead' | 'unknown'
  readonly busId?: string
  readonly numa?: number
  readonly source?: SourceRef
}

export function nicRows(node: Node): readonly NicRow[] {
  return node.nics.map((nic: Nic) => ({
    id: nic.id,
    name: nic.name,
    device: nic.device,
    rate: nic.gigabitsPerSecond?.value,
    layer: nic.linkLayer?.value,
    portState: nic.state?.value,
    state:
      nic.state === undefined
        ? 'unknown'
        : /^(active|up|linkup|port_active)/i.test(nic.state.value)
          ? undefined
          : 'dead',
    busId: nic.busId?.value,
    numa: nic.numaNode?.value,
    source: nic.sources[0],
  }))
}
