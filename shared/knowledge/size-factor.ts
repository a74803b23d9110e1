import type { Collective } from '../model/run'
import type { Bytes } from '../model/units'
import { gpuById } from './gpus'

export const MiB = 1024 ** 2
export const GiB = 1024 ** 3

/** Size and fraction of the plateau, ascending. */
type Curve = readonly (readonly [Bytes, number])[]

/** Four and more GPUs up to Hopper: published sweeps of A100, H100, H200 (lowest of them at each size). */
const usual: Curve = [
  [64 * MiB, 0.65],
  [128 * MiB, 0.75],
  [256 * MiB, 0.85],
  [512 * MiB, 0.9],
  [GiB, 0.95],
  [4 * GiB, 0.99],
  [8 * GiB, 1],
]
/** B200 sweep: 0.76 at 256 MiB, 0.86 at 1 GiB, 0.88 at 4 GiB; below 256 MiB derived. */
const blackwell: Curve = [
  [64 * MiB, 0.55],
  [128 * MiB, 0.65],
  [256 * MiB, 0.75],
  [512 * MiB, 0.8],
  [GiB, 0.85],
  [4 * GiB, 0.88],
  [16 * GiB, 1],
]
/** Two H200: 270, 300, 314, 330 of 367. */
const pair: Curve = [
  [64 * MiB, 0.73],
  [128 * MiB, 0.78],
  [256 * MiB, 0.82],
  [512 * MiB, 0.86],
  [GiB, 0.9],
  [4 * GiB, 0.96],
  [8 * GiB, 1],
]
/** The other collectives rise later: 0.90 to 0.96 at 1 GiB with four and more GPUs. */
const later: Curve = [
  [64 * MiB, 0.6],
  [128 * MiB, 0.7],
  [256 * MiB, 0.78],
  [512 * MiB, 0.85],
  [GiB, 0.9],
  [4 * GiB, 0.96],
  [8 * GiB, 1],
]
/** Two H200, all_gather: 212, 245, 270 of 367; above 1 GiB derived. */
const laterPair: Curve = [
  [64 * MiB, 0.58],
  [256 * MiB, 0.67],
  [GiB, 0.74],
  [4 * GiB, 0.88],
  [8 * GiB, 1],
]

function curveFor(gpuId: string, collective: Collective, gpuCount: number): Curve {
  const blackwellPart = gpuById(gpuId)?.architecture === 'Blackwell'
  if (collective === 'all_reduce') return blackwellPart ? blackwell : gpuCount === 2 ? pair : usual
  if (collective === 'alltoall' || collective === 'sendrecv') return blackwellPart ? blackwell : later
  return gpuCount === 2 ? laterPair : blackwellPart ? blackwell : later
}

/** Smallest size that anything is expected of: sendrecv is below half of its plateau until 256 MiB. */
export function smallestJudgedSize(collective: Collective): Bytes {
  return collective === 'sendrecv' ? 512 * MiB : 64 * MiB
}

/**
 * Fraction of the plateau at this size, between the points by the logarithm of the size; undefined below 64 MiB (sendrecv:
 * 512 MiB), where nothing is expected. Without `gpuCount` the curve of four and more GPUs is taken.
 */
export function sizeFactor(gpuId: string, collective: Collective, bytes: Bytes, gpuCount = 8): number | undefined {
  if (!(bytes >= smallestJudgedSize(collective))) return undefined
  const curve = curveFor(gpuId, collective, gpuCount)
  let [belowSize, below] = curve[0] ?? [bytes, 1]
  for (const [size, factor] of curve) {
    if (size >= bytes) {
      if (size === belowSize) return factor
      const share = Math.log(bytes / belowSize) / Math.log(size / belowSize)
      return below + (factor - below) * share
    }
    belowSize = size
    below = factor
  }
  return below
}
