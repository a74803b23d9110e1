import type { RunCurve } from '../bandwidth'
import type { Bytes, GigabytesPerSecond } from '../../model/units'
import { BANDWIDTH_NOISE } from './compare'

export interface PairPoint {
  readonly bytes: Bytes
  readonly left: GigabytesPerSecond
  readonly right: GigabytesPerSecond
  /** Left over right; undefined where the right side is zero. */
  readonly ratio?: number
  /** Further apart than runs of one machine scatter. */
  readonly apart: boolean
}

/** Runs of a node that have rows, those on the node alone first, the highest first. */
export function runsOfSide(curves: readonly RunCurve[], node: string): readonly RunCurve[] {
  return curves
    .filter(({ run, outOfPlace }) => run.nodes.includes(node) && outOfPlace.length > 0)
    .sort(
      (a, b) =>
        a.run.nodes.length - b.run.nodes.length || (b.run.peakBusBandwidth ?? 0) - (a.run.peakBusBandwidth ?? 0),
    )
}

/** Two runs of the same collective over as many ranks, the highest of each; else the highest of either. */
export function suggestRuns(
  left: readonly RunCurve[],
  right: readonly RunCurve[],
): readonly [RunCurve | undefined, RunCurve | undefined] | undefined {
  for (const a of left) {
    const b = right.find(
      ({ run }) =>
        run.collective === a.run.collective && run.ranks === a.run.ranks && run.nodes.length === a.run.nodes.length,
    )
    if (b) return [a, b]
  }
  return left[0] || right[0] ? [left[0], right[0]] : undefined
}

/** Out of place, at the sizes that both have. */
export function pairCurves(left: RunCurve, right: RunCurve): readonly PairPoint[] {
  const other = new Map(right.outOfPlace.map(({ bytes, busbw }) => [bytes, busbw]))
  return left.outOfPlace.flatMap(({ bytes, busbw }) => {
    const there = other.get(bytes)
    if (there === undefined) return []
    const apart = Math.abs(busbw - there) > Math.max(busbw, there) * BANDWIDTH_NOISE
    return [{ bytes, left: busbw, right: there, ratio: there > 0 ? busbw / there : undefined, apart }]
  })
}
