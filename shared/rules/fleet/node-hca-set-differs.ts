import type { NetworkDevicesLine } from '../../formats/nccl/log-types'
import { jobsOf, type Job } from '../../model/jobs'
import type { Node } from '../../model/node'
import { defineSessionRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'
import { communicatorEntity, nodeEntity, runEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { itemsByHost, jobsOverNodes } from '../support/job-logs'
import { oddNodes, vote, voteEvidence, voteText, type Ballot } from '../support/vote'

/** NCCL's list of adapters differs between the hosts of one job: in number, order, layer or rate. */
export const nodeHcaSetDiffers = defineSessionRule({
  id: 'node-hca-set-differs',
  area: 'fleet',
  since: '0.1',
  needs: ['nccl.log'],
  check(facts, context) {
    let judged = 0
    for (const job of jobsOverNodes(facts)) {
      const ballots = lists(job, facts)
      if (ballots.length < 2) continue
      judged++
      const result = unevenGpus(job) ? undefined : (vote(ballots.map(shape)) ?? orderVote(ballots))
      if (!result) continue
      context.report({
        severity: 'error',
        nodes: oddNodes([result]),
        on: [...job.communicators.slice(0, 4).map(communicatorEntity), ...job.runs.map(runEntity)],
        evidence: voteEvidence([result]),
        data: { lists: voteText(result), hosts: ballots.length },
      })
    }
    for (const job of jobsOf(facts)) {
      const counts = countsOf(job, facts)
      const first = counts[0]
      if (!first) continue
      judged++
      context.report({
        severity: 'error',
        variant: 'counts',
        nodes: job.nodes,
        on: [...job.communicators.slice(0, 4).map(communicatorEntity), ...job.runs.map(runEntity)],
        evidence: someOf(counts.map(({ source }) => source)),
        data: { least: first.min, most: first.max, lists: '', hosts: job.hosts.length },
      })
    }
    judged += looseLogs(facts, context.report)
    if (judged === 0) context.notApplicable('no-job-over-nodes')
  },
})

interface HcaBallot extends Ballot {
  readonly names: readonly string[]
  readonly layers: readonly string[]
  readonly rates: readonly (number | undefined)[]
}

function lists(job: Job, facts: Facts): readonly HcaBallot[] {
  return itemsByHost(job, facts, (log) => log.networkDevices.filter((line) => /^IB/i.test(line.plugin))).flatMap(
    ({ host, node, items }) => ballotOf(host, node, items),
  )
}

/** One list per host; processes of a host that print different lists (a list per local rank) say nothing. */
function ballotOf(
  name: string,
  node: Node | undefined,
  items: readonly { readonly item: NetworkDevicesLine; readonly source: SourceRef }[],
): readonly HcaBallot[] {
  const texts = new Set(items.map(({ item }) => item.devices.map((device) => `${device.name}:${device.port}`).join()))
  const first = items[0]
  if (!first || texts.size > 1) return []
  const devices = first.item.devices
  return [
    {
      name,
      node,
      value: '',
      names: devices.map((device) => device.name),
      layers: devices.map((device) => device.layer ?? '?'),
      rates: devices.map((device) => node?.nics.find((nic) => nic.device === device.name)?.gigabitsPerSecond?.value),
      sources: items.map(({ source }) => source),
    },
  ]
}

/** Number and layers, with rates where every one is known: names may differ from machine to machine. */
function shape(ballot: HcaBallot): Ballot {
  const layers = [...new Set(ballot.layers)].map(
    (layer) => `${ballot.layers.filter((one) => one === layer).length} ${layer}`,
  )
  const rates = ballot.rates.every((rate) => rate !== undefined) ? [...new Set(ballot.rates)].sort() : []
  const places = new Set(ballot.layers).size > 1 ? ` [${ballot.layers.join(' ')}]` : ''
  return { ...ballot, value: `${layers.join(' + ') || '0'}${places}${rates.length > 1 ? ` @ ${rates.join('/')}` : ''}` }
}

/** The same names in another order: ranks pair adapters by their place in the list. */
function orderVote(ballots: readonly HcaBallot[]) {
  const sets = new Set(ballots.map((ballot) => [...ballot.names].sort().join()))
  if (sets.size > 1) return undefined
  return vote(ballots.map((ballot) => ({ ...ballot, value: ballot.names.join(' ') })))
}

/** Nodes with other numbers of ranks have other adapters by design. */
function unevenGpus(job: Job): boolean {
  const counts = new Map<string, number>()
  const ranks = job.communicators[0]?.ranks ?? []
  for (const rank of ranks) counts.set(rank.host, (counts.get(rank.host) ?? 0) + 1)
  return new Set(counts.values()).size > 1
}

/** NCCL 2.30 and later says it itself. */
function countsOf(job: Job, facts: Facts) {
  const indexes = new Set(job.communicators.flatMap((one) => one.logs))
  return itemsByHost(job, facts, (log) => log.netDeviceCounts)
    .flatMap(({ items }) => items)
    .filter(({ item }) => item.min < item.max && indexes.size > 0)
    .map(({ item, source }) => ({ min: item.min, max: item.max, source }))
}

/**
 * Logs that were cut before NCCL names a communicator: nothing proves that they are one job, nor that they are not. Between machines
 * of one name (`gn-u02`, `gn-u03`) the difference is worth a warning.
 */
function looseLogs(facts: Facts, report: Parameters<typeof nodeHcaSetDiffers.check>[1]['report']): number {
  const loose = jobsOf(facts).filter(
    (job) =>
      job.nodes.length === 1 && job.communicators.length > 0 && job.communicators.every((one) => one.rankCount === 0),
  )
  const ballots = loose.flatMap((job) => lists(job, facts))
  const nodes = new Set(ballots.flatMap((ballot) => ballot.node?.id ?? []))
  const stems = new Set(ballots.map((ballot) => ballot.name.toLowerCase().replace(/\d+/g, '#')))
  if (nodes.size < 2 || stems.size > 1) return 0
  const result = vote(ballots.map(shape))
  if (!result) return 1
  report({
    severity: 'warning',
    variant: 'loose',
    nodes: oddNodes([result]),
    on: result.odd
      .flatMap((ballot) => ballot.node ?? [])
      .slice(0, 12)
      .map(nodeEntity),
    evidence: voteEvidence([result]),
    data: { lists: voteText(result), hosts: ballots.length },
  })
  return 1
}
