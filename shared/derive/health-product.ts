import type { SourceRef } from '../model/source'
import type { EpochMs } from '../model/units'

/** What the Health view shows of values that live only in parsed sections. Plain and bounded: it crosses to the window. */

/** Samples of one quantity of one thing, oldest first. `values[i]` is null where the tool printed N/A. */
export interface HealthSeries {
  readonly node: string
  /** What was sampled: `GPU3`, `NIC0`, `NVSwitch1`. */
  readonly entity: string
  /** Stable name of the quantity: `power.draw`, `temperature.gpu`, `dcgm.1009`. */
  readonly quantity: string
  /** As the tool prints it: `Power`, `PIDX`, `DCGM_FI_PROF_NVLINK_TX_BYTES`. */
  readonly label: string
  readonly unit: string
  /** Wall clock or seconds since the first sample; undefined when the capture prints no time: then the x axis counts samples. */
  readonly times?: readonly EpochMs[]
  readonly values: readonly (number | null)[]
  /** Sample interval in seconds, when the command line says it and no time is printed. */
  readonly interval?: number
  readonly source: SourceRef
  /** Samples left out to keep the product small; 0 when every one is here. */
  readonly dropped: number
}

/** One row of `dcgmi health`, `dcgmi diag` and the like. */
export interface HealthResult {
  readonly node: string
  readonly tool: string
  readonly test: string
  readonly entity?: string
  /** The tool's own word: `Pass`, `Fail`, `Warn`, `Skip`. */
  readonly result: string
  readonly state: 'good' | 'degraded' | 'dead' | 'unknown'
  readonly text?: string
  readonly source: SourceRef
}

export interface HealthProduct {
  readonly series: readonly HealthSeries[]
  readonly results: readonly HealthResult[]
  /** Clock times that captures print, by document: differences between them make counters into rates. */
  readonly documentTimes: Readonly<Record<string, EpochMs>>
}

export const EMPTY_HEALTH: HealthProduct = { series: [], results: [], documentTimes: {} }

/** Points kept of one series: more than a screen has columns, and small enough for hundreds of series. */
export const SERIES_POINTS = 2000
