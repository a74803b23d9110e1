import type { MessageData } from '../model/finding'
import type { Collective } from '../model/run'
import type { Bytes, GigabitsPerSecond, GigabytesPerSecond } from '../model/units'
import type { Band } from './bandwidth'

export type NvlsState =
  | 'chosen' // a TUNING line says NVLS, or a row exceeds the ring limit by more than 3 %
  | 'not-chosen' // a TUNING line says another algorithm
  | 'unavailable' // NCCL_NVLS_ENABLE=0, NCCL < 2.17, 0 nvls channels, multicast failed
  | 'unknown'

export interface BandwidthQuery {
  readonly gpuId: string
  /** GPUs = ranks of the communicator, over all nodes. */
  readonly gpuCount: number
  readonly nodes: number
  readonly collective: Collective
  readonly bytes: Bytes
  readonly nvls: NvlsState
  /** Compute NICs of one node that the job uses. */
  readonly nics?: readonly { readonly count: number; readonly gigabitsPerSecond: GigabitsPerSecond }[]
  readonly systemId?: string
  /** For cards with bridges: every pair of this communicator shows NV#. Undefined = not known. */
  readonly bridged?: boolean
  /** The number in NV# of the pairs used: tells a 4-GPU board (NV6) from part of an 8-GPU board (NV18). */
  readonly linksPerPair?: number
  /** GPUs that the node shows, used or not: more than four rule out the 4-GPU boards. */
  readonly gpusOnNode?: number
  /** Nodes of one multi-node NVLink domain: `via P2P/MNNVL` in the log. Undefined = not known. */
  readonly mnnvl?: boolean
}

export type ExpectationBecause =
  | 'row' // a published or measured figure for this machine, count, collective and size
  | 'row-scaled' // such a figure at another size times the size factor
  | 'ring' // links x NCCL's figure per link
  | 'nvls' // 2(n-1)/(n+1) x r
  | 'rack' // multi-node NVLink
  | 'network' // NICs x figure per NIC
  | 'network-two-nodes' // the same, where Tree may read up to twice the wire

export type UnknownReason =
  | 'gpu-unknown'
  | 'single-rank'
  | 'too-small'
  | 'collective-not-covered'
  | 'count-not-covered'
  | 'pcie-only'
  | 'bridge-unknown'
  | 'not-bridged'
  | 'nics-unknown'
  | 'mnnvl-unknown'

export type BusBandwidthLevel = Readonly<Record<keyof Band, GigabytesPerSecond>>

/** Already multiplied by `sizeFactor`. */
export interface Expectation extends BusBandwidthLevel {
  readonly unknown?: undefined
  /** Which level the figures are: with `either` low and typical are the ring, high is NVLS, and both are healthy. */
  readonly level: 'ring' | 'nvls' | 'either' | 'network' | 'pcie' | 'other'
  /** Both levels where NVLS exists for this count; a result at `ring` is healthy hardware ("NVLS was not used"). */
  readonly levels?: { readonly ring: BusBandwidthLevel; readonly nvls: BusBandwidthLevel }
  /** Not shown by any capture and taken for granted: two or three GPUs of a 4-GPU board would give a third or two thirds. */
  readonly assumes?: 'nvswitch-board'
  readonly basis: 'measured' | 'derived'
  readonly confidence: 'normal' | 'medium' | 'low'
  readonly sizeFactor: number
  /** `key` under `expectation.` in shared/messages. */
  readonly because: { readonly key: ExpectationBecause; readonly data: MessageData }
  readonly sources: readonly string[]
}

export type ExpectationResult = Expectation | { readonly unknown: UnknownReason }

/** One level with where it comes from, before it becomes the answer. */
export interface Level {
  readonly band: Band
  readonly basis: Expectation['basis']
  readonly confidence: Expectation['confidence']
  readonly factor: number
  readonly because: Expectation['because']
  readonly sources: readonly string[]
}
