import type { Job } from '../../model/jobs'
import type { Communicator, Connection } from '../../model/nccl'
import type { Node } from '../../model/node'
import type { Facts } from '../../model/session'
import { isOnNode } from '../../model/settings'
import type { SettingScope } from './settings'

/**
 * Connections between two ranks of one machine, by host name. SHM is local by nature; for the others the hosts of both ranks must be
 * known: by the communicator's lines, by the run's rank list, or by who prints ([send] is the sender's line, [receive] the receiver's).
 */
export function localConnections(job: Job | undefined, node: Node, facts: Facts): readonly Connection[] {
  return (job?.communicators ?? []).flatMap((communicator) => {
    const hostOf = rankHosts(communicator, facts)
    return communicator.connections.filter((connection) => {
      if (!isOnNode(node, connection.host, communicator.hosts)) return false
      if (connection.transport === 'SHM') return true
      if (connection.transport !== 'P2P' && connection.transport !== 'NET') return false
      const from = hostOf.get(connection.from)
      const to = hostOf.get(connection.to)
      if (from !== undefined && to !== undefined) return from === to
      if (connection.transport === 'P2P') return !connection.via.startsWith('P2P/MNNVL')
      return false
    })
  })
}

function rankHosts(communicator: Communicator, facts: Facts): ReadonlyMap<number, string> {
  const hosts = printers(communicator)
  const run = facts.runs.find((candidate) => candidate.id === communicator.run)
  for (const rank of run?.rankList ?? []) if ((rank.group ?? 0) === 0) hosts.set(rank.rank, rank.host)
  for (const rank of communicator.ranks) hosts.set(rank.rank, rank.host)
  return hosts
}

/** The host that prints a rank's own lines. Two hosts for one rank are two jobs in one log: then nothing is known. */
function printers(communicator: Communicator): Map<number, string> {
  const hosts = new Map<number, string>()
  const mixed = new Set<number>()
  for (const { from, to, host, direction } of communicator.connections) {
    const rank = direction === 'receive' ? to : from
    const before = hosts.get(rank)
    if (before !== undefined && before !== host) mixed.add(rank)
    hosts.set(rank, host)
  }
  for (const rank of mixed) hosts.delete(rank)
  return hosts
}

/**
 * P2P and SHM both off and an RDMA network asked for or in use: a test of the NICs inside one node, on purpose. A host id of its own
 * for each rank (NCCL_HOSTID) plays several hosts on one.
 */
export function deliberateLoopback(scope: SettingScope): boolean {
  const { effective, job } = scope
  if (effective.get('NCCL_P2P_DISABLE')?.value !== '1' || effective.get('NCCL_SHM_DISABLE')?.value !== '1') return false
  if (effective.has('NCCL_HOSTID')) return true
  const asked = effective.get('NCCL_NET')?.value ?? ''
  if (asked !== '' && !/^socket$/i.test(asked)) return true
  const networks = (job?.communicators ?? []).flatMap((one) => one.networks.map((network) => network.value))
  return networks.some((network) => !/^socket$/i.test(network))
}
