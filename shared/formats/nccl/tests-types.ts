import type { Measure } from '../../model/nccl'
import type { Collective } from '../../model/run'
import type { AtLine, LineRange } from '../../model/source'
import type { Bytes, GigabytesPerSecond, Microseconds } from '../../model/units'

/** One run of an nccl-tests binary, from its text or its JSON. */
export interface NcclTestsRun extends LineRange {
  /** `text` or `json`: the same run may be captured in both forms. */
  readonly form: 'text' | 'json'
  /** AMD's fork: out of scope, but read and named. */
  readonly rccl: boolean
  /** nccl-tests version, `2.19.6`. */
  readonly version?: AtLine<string>
  /** Library version: of the header line or JSON (22902 -> `2.29.2`), or of a `NCCL version` line inside the run. */
  readonly ncclVersion?: AtLine<string>
  /** `all_reduce_perf`, from the text, the command line or args[]. */
  readonly binary?: AtLine<string>
  readonly collective?: Collective
  /** Not printed: worked out from columns and ratios. */
  readonly collectiveInferred: boolean
  readonly options: TestsOptions
  readonly reducedMaxBytes?: AtLine<Bytes>
  readonly rankList: readonly TestsRank[]
  /** Lines of the rank list are missing on purpose (`...`) or by a gap in the numbers. */
  readonly rankListElided: boolean
  /** Ranks of the communicator; undefined when neither list nor ratio tells. */
  readonly ranks?: number
  readonly ranksFrom?: 'list' | 'ratio' | 'counts' | 'config' | 'text'
  /** Highest group + 1 of the rank list. */
  readonly groups: number
  readonly hosts: readonly string[]
  /** Processes that printed into this text as if alone (all rank lines say Rank 0): a binary built without MPI=1. 1 is normal. */
  readonly overlapping: number
  /** Columns of the table as printed, without the preamble columns. */
  readonly layout: TestsLayout
  readonly rows: readonly TestsRow[]
  /** Larger of both columns over all rows; 0 is a value (one rank). */
  readonly peakBusBandwidth?: GigabytesPerSecond
  /** Index in `rows`. */
  readonly peakRow?: number
  readonly outOfBounds?: AtLine<{ readonly count: number; readonly ok: boolean }>
  /** Some cell of the #wrong (or error) columns held a number: results were checked. */
  readonly checked: boolean
  readonly averageBusBandwidth?: AtLine<number>
  /** Only with NCCL_TESTS_MIN_BW. */
  readonly averageVerdict?: 'OK' | 'FAILED'
  readonly failures: readonly TestsFailure[]
  /** env[] of the JSON, all names: secrets included, redaction is the report's business. */
  readonly environment: readonly { readonly name: string; readonly value: string; readonly line: number }[]
  readonly args: readonly string[]
  readonly startTime?: string
  readonly endTime?: string
  readonly memoryUsage?: AtLine<string>
  /** The footer (or end_time) was reached. */
  readonly complete: boolean
  /** Cut, elided or torn beyond repair: rules that read absence stay silent. */
  readonly damaged: boolean
}

export interface TestsOptions {
  /** The `# nThread ...` line. */
  readonly line?: number
  readonly threads?: number
  readonly gpusPerThread?: number
  readonly minBytes?: Bytes
  readonly maxBytes?: Bytes
  readonly step?: number
  readonly stepKind?: 'factor' | 'bytes'
  readonly warmup?: number
  readonly iterations?: number
  readonly aggregated?: number
  readonly validation?: boolean
  readonly graph?: number
  readonly blocking?: boolean
  readonly parallelInit?: boolean
  readonly perIteration?: boolean
}

export interface TestsRank {
  readonly line: number
  readonly rank: number
  readonly group?: number
  readonly pid?: number
  readonly host: string
  readonly device?: number
  /** Normalised when the domain is known (2.14+), else undefined: the old form drops the domain. */
  readonly busId?: string
  /** Text in the brackets. */
  readonly bus?: string
  /** '' on rccl-tests. */
  readonly gpuName: string
}

export interface TestsLayout {
  readonly line?: number
  /** `error` (before 2.13): a deviation, not a count. */
  readonly wrongColumn: 'error' | 'wrong' | 'unknown'
  readonly groups: 1 | 2
  readonly cpuTime: boolean
  readonly perIteration: boolean
  readonly timestamp: boolean
}

export interface TestsMeasure extends Measure {
  /** `error` column before 2.13: largest deviation. `wrong` is null then. */
  readonly deviation?: number
  /** -I: statistics over iterations, microseconds and percent. */
  readonly iterations?: {
    readonly min: Microseconds
    readonly max: Microseconds
    readonly p99: Microseconds
    readonly variation: number
  }
}

export interface TestsRow extends LineRange {
  readonly size: Bytes
  readonly count?: number
  readonly type?: string
  readonly redop?: string
  readonly root?: number
  readonly outOfPlace?: TestsMeasure
  readonly inPlace?: TestsMeasure
  readonly timestamp?: string
}

/** `HOST: Test NCCL failure FILE.cu:LINE 'text'` and kin. */
export interface TestsFailure {
  readonly line: number
  readonly kind: 'nccl' | 'cuda' | 'timeout' | 'usage' | 'error' | 'stack'
  readonly host?: string
  readonly pid?: number
  readonly file?: string
  readonly text: string
}
