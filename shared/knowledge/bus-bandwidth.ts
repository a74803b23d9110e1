import type { Collective } from '../model/run'
import type { GigabytesPerSecond } from '../model/units'
import { gpuById } from './gpus'

/**
 * busbw = algbw x this, for `ranks` of one group (nccl-tests doc/PERFORMANCE.md and src/*.cu). 1 for broadcast, reduce, sendrecv
 * and hypercube. Undefined for fewer than one rank.
 */
export function busBandwidthFactor(collective: Collective, ranks: number): number | undefined {
  if (!Number.isInteger(ranks) || ranks < 1) return undefined
  switch (collective) {
    case 'all_reduce':
      return (2 * (ranks - 1)) / ranks
    case 'all_gather':
    case 'reduce_scatter':
    case 'alltoall':
    case 'alltoallv':
    case 'scatter':
    case 'gather':
      return (ranks - 1) / ranks
    case 'broadcast':
    case 'reduce':
    case 'sendrecv':
    case 'hypercube':
      return 1
  }
}

/** Above this many ranks a ratio of printed figures no longer tells neighbours apart. */
const mostRanks = 1024

/**
 * Rank count that busbw/algbw = `ratio` implies; undefined when none fits, or when more than one does within `tolerance`
 * (relative: what two decimals leave at 10 GB/s; faster rows allow less, and so more ranks).
 */
export function ranksFromRatio(collective: Collective, ratio: number, tolerance = 0.001): number | undefined {
  if (!(ratio > 0) || (busBandwidthFactor(collective, 2) === 1 && busBandwidthFactor(collective, 3) === 1))
    return undefined
  const guess = collective === 'all_reduce' ? 2 / (2 - ratio) : 1 / (1 - ratio)
  if (!Number.isFinite(guess) || guess < 1.5 || guess > mostRanks) return undefined
  const ranks = Math.round(guess)
  const near = (count: number): number => {
    const factor = busBandwidthFactor(collective, count)
    return factor === undefined ? Infinity : Math.abs(factor - ratio) / factor
  }
  if (near(ranks) > tolerance) return undefined
  return near(ranks - 1) <= tolerance || near(ranks + 1) <= tolerance ? undefined : ranks
}

/**
 * A printed link rate is right when it reaches the advertised one-direction rate, with 2 % slack (`nvlink -s` prints the raw
 * signal rate, 6 % more, for generations 4 and 5). Undefined for unknown products and those without NVLink.
 */
export function printedRateOk(gpuId: string, printed: GigabytesPerSecond): boolean | undefined {
  const nvlink = gpuById(gpuId)?.nvlink
  return nvlink && printed >= nvlink.ratedPerLink * 0.98
}
