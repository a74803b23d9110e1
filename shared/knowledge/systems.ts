import type { GigabitsPerSecond } from '../model/units'

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

export const systems: readonly System[] = []

export function systemById(_id: string): System | undefined {
  return undefined
}

/** The machine that this may be; undefined when GPUs are unknown, mixed, or nothing fits. */
export function matchSystem(_query: SystemQuery): SystemMatch | undefined {
  return undefined
}
