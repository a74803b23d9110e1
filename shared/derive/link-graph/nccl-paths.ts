import type { Communicator, Connection } from '../../model/nccl'
import type { SourceRef } from '../../model/source'
import { channelList, ringGroups, treeGroups } from '../settings-communicator'
import type { LinkGraph } from './types'

/** One step of data from a rank to the next, as far as this node sees it. */
export interface NcclHop {
  readonly id: string
  /** Local GPU ids; `to` undefined when the step leaves the node. */
  readonly from: string
  readonly to?: string
  readonly fromRank: number
  readonly toRank: number
  readonly via?: string
  readonly transport?: string
  /** Inside the node over shared memory or the network: works, far slower than the links of the board. */
  readonly degraded: boolean
  readonly toHost?: string
  readonly toGpu?: string
  readonly sources: readonly SourceRef[]
}

export interface NcclPath {
  readonly id: string
  readonly kind: 'ring' | 'tree'
  readonly channels: string
  readonly hops: readonly NcclHop[]
  readonly sources: readonly SourceRef[]
}

export interface NcclLayer {
  readonly communicator: string
  readonly paths: readonly NcclPath[]
  readonly transports: readonly { readonly transport: string; readonly count: number }[]
}

/** Communicators that ran on the node, with the rings and trees that its GPUs are part of. */
export function ncclLayers(graph: LinkGraph, communicators: readonly Communicator[]): NcclLayer[] {
  return communicators
    .filter((item) => item.nodes.includes(graph.nodeId))
    .map((item) => layerOf(graph, item))
    .filter((layer) => layer.paths.length > 0 || layer.transports.length > 0)
}

function layerOf(graph: LinkGraph, communicator: Communicator): NcclLayer {
  const gpuOf = new Map<number, string>()
  const labels = new Map<number, { host: string; gpu: string }>()
  for (const rank of communicator.ranks) {
    const gpu = graph.gpus.find(
      (item) =>
        item.modelId === rank.gpu ||
        (rank.node === graph.nodeId && rank.gpu === undefined && item.busId !== undefined && item.busId === rank.busId),
    )
    if (gpu && (rank.node === undefined || rank.node === graph.nodeId)) gpuOf.set(rank.rank, gpu.id)
    labels.set(rank.rank, { host: rank.host, gpu: `GPU${String(rank.nvmlDevice ?? rank.cudaDevice ?? '?')}` })
  }
  const connection = new Map<string, Connection>()
  for (const item of communicator.connections)
    connection.set(`${String(item.channel)} ${String(item.from)} ${String(item.to)}`, item)
  const hop = (path: string, channels: readonly number[], from: number, to: number): NcclHop[] => {
    const gpu = gpuOf.get(from)
    if (gpu === undefined) return []
    const inside = gpuOf.get(to)
    const found = channels
      .map((channel) => connection.get(`${String(channel)} ${String(from)} ${String(to)}`))
      .find((item) => item !== undefined)
    const far = labels.get(to)
    return [
      {
        id: `hop:${path}:${String(from)}>${String(to)}`,
        from: gpu,
        to: inside,
        fromRank: from,
        toRank: to,
        via: found?.via,
        transport: found?.transport,
        degraded:
          inside !== undefined && found !== undefined && found.transport !== 'P2P' && found.transport !== 'NVLS',
        toHost: inside === undefined ? far?.host : undefined,
        toGpu: inside === undefined ? far?.gpu : undefined,
        sources: found ? [found.source] : [],
      },
    ]
  }
  const rings = ringGroups(communicator).map((ring): NcclPath => {
    const id = `ring:${channelList(ring.channels)}`
    return {
      id,
      kind: 'ring',
      channels: channelList(ring.channels),
      sources: ring.sources,
      hops:
        ring.order.length < 2
          ? []
          : ring.order.flatMap((rank, i) =>
              hop(id, ring.channels, rank, ring.order[(i + 1) % ring.order.length] ?? rank),
            ),
    }
  })
  const trees = treeGroups(communicator).map((tree): NcclPath => {
    const id = `tree:${channelList(tree.channels)}`
    return {
      id,
      kind: 'tree',
      channels: channelList(tree.channels),
      sources: tree.sources,
      hops: tree.parents.flatMap(({ rank, up }) => (up < 0 ? [] : hop(id, tree.channels, rank, up))),
    }
  })
  const counts = new Map<string, number>()
  for (const item of communicator.connections) {
    if (!gpuOf.has(item.from)) continue
    // `via P2P/CUMEM/read` and `via NET/IB/0/GDRDMA`: the first two words tell the kind of path.
    const key = item.via.split('/').slice(0, 2).join('/')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return {
    communicator: communicator.id,
    paths: [...rings, ...trees].filter((path) => path.hops.length > 0),
    transports: [...counts].map(([transport, count]) => ({ transport, count })).sort((a, b) => b.count - a.count),
  }
}
