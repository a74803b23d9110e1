import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface StatsValue {
  readonly section?: string
  readonly name: string
  /** As printed; continuation rows follow. */
  readonly values: readonly string[]
  readonly line: number
}

/** `dcgmi stats`. */
export interface DcgmStats {
  readonly job?: AtLine<string>
  readonly pid?: AtLine<string>
  readonly gpus: readonly {
    /** Undefined for the `Summary` table. */
    readonly gpu?: number
    readonly values: readonly StatsValue[]
    readonly line: number
  }[]
}

export const dcgmStats = defineBlockFormat<DcgmStats>({
  id: 'dcgm/stats',
  title: 'DCGM statistics of a job or process',
  command: 'dcgmi stats -v -j JOB',
  example: 'Successfully retrieved statistics for job: train-1.',
  anchors: ['Successfully retrieved statistics', 'Successfully retrieved process info', 'Execution Stats'],
  begins: () => false,
  parse: () => null,
})
