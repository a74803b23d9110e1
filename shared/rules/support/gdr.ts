import { jobsOfNode, type Job } from '../../model/jobs'
import type { Connection } from '../../model/nccl'
import type { Node } from '../../model/node'
import type { Facts } from '../../model/session'
import { isOnNode } from '../../model/settings'
import type { SourceRef } from '../../model/source'
import type { GdrLine } from '../../formats/nccl/log-types'
import { productOf } from './links'
import { localConnections } from './local-connections'
import { hostCount, logsOf } from './logs'
import { isFar, isNear, nicPaths } from './nic-paths'

export interface FoundGdrLine {
  readonly line: GdrLine
  readonly source: SourceRef
}

/** What the logs of a node say of GPUDirect RDMA between machines, over InfiniBand or RoCE. */
export interface GdrState {
  /** Some job of the node spans machines over IB, for certain. */
  readonly spans: boolean
  /** Every job of the node is shown to run on one machine. */
  readonly single: boolean
  /** Connections to other machines with and without `/GDRDMA`. */
  readonly with: readonly Connection[]
  readonly receiveWithout: readonly Connection[]
  readonly sendWithout: readonly Connection[]
  /** `GPU Direct RDMA Disabled` without a distance: nothing to do it with. */
  readonly disabled: readonly FoundGdrLine[]
  /** `Disabled ... (distance a > b)`. */
  readonly byDistance: readonly FoundGdrLine[]
  /** `DMA-BUF is available`. */
  readonly dmabuf?: SourceRef
}

export function gdrState(node: Node, facts: Facts): GdrState {
  const jobs = jobsOfNode(node, facts).filter(overIb)
  const outer = jobs.flatMap((job) => outerConnections(job, node, facts))
  const lines = logsOf(node).flatMap((log) => log.own(log.log.gdr).map((line) => ({ line, source: log.at(line) })))
  // Socket prints such lines too, and they say nothing there.
  const disabled = lines.filter(
    ({ line }) => !line.enabled && (line.network === undefined || /^IB/i.test(line.network)),
  )
  const dmabuf = logsOf(node).flatMap((log) =>
    log
      .own(log.log.notices)
      .filter((notice) => notice.topic === 'dmabuf' && /^DMA-BUF is available/i.test(notice.text))
      .map((notice) => log.at(notice)),
  )[0]
  return {
    spans: outer.length > 0 || jobs.some((job) => (hostCount(job) ?? 0) > 1),
    single: outer.length === 0 && jobs.every((job) => hostCount(job) === 1),
    with: outer.filter((one) => one.gdr === true),
    receiveWithout: outer.filter((one) => one.gdr !== true && one.direction === 'receive'),
    sendWithout: outer.filter((one) => one.gdr !== true && one.direction === 'send'),
    disabled: disabled.filter(({ line }) => line.distance === undefined),
    byDistance: disabled.filter(({ line }) => (line.distance ?? 0) > (line.limit ?? Infinity)),
    dmabuf,
  }
}

/** NCCL's own IB transport; plugins have their own words for all this. */
function overIb(job: Job): boolean {
  const networks = job.communicators.flatMap((one) => one.networks.map((network) => network.value))
  return networks.every((network) => /^IB/i.test(network))
}

function outerConnections(job: Job, node: Node, facts: Facts): readonly Connection[] {
  const local = new Set(localConnections(job, node, facts))
  return job.communicators.flatMap((communicator) =>
    communicator.connections.filter(
      (one) =>
        one.transport === 'NET' &&
        /^IB/i.test(one.network ?? '') &&
        isOnNode(node, one.host, communicator.hosts) &&
        !local.has(one),
    ),
  )
}

/** Products and machines on which GPUDirect RDMA is absent or works another way. */
export function gdrNotExpected(node: Node, facts: Facts): boolean {
  if (node.gpus.some((gpu) => productOf(gpu) !== undefined)) return withoutGdr(node)
  // A machine of which only the job's log is here is taken to be like the others, where all those are of one kind.
  const others = facts.nodes.filter((other) => other.gpus.some((gpu) => productOf(gpu) !== undefined))
  return others.length > 0 && others.every(withoutGdr)
}

function withoutGdr(node: Node): boolean {
  return node.gpus.some((gpu) => {
    const product = productOf(gpu)
    return product !== undefined && (product.c2c || product.formFactor === 'SoC' || /^(?:t4|a10g)$/.test(product.id))
  })
}

/**
 * How the adapters of the node hang: `near` when the adapter behind a connection shares a PCIe switch with the rank's GPU, `far` when
 * it does not, unknown without matrix or device list.
 */
export function adapterDistance(
  node: Node,
  facts: Facts,
  connections: readonly Connection[],
): { readonly distance: 'near' | 'far' | 'unknown'; readonly evidence: readonly SourceRef[] } {
  const paths = nicPaths(node)
  if (!paths) return { distance: 'unknown', evidence: [] }
  const found: { token: string; line?: number }[] = []
  for (const connection of connections) {
    const communicator = facts.communicators.find((one) => one.connections.includes(connection))
    const list = communicator?.networkDevices.find((line) => isOnNode(node, line.host, communicator.hosts))
    const name = list?.devices.find((device) => device.index === connection.networkDevice)?.name
    const rank = connection.direction === 'receive' ? connection.to : connection.from
    const id = communicator?.ranks.find((one) => one.rank === rank)?.gpu
    const index = node.gpus.find((gpu) => gpu.id === id)?.index
    const gpu = paths.gpus.find((one) => one.device.name === `GPU${index}`)
    const nic = name === undefined ? undefined : paths.nics.find((one) => one.device.device === name)
    if (gpu && nic) found.push({ token: paths.path(gpu, nic), line: gpu.device.line })
  }
  const { document } = paths.topology.source
  const evidence = found
    .slice(0, 2)
    .flatMap(({ line }) => (line === undefined ? [] : [{ document, line, endLine: line }]))
  if (found.some(({ token }) => isNear(token))) return { distance: 'near', evidence }
  if (found.length > 0 && found.every(({ token }) => isFar(token))) return { distance: 'far', evidence }
  // Which adapter serves which GPU is not known: the matrix decides only when all paths are alike.
  const all = paths.gpus.flatMap((gpu) => paths.nics.map((nic) => paths.path(gpu, nic)))
  const row = paths.gpus[0]?.device.line
  const rows = row === undefined ? [] : [{ document, line: row, endLine: row }]
  const alike = all.length === 0 ? 'unknown' : all.every(isNear) ? 'near' : all.every(isFar) ? 'far' : 'unknown'
  return { distance: alike, evidence: alike === 'unknown' ? [] : rows }
}
