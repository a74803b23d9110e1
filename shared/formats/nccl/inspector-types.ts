import type { Bytes, GigabytesPerSecond, Microseconds } from '../../model/units'

/** Records of the Inspector profiler plugin (2.28+), folded per communicator, rank, operation and size. */
export interface NcclInspector {
  readonly form: 'json' | 'prometheus'
  readonly rows: readonly InspectorRow[]
  readonly records: number
  readonly dropped: number
}

export interface InspectorRow {
  readonly line: number
  readonly lastLine: number
  readonly count: number
  readonly communicator?: string
  readonly rank?: number
  readonly ranks?: number
  readonly nodes?: number
  readonly host?: string
  readonly gpu?: string
  readonly operation: string
  /** Bytes, or a bucket text such as `4-5GB` in Prometheus mode. */
  readonly size: Bytes | string
  readonly algbw?: Spread<GigabytesPerSecond>
  readonly busbw?: Spread<GigabytesPerSecond>
  readonly time?: Spread<Microseconds>
  readonly algorithm?: string
  readonly timing?: string
}

export interface Spread<T extends number> {
  readonly min: T
  readonly max: T
  readonly mean: number
}
