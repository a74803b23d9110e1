import type { Node } from '../../model/node'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'

/** Lines that show a job of this node over several machines: then the network counts. Empty when none does. */
export function spansNodes(node: Node, facts: Facts): readonly SourceRef[] {
  const hosts = (list: readonly string[]): number => list.filter((host) => host !== '').length
  const communicator = facts.communicators.find((one) => one.nodes.includes(node.id) && hosts(one.hosts) > 1)
  const ranks = [...new Map((communicator?.ranks ?? []).map((rank) => [rank.host, rank.source])).values()]
  if (communicator) return ranks.length > 0 ? ranks.slice(0, 2) : [communicator.source]
  const run = facts.runs.find((one) => one.nodes.includes(node.id) && hosts(one.hosts) > 1)
  const first = run && [...new Map(run.rankList.map((rank) => [rank.host, rank.source])).values()]
  return run ? (first && first.length > 0 ? first.slice(0, 2) : [run.source]) : []
}
