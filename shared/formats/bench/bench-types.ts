import type { AtLine } from '../../model/source'
import type { Bytes, GigabytesPerSecond } from '../../model/units'

/** A table of a point-to-point tool. `values[row][column]`, null where the tool printed N/A or the capture is cut. */
export interface BenchMatrix {
  readonly title: string
  readonly unit: 'GB/s' | 'us' | 'ns' | 'none'
  readonly rowLabels: readonly string[]
  readonly columnLabels: readonly string[]
  readonly values: readonly (readonly (number | null)[])[]
  readonly line: number
  readonly endLine: number
}

export interface BenchDevice {
  readonly line: number
  readonly index: number
  readonly name: string
  /** Normalised; the tools print hex digits without function. */
  readonly busId?: string
  readonly host?: string
  readonly process?: number
}

export interface NvbandwidthTest {
  readonly line: number
  readonly name: string
  readonly status: 'Passed' | 'Running' | 'Waived' | 'Error' | 'Not Found' | 'Unknown'
  readonly description?: string
  readonly matrix?: BenchMatrix
  readonly sum?: number
  readonly max?: number
  readonly min?: number
  readonly average?: number
  readonly error?: string
}

export interface Nvbandwidth {
  readonly form: 'text' | 'json'
  readonly version?: AtLine<string>
  readonly cudaRuntime?: AtLine<string>
  readonly cudaDriver?: AtLine<string>
  readonly driver?: AtLine<string>
  readonly devices: readonly BenchDevice[]
  readonly tests: readonly NvbandwidthTest[]
  readonly errors: readonly AtLine<string>[]
  readonly damaged: boolean
}

export interface P2pLatencyTest {
  readonly devices: readonly BenchDevice[]
  readonly access: readonly {
    readonly line: number
    readonly from: number
    readonly to: number
    readonly can: boolean
  }[]
  /** In the order printed: connectivity, bandwidth one-way off/on, two-way off/on, latencies (GPU and CPU tables). */
  readonly matrices: readonly P2pMatrix[]
  readonly complete: boolean
  readonly damaged: boolean
}

export interface P2pMatrix extends BenchMatrix {
  readonly kind: 'connectivity' | 'bandwidth' | 'latency'
  readonly p2p?: 'disabled' | 'enabled'
  readonly direction?: 'unidirectional' | 'bidirectional'
  readonly access?: 'writes' | 'reads'
  /** Latency tables come twice: measured on the GPU and on the CPU. */
  readonly side?: 'GPU' | 'CPU'
}

export interface PerftestRow {
  readonly line: number
  readonly size: Bytes
  readonly iterations: number
  readonly peak?: GigabytesPerSecond
  readonly average?: GigabytesPerSecond
  /** Million messages per second. */
  readonly messageRate?: number
  /** Microseconds (latency tests). */
  readonly latency?: {
    readonly min: number
    readonly max: number
    readonly typical: number
    readonly average?: number
    readonly p99?: number
    readonly p999?: number
  }
}

/** ib_write_bw, ib_read_bw, ib_send_bw and their _lat. */
export interface Perftest {
  readonly line: number
  /** `RDMA_Write BW Test`. */
  readonly title: string
  readonly operation: 'write' | 'read' | 'send' | 'atomic' | 'raw' | 'other'
  readonly measures: 'bandwidth' | 'latency'
  readonly bidirectional: boolean
  readonly device?: AtLine<string>
  readonly linkType?: AtLine<string>
  readonly mtu?: AtLine<number>
  readonly gidIndex?: AtLine<number>
  readonly queuePairs?: AtLine<number>
  readonly connection?: AtLine<string>
  readonly relaxedOrdering?: AtLine<boolean>
  /** CUDA memory: the GPU of the run. Without it the figures are host memory, never GPUDirect. */
  readonly gpu?: AtLine<string>
  readonly localLid?: string
  readonly remoteLid?: string
  /** Header `BW peak[Gb/sec]`, as printed; rows are already in GB/s. */
  readonly unit?: string
  readonly rows: readonly PerftestRow[]
  readonly failures: readonly AtLine<string>[]
  readonly damaged: boolean
}
