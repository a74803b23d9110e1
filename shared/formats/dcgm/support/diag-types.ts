import type { AtLine } from '../../../model/source'
import type { DcgmEntity } from './entity'

/** `skip` is no pass. `warn` occurs in the Deployment part only; the JSON of 2.x and 3.x says Fail there. */
export type DiagStatus = 'pass' | 'fail' | 'skip' | 'warn' | 'error' | 'unknown'

export interface DiagMessage extends AtLine<string> {
  readonly kind: 'warning' | 'info' | 'error'
  readonly entity?: DcgmEntity
  readonly errorId?: number
  readonly errorCategory?: number
  /** 0 none, 1 monitor, 2 isolate, 3 unknown, 4 triage, 5 config, 6 reset. */
  readonly errorSeverity?: number
}

export interface DiagResult {
  readonly entity: DcgmEntity
  readonly status: DiagStatus
  readonly line: number
}

export interface DiagTest {
  /** As printed: `PCIe`, `Memory Bandwidth` (up to 3.x), `memory_bandwidth` (4.x). */
  readonly name: string
  /** Deployment, Integration, Hardware, Stress, Training. */
  readonly category?: string
  /** Worst result over all entities, or what the row says for all. */
  readonly status: DiagStatus
  /** Single entities, where the output tells them apart; `Pass - All` leaves this empty. */
  readonly results: readonly DiagResult[]
  readonly messages: readonly DiagMessage[]
  readonly line: number
}

/** PCIe figures that the diagnostic measured; they stand in a free text. */
export interface DiagPcie {
  readonly gpu: number
  /** GB/s and microseconds as printed. */
  readonly gpuToHost?: number
  readonly hostToGpu?: number
  readonly bidirectional?: number
  readonly gpuToHostLatency?: number
  readonly hostToGpuLatency?: number
  readonly bidirectionalLatency?: number
  readonly line: number
}

/** `dcgmi diag`, text or JSON, of any generation. A passing diagnostic says nothing about NVLink (3.3.7 passes with all links down). */
export interface DcgmDiag {
  readonly version?: AtLine<string>
  readonly driver?: AtLine<string>
  /** PCI device ids of the GPUs, e.g. `2330`; a set, not a list by index. */
  readonly deviceIds?: AtLine<readonly string[]>
  readonly tests: readonly DiagTest[]
  /** Messages of the run as a whole: an `Error` row in place of tests, a `runtime_error`. */
  readonly messages: readonly DiagMessage[]
  readonly pcie: readonly DiagPcie[]
  /** `Successfully ran diagnostic for group.`: the tool ran; no verdict. */
  readonly ran?: AtLine<boolean>
  /** Table footer or closing bracket seen. */
  readonly complete: boolean
}
