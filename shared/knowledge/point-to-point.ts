import type { GigabytesPerSecond } from '../model/units'
import { pointToPointRows } from './bandwidth'
import type { Band, PointToPointRow } from './bandwidth'
import { gpuById } from './gpus'
import type { GpuProduct } from './gpus'

export type PointToPointWhat =
  | 'nvlink-copy' // one direction, copy engine, pair on NVLink
  | 'nvlink-copy-both' // both directions added
  | 'no-peer-copy' // pair without peer access, through the host
  | 'host-to-device' // pinned, one direction at a time
  | 'device-to-host'
  | 'host-both-each' // both directions at once, each of them
  | 'nvlink-write-latency' // microseconds, peer access
  | 'no-peer-latency' // microseconds, without peer access

export interface PointToPointExpectation extends Band {
  readonly unit: 'GB/s' | 'us'
  readonly basis: 'measured' | 'derived'
  readonly sources: readonly string[]
}

/** Beginning of the row's own title. */
const titles: Readonly<Record<PointToPointWhat, string>> = {
  'nvlink-copy': 'p2p copy, one direction',
  'nvlink-copy-both': 'p2p copy, both directions',
  'no-peer-copy': 'p2p copy, P2P disabled',
  'host-to-device': 'host to device, pinned',
  'device-to-host': 'device to host, pinned',
  'host-both-each': 'host to device and device to host at once',
  'nvlink-write-latency': 'p2p write latency, peer access on',
  'no-peer-latency': 'p2p write latency, peer access off',
}

function measured(row: PointToPointRow): PointToPointExpectation {
  return { ...row.value, unit: row.unit === 'us' ? 'us' : 'GB/s', basis: 'measured', sources: row.sources }
}

const derivedSource = ['derived: copy engines reach 81 to 93 % of the rating (nvbandwidth results of A100, H100, B200)']

/** links x rated x 0.81 .. 0.93. */
function byRating(gpu: GpuProduct, links: number, directions: 1 | 2): PointToPointExpectation | undefined {
  if (!gpu.nvlink) return undefined
  const rated: GigabytesPerSecond = links * gpu.nvlink.ratedPerLink * directions
  return {
    low: rated * 0.81,
    typical: rated * 0.86,
    high: rated * 0.93,
    unit: 'GB/s',
    basis: 'derived',
    sources: derivedSource,
  }
}

/** One row per PCIe generation at x16 stands for all products of it: the slot sets the pace, not the GPU. */
function hostRow(gpu: GpuProduct, what: PointToPointWhat): PointToPointRow | undefined {
  if (!gpu.pcie.judged || gpu.pcie.width !== 16) return undefined
  return pointToPointRows.find(
    (row) => row.what.startsWith(titles[what]) && row.what.includes(`gen${gpu.pcie.generation} x16`),
  )
}

/**
 * What nvbandwidth and p2pBandwidthLatencyTest show on healthy hardware; undefined when no figure is known. Not an NCCL number.
 * `linksPerPair` is the number in NV# of the pair: without it the full width of an NVSwitch board or bridge is meant.
 */
export function expectPointToPoint(
  gpuId: string,
  what: PointToPointWhat,
  linksPerPair?: number,
): PointToPointExpectation | undefined {
  const gpu = gpuById(gpuId)
  if (!gpu) return undefined
  const titled = pointToPointRows.filter((row) => row.what.startsWith(titles[what]))
  if (what === 'nvlink-write-latency' || what === 'no-peer-latency') {
    if (what === 'nvlink-write-latency' && !gpu.nvlink) return undefined
    return titled[0] && measured(titled[0])
  }
  if (what === 'host-to-device' || what === 'device-to-host' || what === 'host-both-each') {
    const row = titled.find((entry) => entry.gpuIds.includes(gpuId)) ?? hostRow(gpu, what)
    return row && measured(row)
  }
  const own = titled.filter((row) => row.gpuIds.includes(gpuId))
  if (what === 'no-peer-copy') return own[0] && measured(own[0])
  if (!gpu.nvlink || (gpu.nvlink.mesh && linksPerPair === undefined)) return undefined
  const full = gpu.nvlink.wiredLinks
  const links = linksPerPair ?? full
  const directions = what === 'nvlink-copy' ? 1 : 2
  // Rows of full-width pairs come first; a narrower pair (4-GPU board, missing bridge) is a matter of its links.
  const row = links === full ? own[0] : undefined
  return row ? measured(row) : byRating(gpu, links, directions)
}

/** Entries of a healthy matrix of like pairs are equal within 3 %; one low row is that GPU, one low cell that pair. */
export const matrixSpread = 0.03
