import { jobsOfNode, type Job } from '../../model/jobs'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { communicatorEntity, nodeEntity, runEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { deliberateLoopback, localConnections } from '../support/local-connections'
import { bestJoint } from '../support/pairs'
import { settingScopes } from '../support/settings'

/** Two ranks of one machine talk over the network. Hosts are told apart by name: NCCL counts such ranks as two nodes. */
export const ncclNetInsideNode = defineRule({
  id: 'nccl-net-inside-node',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.connections'],
  firesOnAbsence: 'a test of the NICs on purpose is told by the settings that ask for it',
  check(node, context) {
    for (const job of jobsOfNode(node, context.facts)) {
      const local = localConnections(job, node, context.facts)
      const net = local.filter((connection) => connection.transport === 'NET')
      const first = net[0]
      if (!first || sharedName(job, node)) continue
      const scope = settingScopes(node, context.facts).find((candidate) => candidate.job === job)
      const loopback = scope !== undefined && deliberateLoopback(scope)
      const off = ['NCCL_P2P_DISABLE', 'NCCL_SHM_DISABLE', 'NCCL_P2P_LEVEL'].some((name) => scope?.effective.has(name))
      // NCCL takes the NICs inside a node where they are faster than the way over the CPU.
      const faster = !off && bestJoint(node) === 'far' && net.every((connection) => connection.gdr === true)
      const hops = new Map(net.map((connection) => [`${connection.from}>${connection.to}`, connection]))
      const ranks = job.communicators.flatMap((communicator) =>
        communicator.ranks.filter((rank) => rank.node === node.id),
      )
      context.report({
        severity: loopback || faster ? 'info' : 'error',
        variant: loopback ? 'loopback' : faster ? 'faster' : undefined,
        on: [nodeEntity(node), ...job.communicators.slice(0, 4).map(communicatorEntity), ...job.runs.map(runEntity)],
        evidence: someOf([
          ...[...hops.values()].slice(0, 6).map((connection) => connection.source),
          ...ranks.slice(0, 4).map((rank) => rank.source),
        ]),
        data: { node: node.name, hops: hops.size, from: first.from, to: first.to, via: first.via },
      })
    }
  },
})

/** Two ranks on one GPU of one host name are two machines of the same name: hosts cannot be told apart. */
function sharedName(job: Job, node: Node): boolean {
  return job.communicators.some((communicator) => {
    const places = communicator.ranks
      .filter((rank) => rank.node === node.id)
      .map((rank) => rank.busId ?? `${rank.pid}/${rank.cudaDevice ?? rank.rank}`)
    return new Set(places).size < places.length
  })
}
