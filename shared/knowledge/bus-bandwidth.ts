import type { Collective } from '../model/run'
import type { GigabytesPerSecond } from '../model/units'

/** busbw = algbw x this (nccl-tests doc/PERFORMANCE.md and the per-test sources); undefined where it depends on more than the ranks. */
export function busBandwidthFactor(_collective: Collective, _ranks: number): number | undefined {
  return undefined
}

/** Rank count that busbw/algbw = `ratio` implies; undefined when none fits within print rounding. `tolerance` is relative. */
export function ranksFromRatio(_collective: Collective, _ratio: number, _tolerance = 0.005): number | undefined {
  return undefined
}

/** A printed link rate is right when it reaches the advertised one-direction rate, with 2 % slack; undefined for unknown products. */
export function printedRateOk(_gpuId: string, _printed: GigabytesPerSecond): boolean | undefined {
  return undefined
}
