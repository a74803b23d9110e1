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
  /** Up to the NVSwitches, which reduce and multicast (NVLS); `to` is undefined then. */
  readonly fabric?: boolean
  /** What the topology allows between the two. */
  readonly expected: 'p2p' | 'p2p-or-shm' | 'network' | 'switches'
  /** The topology allows better: shared memory beside NVLink, or the network inside the node. */
  readonly degraded: boolean
  readonly toHost?: string
  readonly toGpu?: string
  readonly sources: readonly SourceRef[]
}

export interface NcclPath {
  readonly id: string
  /** `rings`, `trees`: all of them at once, each hop drawn once. */
  readonly kind: 'ring' | 'tree' | 'rings' | 'trees' | 'nvls'
  /** Channels of a ring or tree (`0-11`); how many rings, trees or channels otherwise. */
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
        expected: inside === undefined ? 'network' : joined(graph, gpu, inside) ? 'p2p' : 'p2p-or-shm',
        degraded:
          inside !== undefined &&
          (found?.transport === 'NET' || (found?.transport === 'SHM' && joined(graph, gpu, inside))),
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
    paths: [
      ...all('rings', rings),
      ...rings,
      ...all('trees', trees),
      ...trees,
      ...nvls(graph, communicator, [...gpuOf]),
    ].filter((path) => path.hops.length > 0),
    transports: [...counts].map(([transport, count]) => ({ transport, count })).sort((a, b) => b.count - a.count),
  }
}

/** Lanes join the two, directly or over switches. Without them NCCL goes through host memory where PCIe does not let GPUs reach each other. */
function joined(graph: LinkGraph, a: string, b: string): boolean {
  if (graph.fabric === 'pairs')
    return graph.pairs.some(
      (pair) => pair.up !== 0 && ((pair.a === a && pair.b === b) || (pair.a === b && pair.b === a)),
    )
  if (graph.fabric !== 'switches' && graph.fabric !== 'hidden' && graph.fabric !== 'count') return false
  return [a, b].every((id) => (graph.gpus.find((gpu) => gpu.id === id)?.count.up ?? 0) > 0)
}

/** Several rings (or trees) as one picture; one alone is that already. */
function all(kind: 'rings' | 'trees', paths: readonly NcclPath[]): readonly NcclPath[] {
  if (paths.length < 2) return []
  const hops = new Map<string, NcclHop>()
  for (const hop of paths.flatMap((path) => path.hops)) {
    const key = `${String(hop.fromRank)}>${String(hop.toRank)}`
    const known = hops.get(key)
    if (!known || (hop.degraded && !known.degraded)) hops.set(key, { ...hop, id: `hop:${kind}:${key}` })
  }
  return [
    {
      id: kind,
      kind,
      channels: String(paths.length),
      hops: [...hops.values()],
      sources: paths.flatMap(({ sources }) => sources.slice(0, 1)),
    },
  ]
}

/** NVLink SHARP: every GPU talks to the switches, which add up. The log says how many channels, never which way. */
function nvls(
  graph: LinkGraph,
  { channels }: Communicator,
  ranks: readonly (readonly [number, string])[],
): readonly NcclPath[] {
  if (!channels?.nvls || graph.fabric === 'pairs' || graph.fabric === 'none') return []
  return [
    {
      id: 'nvls',
      kind: 'nvls',
      channels: String(channels.nvls),
      sources: [channels.source],
      hops: ranks.map(([rank, gpu]) => ({
        id: `hop:nvls:${String(rank)}`,
        from: gpu,
        fromRank: rank,
        toRank: rank,
        fabric: true,
        transport: 'NVLS',
        via: 'NVLS',
        expected: 'switches',
        degraded: false,
        sources: [channels.source],
      })),
    },
  ]
}
