import { jobsOf } from '../../model/jobs'
import type { Node } from '../../model/node'
import { defineSessionRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import { nodeEntity } from '../support/entities'
import { branchOf, driverOf, sameVersion } from '../support/versions'
import { nameList, oddNodes, vote, voteEvidence, voteText, type Ballot } from '../support/vote'

/** Machines of one case run different drivers: within a branch a remark, across branches trouble, in one job an error. */
export const mixedDriverVersions = defineSessionRule({
  id: 'mixed-driver-versions',
  area: 'fleet',
  since: '0.1',
  needs: ['two-nodes'],
  check(facts, context) {
    const ballots = unified(
      facts.nodes.flatMap((node): Ballot[] => {
        const driver = driverOf(node)
        return driver ? [{ name: node.name, node, value: driver.value, sources: [driver.source] }] : []
      }),
    )
    if (ballots.length < 2) return context.notChecked(['gpu.query'], 'nvidia-smi -q')
    const result = vote(ballots)
    if (!result) return
    const branches = new Set(ballots.map((ballot) => branchOf(ballot.value)))
    const job = branches.size > 1 && sharedJob(ballots, facts)
    const odd = facts.nodes.filter((node) => oddNodes([result]).includes(node.id))
    context.report({
      severity: branches.size === 1 ? 'info' : job ? 'error' : 'warning',
      variant: branches.size === 1 ? 'patch' : job ? 'job' : undefined,
      nodes: odd.map((node) => node.id),
      on: odd.slice(0, 12).map(nodeEntity),
      evidence: voteEvidence([result]),
      data: {
        versions: voteText(result),
        count: result.groups.length,
        nodes: ballots.length,
        odd: nameList(odd.map((node) => node.name)),
      },
    })
  },
})

/** A short and a long form of one version are one ballot. */
function unified(ballots: readonly Ballot[]): readonly Ballot[] {
  const values = [...new Set(ballots.map((ballot) => ballot.value))]
  const longest = new Map(
    values.map((value) => [
      value,
      values.filter((other) => sameVersion(value, other)).sort((a, b) => b.length - a.length)[0],
    ]),
  )
  return ballots.map((ballot) => ({ ...ballot, value: longest.get(ballot.value) ?? ballot.value }))
}

/** Two machines of different branches take part in one job. */
function sharedJob(ballots: readonly Ballot[], facts: Facts): boolean {
  const branch = new Map<Node['id'], string>()
  for (const ballot of ballots) if (ballot.node) branch.set(ballot.node.id, branchOf(ballot.value))
  return jobsOf(facts).some((job) => new Set(job.nodes.flatMap((id) => branch.get(id) ?? [])).size > 1)
}
