import { gpuField } from '../../model/gpu'
import { jobsOf } from '../../model/jobs'
import type { Node } from '../../model/node'
import { defineSessionRule, type RuleContext } from '../../model/rule'
import type { Run } from '../../model/run'
import type { Facts } from '../../model/session'
import { nodeEntity, runEntity } from '../support/entities'
import { nodesByHost, hostName } from '../support/job-logs'
import { oddNodes, vote, voteEvidence, voteText, type Ballot, type Vote } from '../support/vote'

/** GPUs of several kinds, on several nodes or inside one; or one kind with several firmware versions. */
export const nodeGpuModelMixed = defineSessionRule({
  id: 'node-gpu-model-mixed',
  area: 'fleet',
  since: '0.1',
  needs: ['gpu.product'],
  check(facts, context) {
    let found = false
    for (const run of facts.runs) {
      const mixed = vote(rankBallots(run, facts))
      if (!mixed) continue
      found = true
      tell(mixed, 'job', facts, context, run)
    }
    const job = found ? undefined : jobsOf(facts).flatMap(({ nodes }) => mixedNodes(nodes, facts) ?? [])[0]
    if (job) tell(job, 'job', facts, context)
    if (found || job) return
    const names = vote(facts.nodes.flatMap((node) => nodeBallot(node, modelsOf(node))))
    const inside = names
      ? []
      : facts.nodes.flatMap((node) => (modelsOf(node).values.length > 1 ? (vote(gpuBallots(node)) ?? []) : []))
    const mixed: Vote | undefined = names ?? inside[0]
    if (mixed) return tell(mixed, undefined, facts, context)
    const firmware = vote(facts.nodes.flatMap((node) => nodeBallot(node, vbiosOf(node))))
    if (firmware) tell(firmware, 'vbios', facts, context)
  },
})

function tell(mixed: Vote, variant: 'job' | 'vbios' | undefined, facts: Facts, context: RuleContext, run?: Run): void {
  const odd = new Set(oddNodes([mixed]))
  context.report({
    severity: variant === 'job' ? 'warning' : 'info',
    variant,
    nodes: [...odd],
    on: [
      ...(run ? [runEntity(run)] : []),
      ...facts.nodes
        .filter((node) => odd.has(node.id))
        .slice(0, 12)
        .map(nodeEntity),
    ],
    evidence: voteEvidence([mixed]),
    data: { models: voteText(mixed), count: mixed.groups.length },
  })
}

interface Values {
  readonly values: readonly string[]
  readonly sources: Ballot['sources']
}

/** A driver that does not know the product yet: no name, and so no difference. */
const UNNAMED = /Graphics Device$/

/** Drivers before 450 print `A100-SXM4-40GB`, later ones put the maker in front. */
function model(name: string): string {
  return name.replace(/^NVIDIA /, '')
}

function modelsOf(node: Node): Values {
  const named = node.gpus.flatMap((gpu) => gpu.name ?? []).filter(({ value }) => !UNNAMED.test(value))
  return {
    values: [...new Set(named.map(({ value }) => model(value)))].sort(),
    sources: named.map(({ source }) => source),
  }
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
  return node.gpus.flatMap((gpu): Ballot[] => {
    const name = gpu.index === undefined ? gpu.id : `${node.name}/GPU${gpu.index}`
    return gpu.name && !UNNAMED.test(gpu.name.value)
      ? [{ name, node, value: model(gpu.name.value), sources: [gpu.name.source] }]
      : []
  })
}

function rankBallots(run: Run, facts: Facts): readonly Ballot[] {
  const names = new Set(run.rankList.flatMap((rank) => rank.gpuName ?? []))
  if (names.size < 2) return []
  const nodes = nodesByHost(facts)
  return run.rankList.flatMap((rank): Ballot[] =>
    rank.gpuName === undefined || UNNAMED.test(rank.gpuName)
      ? []
      : [
          {
            name: `${rank.host}:${rank.rank}`,
            node: nodes.get(hostName(rank.host)),
            value: model(rank.gpuName),
            sources: [rank.source],
          },
        ],
  )
}

/** Nodes of one job, each with GPUs of one kind: which GPUs of a mixed node a job used is told by its ranks only. */
function mixedNodes(ids: readonly string[], facts: Facts): Vote | undefined {
  if (ids.length < 2) return undefined
  const wanted = new Set(ids)
  const nodes = facts.nodes.filter((node) => wanted.has(node.id))
  if (!nodes.every((node) => modelsOf(node).values.length === 1)) return undefined
  return vote(nodes.flatMap((node) => nodeBallot(node, modelsOf(node))))
}
