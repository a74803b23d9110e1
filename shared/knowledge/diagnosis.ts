import type { GigabytesPerSecond } from '../model/units'

/** One band of measured plateau on one kind of machine, and what it usually means. Texts in shared/messages under `diagnosis.`. */
export interface DiagnosisBand {
  /** Message key: cause in words. */
  readonly key: string
  readonly from: GigabytesPerSecond
  readonly to: GigabytesPerSecond
  readonly healthy: boolean
  /** Rules that would prove it. */
  readonly rules: readonly string[]
}

export interface DiagnosisTable {
  readonly id: string
  readonly gpuIds: readonly string[]
  readonly gpuCount: number
  readonly nodes: number
  /** Bands hold for messages from this size on. */
  readonly fromBytes: number
  readonly bands: readonly DiagnosisBand[]
}

export const diagnosisTables: readonly DiagnosisTable[] = []

/** Bands of all_reduce for this machine, that hold the measured value; empty when the table has none. */
export function diagnosisBands(_query: {
  readonly gpuId: string
  readonly gpuCount: number
  readonly nodes: number
  readonly bytes: number
  readonly busbw: GigabytesPerSecond
}): readonly DiagnosisBand[] {
  return []
}
