import data from './data/systems.json'
import type { GigabitsPerSecond } from '../model/units'
import { indexBy, pick } from './support/table'

export type PairWiring =
  | 'mesh' // V100 cube mesh: NV1/NV2/none
  | 'switch' // every pair equal through NVSwitch
  | 'rack' // as switch, beyond the node (NVL72)
  | 'direct' // every pair equal, no switch
  | 'pair' // two GPUs
  | 'bridged' // pairs or groups by bridges, PCIe between them
  | 'pcie'
  | 'single'

export interface SystemNics {
  /** Inclusive range of devices of this kind; equal when fixed. */
  readonly count: readonly [number, number]
  readonly model: string
  /** Per device; a range where models differ. */
  readonly gigabitsPerSecond: readonly [GigabitsPerSecond, GigabitsPerSecond]
  /** `InfiniBand`, `RoCE`, `EFA`, `TCP`, ... */
  readonly link: string
  readonly role: 'compute' | 'storage' | 'front end'
}

/** A board, machine or cloud shape. Counts are per node (operating system image). */
export interface System {
  readonly id: string
  readonly name: string
  readonly vendor: string
  /** Cloud or vendor product rather than a board family. */
  readonly specific: boolean
  /** Lower-case texts that name it: instance types, DMI products, topology files. */
  readonly hints: readonly string[]
  readonly gpuIds: readonly string[]
  /** GPU counts that it is sold with, ascending. */
  readonly gpuCounts: readonly number[]
  /** GPUs of one NVLink domain where it goes beyond the node. */
  readonly domainGpus?: number
  readonly wiring: PairWiring
  /** `NV#` of each healthy pair; undefined where pairs differ or are PCIe. */
  readonly pair?: string
  /** NVSwitch chips (of the rack for `rack`), undefined when not known. */
  readonly nvswitches?: number
  readonly nvswitchGeneration?: number
  /** NVSwitch chips are PCIe devices that lspci shows; undefined when not known (VMs). */
  readonly nvswitchInLspci?: boolean
  readonly nvlsCapable: boolean
  readonly nics: readonly SystemNics[]
  /** Sum over compute NICs, where one figure is known. */
  readonly internode?: GigabitsPerSecond
  /** Display: how NICs and GPUs share PCIe switches, NUMA layout. */
  readonly nicAffinity?: string
  readonly numa?: string
  readonly notes?: string
  readonly uncertain: readonly string[]
  readonly sources: readonly string[]
}

export interface SystemQuery {
  /** Product ids of the visible GPUs, repeats allowed. */
  readonly gpuIds: readonly string[]
  readonly gpuCount: number
  /** `NV#` that all pairs share, if the matrix is known: tells 4-GPU boards from parts of 8-GPU boards. */
  readonly pair?: string
  /** Texts that may name the machine: DMI vendor and product, instance type, topology file path. */
  readonly hints?: readonly string[]
}

export interface SystemMatch {
  readonly system: System
  /** `named`: a hint names it. `board`: GPUs, count and matrix leave one board family. `likely`: the best of several. */
  readonly confidence: 'named' | 'board' | 'likely'
  /** Fewer GPUs are visible than the system has (container, VM): absence of the others says nothing. */
  readonly partial: boolean
}

interface Row {
  readonly id: string
  readonly name: string
  readonly vendor: string
  readonly specific?: boolean
  readonly hints?: readonly string[]
  readonly gpus: readonly string[]
  readonly counts: readonly number[]
  readonly domain?: number
  readonly wiring: PairWiring
  readonly pair?: string
  readonly nvswitches?: number
  readonly generation?: number
  readonly lspci?: boolean
  readonly nvls?: boolean
  readonly nics?: readonly {
    readonly count: readonly [number, number]
    readonly model: string
    readonly gbps: readonly [number, number]
    readonly link: string
    readonly role: SystemNics['role']
  }[]
  readonly internode?: number
  readonly affinity?: string
  readonly numa?: string
  readonly notes?: string
  readonly uncertain?: readonly string[]
  readonly sources: readonly number[]
}

function system(row: Row): System {
  return {
    id: row.id,
    name: row.name,
    vendor: row.vendor,
    specific: row.specific ?? false,
    hints: row.hints ?? [],
    gpuIds: row.gpus,
    gpuCounts: row.counts,
    domainGpus: row.domain,
    wiring: row.wiring,
    pair: row.pair,
    nvswitches: row.nvswitches,
    nvswitchGeneration: row.generation,
    nvswitchInLspci: row.lspci,
    nvlsCapable: row.nvls ?? false,
    nics: (row.nics ?? []).map(({ gbps, ...nic }) => ({ ...nic, gigabitsPerSecond: gbps })),
    internode: row.internode,
    nicAffinity: row.affinity,
    numa: row.numa,
    notes: row.notes,
    uncertain: row.uncertain ?? [],
    sources: pick(data.sources, row.sources),
  }
}

export const systems: readonly System[] = (data.rows as unknown as readonly Row[]).map(system)

const byId = indexBy(systems, (entry) => [entry.id])

export function systemById(id: string): System | undefined {
  return byId.get(id)
}

function largest(counts: readonly number[]): number {
  return counts.reduce((most, count) => Math.max(most, count), 0)
}

/** Whether GPUs, count and NV# can be this machine, seen whole or in part. */
function fits(entry: System, gpuIds: readonly string[], query: SystemQuery): boolean {
  if (!gpuIds.every((id) => entry.gpuIds.includes(id))) return false
  if (query.gpuCount > largest(entry.gpuCounts)) return false
  return query.pair === undefined || entry.pair === undefined || entry.pair === query.pair
}

/**
 * The machine that this may be; undefined when GPUs are unknown, mixed, or nothing fits. Without a hint that names it only
 * board families are answered: a cloud shape is never guessed from its GPUs.
 */
export function matchSystem(query: SystemQuery): SystemMatch | undefined {
  const gpuIds = [...new Set(query.gpuIds)]
  if (gpuIds.length !== 1 || query.gpuCount < 1) return undefined
  const candidates = systems.filter((entry) => fits(entry, gpuIds, query))
  const texts = (query.hints ?? []).map((hint) => hint.toLowerCase())
  const named = candidates.find((entry) => entry.hints.some((hint) => texts.some((text) => text.includes(hint))))
  const partial = (entry: System): boolean => !entry.gpuCounts.some((count) => count <= query.gpuCount)
  if (named) return { system: named, confidence: 'named', partial: partial(named) }

  const boards = candidates.filter((entry) => !entry.specific)
  // A whole board explains what is seen better than part of a larger one, unless NV# decided already.
  const whole = boards.filter((entry) => entry.gpuCounts.includes(query.gpuCount))
  const best = whole.length > 0 ? whole : boards
  const first = best[0]
  if (!first) return undefined
  const decided = best.length === 1 && (query.pair !== undefined || boards.length === 1)
  return { system: first, confidence: decided ? 'board' : 'likely', partial: partial(first) }
}
