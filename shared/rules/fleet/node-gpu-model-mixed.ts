import { jobsOf } from '../../model/jobs'
import { gpuField } from '../../model/gpu'
import type { Node } from '../../model/node'
import { defineSessionRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import { nodeEntity } from '../support/entities'
import { oddNodes, vote, voteEvidence, voteText, type Ballot, type Vote } from '../support/vote'

/** GPUs of several kinds, on several nodes or inside one; or one kind with several firmware versions. */
export const nodeGpuModelMixed = defineSessionRule({
  id: 'node-gpu-model-mixed',
  area: 'fleet',
  since: '0.1',
  needs: ['gpu.product'],
  check(facts, context) {
    const names = vote(facts.nodes.flatMap((node) => nodeBallot(node, modelsOf(node))))
    const inside = facts.nodes.flatMap(
      (node) => (modelsOf(node).values.length > 1 ? vote(gpuBallots(node)) : undefined) ?? [],
    )
    const mixed: Vote | undefined = names ?? inside[0]
    if (mixed) {
      const job = sharedJob(facts)
      const odd = oddNodes([mixed])
      context.report({
        severity: job ? 'warning' : 'info',
        variant: job ? 'job' : undefined,
        nodes: odd,
        on: facts.nodes
          .filter((node) => odd.includes(node.id))
          .slice(0, 12)
          .map(nodeEntity),
        evidence: voteEvidence([mixed]),
        data: { models: voteText(mixed), count: mixed.groups.length },
      })
      return
    }
    const firmware = vote(facts.nodes.flatMap((node) => nodeBallot(node, vbiosOf(node))))
    if (!firmware) return
    const odd = oddNodes([firmware])
    context.report({
      severity: 'info',
      variant: 'vbios',
      nodes: odd,
      on: facts.nodes
        .filter((node) => odd.includes(node.id))
        .slice(0, 12)
        .map(nodeEntity),
      evidence: voteEvidence([firmware]),
      data: { models: voteText(firmware), count: firmware.groups.length },
    })
  },
})

interface Values {
  readonly values: readonly string[]
  readonly sources: Ballot['sources']
}

function modelsOf(node: Node): Values {
  const named = node.gpus.flatMap((gpu) => gpu.name ?? [])
  return { values: [...new Set(named.map(({ value }) => value))].sort(), sources: named.map(({ source }) => source) }
}

function vbiosOf(node: Node): Values {
  const read = node.gpus
    .flatMap((gpu) => gpuField(gpu, 'vbios') ?? [])
    .filter(({ value }) => !/^\[?n\/a\]?$/i.test(value))
  return { values: [...new Set(read.map(({ value }) => value))].sort(), sources: read.map(({ source }) => source) }
}

function nodeBallot(node: Node, { values, sources }: Values): readonly Ballot[] {
  return values.length === 0 ? [] : [{ name: node.name, node, value: values.join(' + '), sources }]
}

function gpuBallots(node: Node): readonly Ballot[] {
  return node.gpus.flatMap((gpu): Ballot[] =>
    gpu.name
      ? [
          {
            name: gpu.index === undefined ? gpu.id : `${node.name}/GPU${gpu.index}`,
            node,
            value: gpu.name.value,
            sources: [gpu.name.source],
          },
        ]
      : [],
  )
}

/** Ranks of one job sat on different GPUs. */
function sharedJob(facts: Facts): boolean {
  const models = new Map(facts.nodes.map((node) => [node.id, modelsOf(node).values]))
  const byRun = facts.runs.some((run) => new Set(run.rankList.flatMap((rank) => rank.gpuName ?? [])).size > 1)
  return (
    byRun ||
    jobsOf(facts).some((job) => {
      const used = job.nodes.flatMap((id) => models.get(id) ?? [])
      // Which GPUs of a mixed node a job used is told by its ranks only.
      return job.nodes.length > 1 && job.nodes.every((id) => models.get(id)?.length === 1) && new Set(used).size > 1
    })
  )
}
