import type { MessageData } from '../model/finding'
import type { Collective } from '../model/run'
import type { Bytes, GigabitsPerSecond, GigabytesPerSecond } from '../model/units'

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
  /** Compute NICs of one node. */
  readonly nics?: readonly { readonly count: number; readonly gigabitsPerSecond: GigabitsPerSecond }[]
  readonly systemId?: string
  /** For cards with bridges: every pair of this communicator shows NV#. Undefined = not known. */
  readonly bridged?: boolean
}

export type ExpectationBecause =
  | 'row' // a published or measured figure for this machine, count, collective and size
  | 'row-scaled' // such a figure at another size times the size factor
  | 'ring' // links x NCCL's figure per link
  | 'nvls' // 2(n-1)/(n+1) x r
  | 'network' // NICs x figure per NIC

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

export interface BusBandwidthLevel {
  readonly low: GigabytesPerSecond
  readonly typical: GigabytesPerSecond
  readonly high: GigabytesPerSecond
}

/** Already multiplied by `sizeFactor`. */
export interface Expectation extends BusBandwidthLevel {
  readonly unknown?: undefined
  /** Which level the figures are: with `either` low and typical are the ring, high is NVLS, and both are healthy. */
  readonly level: 'ring' | 'nvls' | 'either' | 'network' | 'pcie' | 'other'
  /** Both levels where NVLS exists for this count; a result at `ring` is healthy hardware ("NVLS was not used"). */
  readonly levels?: { readonly ring: BusBandwidthLevel; readonly nvls: BusBandwidthLevel }
  readonly basis: 'measured' | 'derived'
  readonly confidence: 'normal' | 'medium' | 'low'
  readonly sizeFactor: number
  /** `key` under `expectation.` in shared/messages. */
  readonly because: { readonly key: ExpectationBecause; readonly data: MessageData }
  readonly sources: readonly string[]
}

export type ExpectationResult = Expectation | { readonly unknown: UnknownReason }

/** Expected bus bandwidth, GB/s: rows of bandwidth.ts first, then the formulas of the model. */
export function expectBusBandwidth(_query: BandwidthQuery): ExpectationResult {
  return { unknown: 'gpu-unknown' }
}

/** Links x NCCL's figure per link: no ring can exceed it; busbw more than 3 % above it shows that NVLS ran. */
export function ringLimit(_gpuId: string): GigabytesPerSecond | undefined {
  return undefined
}

export function nvlsShownBy(_gpuId: string, _busbw: GigabytesPerSecond): boolean {
  return false
}

/** Fraction of the plateau at this size; undefined below 64 MiB (sendrecv: 512 MiB), where nothing is expected. */
export function sizeFactor(_gpuId: string, _collective: Collective, _bytes: Bytes): number | undefined {
  return undefined
}

/** Limits of rule busbw-below-expected against `typical`: 0.85 warning, 0.60 error; 0.40 under 256 MiB. */
export const verdictLimits = { warning: 0.85, error: 0.6, errorBelow256MiB: 0.4 } as const

/** GB/s that NCCL counts for one NIC (Mb/s / 8000 with its table): 12, 24, 48, 96 for 100, 200, 400, 800 Gb/s. */
export function perNicBandwidth(_gigabitsPerSecond: GigabitsPerSecond): GigabytesPerSecond {
  return 0
}
