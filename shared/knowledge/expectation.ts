import type { MessageData } from '../model/finding'
import type { Collective } from '../model/run'
import { bandwidthRows } from './bandwidth'
import type { Band, BandwidthRow } from './bandwidth'
import { atSize, nvlsBand, ringBand, ringLimit, scaled, usableLinks } from './expectation-levels'
import { networkExpectation, rackExpectation } from './expectation-network'
import type { BandwidthQuery, Expectation, ExpectationResult, Level, UnknownReason } from './expectation-types'
import { gpuById } from './gpus'
import type { GpuProduct } from './gpus'
import { sizeFactor, smallestJudgedSize } from './size-factor'

export { nvlsShownBy, ringLimit } from './expectation-levels'
export { perNicBandwidth } from './expectation-network'
export { sizeFactor } from './size-factor'
export type { BandwidthQuery, Expectation, ExpectationBecause, ExpectationResult, NvlsState } from './expectation-types'

/** Limits of rule busbw-below-expected against `typical`: 0.85 warning, 0.60 error; 0.40 under 256 MiB. */
export const verdictLimits = { warning: 0.85, error: 0.6, errorBelow256MiB: 0.4 } as const

/** Collectives that rows or formulas cover inside a node. */
const covered: readonly Collective[] = [
  'all_reduce',
  'all_gather',
  'reduce_scatter',
  'broadcast',
  'reduce',
  'alltoall',
  'sendrecv',
]

function rowsOf(query: BandwidthQuery, path: BandwidthRow['path']): readonly BandwidthRow[] {
  return bandwidthRows.filter(
    (row) =>
      row.path === path &&
      row.nodes === query.nodes &&
      row.gpuCount === query.gpuCount &&
      row.collective === query.collective &&
      row.gpuIds.includes(query.gpuId),
  )
}

function fromRows(rows: readonly BandwidthRow[], query: BandwidthQuery): Level | undefined {
  const found = atSize(rows, query)
  if (!found) return undefined
  const { row, band, factor } = found
  const data = { system: row.system, gpus: row.gpuCount, bytes: query.bytes, algorithm: row.algorithm ?? '' }
  const key = factor === 1 ? 'row' : 'row-scaled'
  return { band, basis: row.basis, confidence: row.confidence, factor, because: { key, data }, sources: row.sources }
}

function fromFormula(band: Band, key: 'ring' | 'nvls', data: MessageData, query: BandwidthQuery): Level {
  const factor = sizeFactor(query.gpuId, query.collective, query.bytes, query.gpuCount) ?? 1
  return {
    band: scaled(band, factor),
    basis: 'derived',
    confidence: 'medium',
    factor,
    because: { key, data: { ...data, gpus: query.gpuCount, bytes: query.bytes } },
    sources: formulaSources,
  }
}

const formulaSources: readonly string[] = [
  'github:NVIDIA/nccl src/graph/topo.h (figure per link)',
  'derived: fitted to published nccl-tests results (bandwidth.json)',
]

function expectation(level: Expectation['level'], from: Level): Expectation {
  return {
    ...from.band,
    level,
    basis: from.basis,
    confidence: from.confidence,
    sizeFactor: from.factor,
    because: from.because,
    sources: from.sources,
  }
}

/** GPUs from which NCCL's default tuner takes NVLS for all_reduce (H200 sweeps; AWS B200). */
function nvlsFrom(gpu: GpuProduct): number {
  return gpu.architecture === 'Blackwell' ? 6 : 5
}

function overNvlink(gpu: GpuProduct, query: BandwidthQuery): ExpectationResult {
  const rows = rowsOf(query, 'nvlink')
  const links = usableLinks(gpu, query)
  // Unequal neighbours: only the counts that somebody measured say anything.
  if (links === undefined) {
    const measured = fromRows(rows, query)
    return measured ? expectation('ring', measured) : { unknown: 'count-not-covered' }
  }
  const formula = ringBand(gpu, links.count, query.collective)
  if (!formula) return { unknown: 'collective-not-covered' }
  const data = { links: links.count, perLink: gpu.nccl?.perLinkBandwidth ?? 0 }
  const ringRows = links.board && query.gpuCount < 4 ? [] : rows.filter((row) => row.nvls !== true)
  const ring = fromRows(ringRows, query) ?? fromFormula(formula, 'ring', data, query)
  const assumed = links.assumed ? { assumes: 'nvswitch-board' as const } : {}

  const nvlsPossible =
    gpu.nvlsCapable && !links.board && query.collective === 'all_reduce' && query.gpuCount >= nvlsFrom(gpu)
  if (!nvlsPossible) return { ...expectation('ring', ring), ...assumed }
  const nvlsFormula = nvlsBand(gpu, query.gpuCount)
  const nvls =
    fromRows(
      rows.filter((row) => row.nvls === true),
      query,
    ) ?? fromFormula(nvlsFormula, 'nvls', data, query)
  const levels = { ring: ring.band, nvls: nvls.band }
  if (query.nvls === 'chosen') return { ...expectation('nvls', nvls), levels }
  if (query.nvls !== 'unknown') return { ...expectation('ring', ring), levels }
  return { ...expectation('either', ring), high: nvls.band.high, levels }
}

function overPcie(query: BandwidthQuery, reason: UnknownReason): ExpectationResult {
  const measured = fromRows(rowsOf(query, 'pcie'), query)
  return measured ? { ...expectation('pcie', measured), confidence: 'low' } : { unknown: reason }
}

function insideNode(gpu: GpuProduct, query: BandwidthQuery): ExpectationResult {
  if (!gpu.nvlink) return overPcie(query, 'pcie-only')
  if (!gpu.bridgeOnly) return overNvlink(gpu, query)
  if (query.bridged === undefined) return { unknown: 'bridge-unknown' }
  if (!query.bridged) return overPcie(query, 'not-bridged')
  const largestGroup = gpu.nvlink.fourGpuBoardPair ? 4 : 2
  return query.gpuCount <= largestGroup ? overNvlink(gpu, query) : { unknown: 'count-not-covered' }
}

/** Expected bus bandwidth, GB/s: rows of bandwidth.ts first, then the formulas of the model. */
export function expectBusBandwidth(query: BandwidthQuery): ExpectationResult {
  const gpu = gpuById(query.gpuId)
  if (!gpu) return { unknown: 'gpu-unknown' }
  if (!(query.gpuCount >= 2)) return { unknown: 'single-rank' }
  if (!(query.bytes >= smallestJudgedSize(query.collective))) return { unknown: 'too-small' }
  if (!covered.includes(query.collective)) return { unknown: 'collective-not-covered' }
  if (query.nodes <= 1) return insideNode(gpu, query)
  if (query.mnnvl) {
    // Where the log does not say which algorithm ran, an NVLS figure must not stand as what is due.
    const unsuited = query.nvls !== 'chosen'
    const rackRows = rowsOf(query, 'nvlink').filter((row) => row.nvls === undefined || row.nvls !== unsuited)
    return rackExpectation(gpu, query, fromRows(rackRows, query), ringLimit(query.gpuId))
  }
  if (gpu.id.startsWith('gb') && query.mnnvl === undefined) return { unknown: 'mnnvl-unknown' }
  const systemRows = rowsOf(query, 'network').filter(
    (row) => query.systemId !== undefined && row.systemIds.includes(query.systemId),
  )
  return networkExpectation(gpu, query, fromRows(systemRows, query))
}
