import type { Collective } from '../model/run'
import type { GigabytesPerSecond } from '../model/units'
import type { Band, BandwidthRow } from './bandwidth'
import type { BandwidthQuery } from './expectation-types'
import { gpuById } from './gpus'
import type { GpuProduct } from './gpus'
import { GiB, sizeFactor } from './size-factor'

export function scaled(band: Band, factor: number): Band {
  return { low: band.low * factor, typical: band.typical * factor, high: band.high * factor }
}

/** Links x NCCL's figure per link, all links: no ring can exceed it. 371 for 18 Hopper links, 165 for 8, 240 for A100. */
export function ringLimit(gpuId: string): GigabytesPerSecond | undefined {
  const nccl = gpuById(gpuId)?.nccl
  return nccl && nccl.linksUsed * nccl.perLinkBandwidth
}

/** An all_reduce more than 3 % above the ring limit shows that NVLS ran, on products that have it. */
export function nvlsShownBy(gpuId: string, busbw: GigabytesPerSecond): boolean {
  const limit = ringLimit(gpuId)
  return limit !== undefined && gpuById(gpuId)?.nvlsCapable === true && busbw > limit * 1.03
}

interface UsableLinks {
  readonly count: number
  /** Four GPUs joined directly, no NVSwitch. */
  readonly board: boolean
  /** Nothing tells which board it is, and it matters for this count. */
  readonly assumed: boolean
}

function pairLinks(pair: string | undefined): number | undefined {
  const number = pair === undefined ? NaN : Number(pair.slice('NV'.length))
  return Number.isFinite(number) ? number : undefined
}

const directSystems = new Set(['hgx-a100-4', 'hgx-h100-4', 'hgx-h200-4', 'gb200-nvl4', 'gh200-quad'])

/**
 * Links of one GPU that a ring of `gpuCount` can use. A direct 4-GPU board gives each pair a third of the links, so two GPUs
 * reach a third and three GPUs two thirds. Undefined for the V100 mesh, where it depends on which GPUs.
 */
export function usableLinks(gpu: GpuProduct, query: BandwidthQuery): UsableLinks | undefined {
  if (!gpu.nvlink || !gpu.nccl || gpu.nvlink.mesh) return undefined
  const all = gpu.nccl.linksUsed
  const perPair = pairLinks(gpu.nvlink.fourGpuBoardPair)
  if (perPair === undefined || query.gpuCount > 4 || (query.gpusOnNode ?? 0) > 4)
    return { count: all, board: false, assumed: false }
  const onlyDirect = gpu.nvlink.healthyPair === undefined || gpu.nvlink.healthyPair === gpu.nvlink.fourGpuBoardPair
  const direct = onlyDirect || query.linksPerPair === perPair || directSystems.has(query.systemId ?? '')
  if (direct) return { count: Math.min(all, perPair * (query.gpuCount - 1)), board: true, assumed: false }
  const known = query.linksPerPair !== undefined || query.systemId !== undefined
  return { count: all, board: false, assumed: !known && query.gpuCount < 4 }
}

/** Part of the ring limit that a healthy plateau reaches: low, typical, high. Fitted to the rows; bridged pairs reach 0.87. */
const efficiency: Readonly<Partial<Record<Collective, readonly [number, number, number]>>> = {
  all_reduce: [0.94, 0.97, 1],
  all_gather: [0.91, 0.97, 1],
  reduce_scatter: [0.91, 0.97, 1],
  broadcast: [0.91, 0.96, 1],
  reduce: [0.91, 0.96, 1],
  alltoall: [0.8, 0.87, 1],
  sendrecv: [0.77, 0.88, 1],
}

/** links x figure per link x efficiency; undefined for collectives that nobody measured. */
export function ringBand(gpu: GpuProduct, links: number, collective: Collective): Band | undefined {
  const parts = efficiency[collective]
  if (!parts || !gpu.nccl) return undefined
  const limit = links * gpu.nccl.perLinkBandwidth
  const low = gpu.bridgeOnly && collective === 'all_reduce' ? 0.85 : parts[0]
  return {
    low: limit * low,
    typical: limit * (gpu.bridgeOnly ? Math.min(parts[1], 0.93) : parts[1]),
    high: limit * parts[2],
  }
}

/** r of nvls(n) = 2(n-1)/(n+1) x r: 308 for 18 Hopper links, 138 for the 8 of H800, 540 for Blackwell. */
function nvlsRate(gpu: GpuProduct): number {
  if (gpu.architecture === 'Blackwell') return 540
  return (gpu.nvlink?.wiredLinks ?? 18) >= 18 ? 308 : 138
}

/** The typical NVLS plateau of all_reduce inside a node, GB/s; it does not extrapolate to a rack. */
export function nvlsBusBandwidth(gpu: GpuProduct, gpuCount: number): GigabytesPerSecond {
  return ((2 * (gpuCount - 1)) / (gpuCount + 1)) * nvlsRate(gpu)
}

export function nvlsBand(gpu: GpuProduct, gpuCount: number): Band {
  const typical = nvlsBusBandwidth(gpu, gpuCount)
  return { low: typical * 0.96, typical, high: typical * 1.015 }
}

/** A figure without a size is read as a plateau of 4 GiB or more. */
function sizeOf(row: BandwidthRow): number {
  return row.bytes ?? 4 * GiB
}

export interface AtSize {
  readonly row: BandwidthRow
  readonly band: Band
  readonly factor: number
}

/**
 * The figure of these rows at the size asked. Between two sizes the lower row gives low and typical (bandwidth only rises with
 * the size) and the upper one high; below all rows the smallest is scaled; beyond a row that is still rising there is none.
 */
export function atSize(rows: readonly BandwidthRow[], query: BandwidthQuery): AtSize | undefined {
  const measured = rows.filter((row) => row.basis === 'measured')
  const sorted = [...(measured.length > 0 ? measured : rows)].sort((a, b) => sizeOf(a) - sizeOf(b))
  const below = sorted.filter((row) => sizeOf(row) <= query.bytes).at(-1)
  const above = sorted.find((row) => sizeOf(row) >= query.bytes)
  if (below) {
    if (!above && query.bytes >= 4 * GiB && sizeOf(below) < 4 * GiB) return undefined
    const high = Math.max(below.busbw.high, above?.busbw.high ?? below.busbw.high)
    return { row: below, band: { ...below.busbw, high }, factor: 1 }
  }
  if (!above) return undefined
  const at = (bytes: number): number => sizeFactor(query.gpuId, query.collective, bytes, query.gpuCount) ?? 1
  const factor = at(query.bytes) / at(sizeOf(above))
  return { row: above, band: scaled(above.busbw, factor), factor }
}
