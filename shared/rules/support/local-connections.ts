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
  if (!job) return []
  const groups = localOfJob.get(job) ?? findLocal(job, facts)
  localOfJob.set(job, groups)
  return [...groups].flatMap(([host, connections]) => (isOnNode(node, host, job.hosts) ? connections : []))
}

const localOfJob = new WeakMap<Job, ReadonlyMap<string, readonly Connection[]>>()

/** By the host that prints them, once per job: every node of the job asks. */
function findLocal(job: Job, facts: Facts): ReadonlyMap<string, readonly Connection[]> {
  const groups = new Map<string, Connection[]>()
  for (const communicator of job.communicators) {
    const hostOf = rankHosts(communicator, facts)
    for (const connection of communicator.connections) {
      if (!isLocal(connection, hostOf)) continue
      const group = groups.get(connection.host)
      if (group) group.push(connection)
      else groups.set(connection.host, [connection])
    }
  }
  return groups
}

function isLocal(connection: Connection, hostOf: ReadonlyMap<number, string>): boolean {
  if (connection.transport === 'SHM') return true
  if (connection.transport !== 'P2P' && connection.transport !== 'NET') return false
  const from = hostOf.get(connection.from)
  const to = hostOf.get(connection.to)
  if (from !== undefined && to !== undefined) return from === to
  return connection.transport === 'P2P' && !connection.via.startsWith('P2P/MNNVL')
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
