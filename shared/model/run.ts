import type { Measure } from './nccl'
import type { SourceRef, Sourced } from './source'
import type { Bytes, GigabytesPerSecond } from './units'

export type Collective =
  | 'all_reduce'
  | 'all_gather'
  | 'reduce_scatter'
  | 'broadcast'
  | 'reduce'
  | 'alltoall'
  | 'alltoallv'
  | 'sendrecv'
  | 'scatter'
  | 'gather'
  | 'hypercube'

export interface RunRow {
  readonly size: Bytes
  readonly count?: number
  readonly type?: string
  readonly redop?: string
  readonly root?: number
  readonly outOfPlace?: Measure
  readonly inPlace?: Measure
  readonly source: SourceRef
}

export interface RunRank {
  readonly rank: number
  readonly group?: number
  readonly pid?: number
  readonly host: string
  readonly device?: number
  readonly busId?: string
  readonly gpuName?: string
  readonly source: SourceRef
}

/** A square (or 1 x n) table of a point-to-point tool. `values[row][column]`, null where the tool printed N/A. */
export interface BandwidthMatrix {
  readonly title: string
  readonly unit: 'GB/s' | 'us' | 'ns' | 'none'
  readonly rowLabels: readonly string[]
  readonly columnLabels: readonly string[]
  readonly values: readonly (readonly (number | null)[])[]
  readonly source: SourceRef
}

export type RunKind = 'nccl-tests' | 'nvbandwidth' | 'p2pBandwidthLatencyTest' | 'perftest'

/** One benchmark run. It may span nodes; it points at them. */
export interface Run {
  readonly id: string
  readonly kind: RunKind
  readonly source: SourceRef
  /** Whole command line if captured. */
  readonly command?: string
  readonly collective?: Collective
  /** The collective is not printed and was worked out from columns and ratios. */
  readonly collectiveInferred?: boolean
  readonly version?: string
  readonly ncclVersion?: Sourced<string>
  readonly ranks?: number
  readonly rankList: readonly RunRank[]
  readonly hosts: readonly string[]
  /** Ids of the nodes it ran on. */
  readonly nodes: readonly string[]
  readonly rows: readonly RunRow[]
  readonly matrices: readonly BandwidthMatrix[]
  /** Larger of both columns over all rows. */
  readonly peakBusBandwidth?: GigabytesPerSecond
  readonly peakRow?: RunRow
  readonly averageBusBandwidth?: Sourced<number>
  readonly outOfBounds?: Sourced<{ readonly count: number; readonly ok: boolean }>
  readonly iterations?: number
  readonly validation?: boolean
  /** The run ended early, failed, or the capture is cut: text of the failure if there is one. */
  readonly failure?: Sourced<string>
  readonly complete: boolean
  readonly damaged: boolean
  /** Communicator whose log stands in the same document. */
  readonly communicator?: string
  /** perftest and others: named numbers with units in the name, e.g. `bwAverageGBps`. */
  readonly facts: Readonly<Record<string, string | number>>
}
