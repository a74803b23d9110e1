import type { Band } from './bandwidth'

export type PointToPointWhat =
  | 'nvlink-copy' // one direction, copy engine, pair on NVLink
  | 'nvlink-copy-both' // both directions added
  | 'host-copy' // host <-> device, one direction at a time
  | 'nvlink-write-latency' // microseconds, peer access
  | 'no-peer-latency' // microseconds, without peer access

export interface PointToPointExpectation extends Band {
  readonly unit: 'GB/s' | 'us'
  readonly sources: readonly string[]
}

/** What nvbandwidth and p2pBandwidthLatencyTest show on healthy hardware; undefined when no figure is known. Not an NCCL number. */
export function expectPointToPoint(_gpuId: string, _what: PointToPointWhat): PointToPointExpectation | undefined {
  return undefined
}

/** Entries of a healthy matrix of like pairs are equal within 3 %. */
export const matrixSpread = 0.03
