import type { Collective } from '../model/run'
import type { Bytes, GigabytesPerSecond, Microseconds } from '../model/units'

export interface Band {
  readonly low: number
  readonly typical: number
  readonly high: number
}

/** One measured or derived level of bus bandwidth. */
export interface BandwidthRow {
  /** Free text for display. */
  readonly system: string
  readonly gpuIds: readonly string[]
  readonly gpuCount: number
  readonly nodes: number
  readonly collective: Collective
  /** Undefined: a plateau without a size; read as 4 GiB or more. */
  readonly bytes?: Bytes
  readonly algorithm?: string
  /** Undefined: not known or not meaningful. */
  readonly nvls?: boolean
  readonly busbw: Readonly<Record<'low' | 'typical' | 'high', GigabytesPerSecond>>
  readonly basis: 'measured' | 'derived'
  readonly confidence: 'normal' | 'medium' | 'low'
  readonly conditions?: string
  readonly sources: readonly string[]
}

export interface PointToPointRow {
  readonly what: string
  readonly gpuIds: readonly string[]
  readonly unit: string
  readonly value: Band
  readonly conditions?: string
  readonly sources: readonly string[]
}

export interface LatencyRow {
  readonly system: string
  readonly gpuCount: number
  readonly nodes: number
  readonly collective: Collective
  readonly bytes: Bytes
  readonly time: Readonly<Record<'low' | 'typical' | 'high', Microseconds>>
  readonly sources: readonly string[]
}

export const bandwidthRows: readonly BandwidthRow[] = []
export const pointToPointRows: readonly PointToPointRow[] = []
export const latencyRows: readonly LatencyRow[] = []
