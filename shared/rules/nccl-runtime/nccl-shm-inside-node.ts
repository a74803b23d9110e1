import { jobsOfNode, type Job } from '../../model/jobs'
import type { Connection } from '../../model/nccl'
import type { Gpu } from '../../model/gpu'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { ncclLog } from '../../formats/nccl/log'
import { sectionsOf } from '../../model/format'
import { communicatorEntity, nodeEntity, pairEntity, gpuLabel, runEntity } from '../support/entities'
import { someOf, topologyRow } from '../support/evidence'
import { localConnections } from '../support/local-connections'
import { linkFactsVoid } from '../support/links'
import { jointOfPair, peerAccessImpossible } from '../support/pairs'

/** Two ranks of one machine exchange data through host memory although NVLink (or one PCIe switch) joins their GPUs. */
export const ncclShmInsideNode = defineRule({
  id: 'nccl-shm-inside-node',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.connections'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    if (peerAccessImpossible(node)) return context.notApplicable('no-peer-access')
    for (const job of jobsOfNode(node, context.facts)) {
      const shared = localConnections(job, node, context.facts).filter((one) => one.transport === 'SHM')
      if (shared.length === 0) continue
      const gpus = gpusOfRanks(job, node)
      const pairs = new Map<string, { readonly connection: Connection; readonly a: Gpu; readonly b: Gpu }>()
      let worst: 'nvlink' | 'near' | undefined
      for (const connection of shared) {
        const a = gpus.get(connection.from)
        const b = gpus.get(connection.to)
        const joint = jointOfPair(node, a, b)
        if (!a || !b || (joint !== 'nvlink' && joint !== 'near')) continue
        worst = joint === 'nvlink' ? 'nvlink' : (worst ?? 'near')
        const key = `${gpuLabel(a)}-${gpuLabel(b)}`
        if (!pairs.has(key)) pairs.set(key, { connection, a, b })
      }
      // Pairs over the host bridge use shared memory by design: NCCL's default P2P level ends at PXB.
      if (!worst) continue
      const list = [...pairs.values()]
      const first = list[0]
      context.report({
        severity: worst === 'nvlink' ? 'error' : 'warning',
        variant: worst === 'nvlink' ? undefined : 'pcie',
        on: [
          nodeEntity(node),
          ...list.slice(0, 8).map(({ a, b }) => pairEntity(node, gpuLabel(a), gpuLabel(b))),
          ...job.communicators.slice(0, 4).map(communicatorEntity),
          ...job.runs.map(runEntity),
        ],
        evidence: someOf([
          ...list.slice(0, 6).map(({ connection }) => connection.source),
          ...(first ? topologyRow(node, first.a) : []),
        ]),
        data: {
          node: node.name,
          pairs: list.length,
          pair: [...pairs.keys()][0] ?? '',
          via: first?.connection.via ?? 'SHM',
        },
      })
    }
  },
})

/** GPU of each rank: as combine joined it, else by the NVML index that the connection lines print in brackets since 2.18. */
function gpusOfRanks(job: Job, node: Node): ReadonlyMap<number, Gpu> {
  const gpus = new Map<number, Gpu>()
  const listed = job.communicators.some((communicator) => communicator.ranks.length > 0)
  for (const run of job.runs) {
    for (const rank of run.rankList) {
      const gpu = node.gpus.find((candidate) => rank.busId !== undefined && candidate.busId?.value === rank.busId)
      if (gpu) gpus.set(rank.rank, gpu)
    }
  }
  for (const rank of job.communicators.flatMap((communicator) => communicator.ranks)) {
    const gpu = node.gpus.find((candidate) => candidate.id === rank.gpu)
    if (gpu) gpus.set(rank.rank, gpu)
  }
  if (listed || gpus.size > 0) return gpus
  const documents = new Set(job.spans.map((span) => span.document))
  for (const section of sectionsOf(node.parsed, ncclLog)) {
    if (!documents.has(section.document)) continue
    for (const line of section.value.connections) {
      for (const [rank, label] of [
        [line.from, line.fromLabel],
        [line.to, line.toLabel],
      ] as const) {
        const gpu = /^\d{1,2}$/.test(label) ? node.gpus.find((one) => one.index === Number(label)) : undefined
        if (gpu) gpus.set(rank, gpu)
      }
    }
  }
  return gpus
}
