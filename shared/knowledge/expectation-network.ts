import type { GigabitsPerSecond, GigabytesPerSecond } from '../model/units'
import type { Band } from './bandwidth'
import type { BandwidthQuery, Expectation, ExpectationResult, Level } from './expectation-types'
import { nvlsBusBandwidth, ringLimit, scaled } from './expectation-levels'
import type { GpuProduct } from './gpus'
import { MiB, sizeFactor } from './size-factor'

/** GB/s that one NIC carries at best, by NCCL's own planning figures: 12, 24, 48, 96 for 100, 200, 400, 800 Gb/s. */
export function perNicBandwidth(gigabitsPerSecond: GigabitsPerSecond): GigabytesPerSecond {
  return gigabitsPerSecond * 0.12
}

function fromRow(level: Expectation['level'], row: Level): Expectation {
  const { band, basis, confidence, because, sources } = row
  return { ...band, level, basis, confidence, sizeFactor: row.factor, because, sources }
}

const sources: readonly string[] = [
  'github:NVIDIA/nccl src/graph/topo.h, src/transport/net_ib.cc (rate of a NIC)',
  'github:NVIDIA/nccl-tests issue #119 (24 GB/s per 200G NIC)',
  'derived: fitted to published nccl-tests results (bandwidth.json)',
]

/** Part of the fabric that a healthy ring reaches: low, typical, high. */
function share(query: BandwidthQuery): readonly [number, number, number] | undefined {
  switch (query.collective) {
    case 'all_reduce':
      return query.nodes >= 64 ? [0.78, 0.9, 1] : [0.85, 0.94, 1]
    case 'all_gather':
    case 'reduce_scatter':
      return [0.78, 0.85, 0.95]
    case 'broadcast':
    case 'reduce':
      return [0.7, 0.78, 0.95]
    default:
      // alltoall and sendrecv use one NIC per pair: no figure of the node's sum holds.
      return undefined
  }
}

/** Between nodes: NICs x figure per NIC, capped by the ring inside the node; from 256 MiB up. */
export function networkExpectation(gpu: GpuProduct, query: BandwidthQuery, row: Level | undefined): ExpectationResult {
  if (row) return fromRow('network', row)
  if (query.bytes < 256 * MiB) return { unknown: 'too-small' }
  if (!gpu.nvlink || gpu.bridgeOnly || gpu.nvlink.mesh)
    return { unknown: gpu.nvlink ? 'count-not-covered' : 'pcie-only' }
  const parts = share(query)
  if (!parts) return { unknown: 'collective-not-covered' }
  const nics = (query.nics ?? []).filter((nic) => nic.count > 0 && nic.gigabitsPerSecond > 0)
  const fastest = nics.reduce((most, nic) => Math.max(most, nic.gigabitsPerSecond), 0)
  const inside = ringLimit(query.gpuId)
  if (fastest === 0 || inside === undefined) return { unknown: 'nics-unknown' }
  const perNode = query.gpuCount / query.nodes
  // Fewer GPUs than a node has leave NICs unused; how many depends on the PCIe tree.
  if (perNode > 1 && perNode < 4) return { unknown: 'count-not-covered' }
  const all = nics.reduce((sum, nic) => sum + nic.count * perNicBandwidth(nic.gigabitsPerSecond), 0)
  const fabric = perNode <= 1 ? perNicBandwidth(fastest) : all
  const pace = Math.min(fabric, inside)
  const factor = sizeFactor(query.gpuId, query.collective, query.bytes) ?? 1
  const twoNodes = query.nodes === 2 && query.collective === 'all_reduce'
  // Tree and NVLSTree count less traffic on the wire of exactly two nodes.
  const intra = gpu.nvlsCapable && perNode >= 5 ? Math.max(nvlsBusBandwidth(gpu, perNode), inside) * 1.02 : inside
  const treeTop = Math.min(intra, 1.9 * fabric)
  const band: Band = {
    low: pace * parts[0],
    typical: pace * parts[1],
    high: twoNodes ? Math.max(treeTop, pace) : pace * parts[2],
  }
  const data = {
    nics: nics.reduce((sum, nic) => sum + nic.count, 0),
    gigabitsPerSecond: fastest,
    fabric,
    nodes: query.nodes,
  }
  return {
    ...scaled(band, factor),
    level: 'network',
    basis: 'derived',
    confidence: 'medium',
    sizeFactor: factor,
    because: { key: twoNodes ? 'network-two-nodes' : 'network', data },
    sources,
  }
}

/** Nodes of one NVLink domain (GB200, GB300 racks): the NICs set no limit. Two healthy levels, as inside a node. */
export function rackExpectation(
  gpu: GpuProduct,
  query: BandwidthQuery,
  row: Level | undefined,
  limit: GigabytesPerSecond | undefined,
): ExpectationResult {
  if (row) return fromRow('other', row)
  if (!gpu.nvlsCapable || limit === undefined || query.gpuCount > 72) return { unknown: 'count-not-covered' }
  if (query.collective !== 'all_reduce') return { unknown: 'collective-not-covered' }
  const factor = sizeFactor(query.gpuId, query.collective, query.bytes) ?? 1
  const ring = scaled({ low: limit * 0.9, typical: limit * 0.94, high: limit }, factor)
  // Published: 811 on 8 GPUs, 850 on 32, 847 on 72.
  const nvls = scaled({ low: 780, typical: 830, high: 860 }, factor)
  const chosen = query.nvls === 'chosen' ? nvls : query.nvls === 'unknown' ? { ...ring, high: nvls.high } : ring
  return {
    ...chosen,
    level: query.nvls === 'chosen' ? 'nvls' : query.nvls === 'unknown' ? 'either' : 'ring',
    levels: { ring, nvls },
    basis: 'derived',
    confidence: 'medium',
    sizeFactor: factor,
    because: { key: 'rack', data: { gpus: query.gpuCount, nodes: query.nodes, bytes: query.bytes } },
    sources,
  }
}
