import type { Job } from '../../model/jobs'
import { defineSessionRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import { communicatorEntity, runEntity } from '../support/entities'
import { itemsByHost, jobsOverNodes } from '../support/job-logs'
import { oddNodes, vote, voteEvidence, voteText, type Ballot } from '../support/vote'

/** Hosts of one job talk over different networks of NCCL: one finds a plugin that another lacks. */
export const nodePluginDiffers = defineSessionRule({
  id: 'node-plugin-differs',
  area: 'fleet',
  since: '0.1',
  needs: ['nccl.log', 'two-nodes'],
  check(facts, context) {
    let judged = 0
    for (const job of jobsOverNodes(facts)) {
      const networks = networkBallots(job, facts)
      // "Using network" is the verdict; the plugin lines before it count only where it is not shown.
      const ballots = networks.length >= 2 ? networks : pluginBallots(job, facts)
      if (ballots.length < 2) continue
      judged++
      const result = vote(ballots)
      if (!result) continue
      context.report({
        severity: 'error',
        variant: networks.length >= 2 ? undefined : 'library',
        nodes: oddNodes([result]),
        on: [...job.communicators.slice(0, 4).map(communicatorEntity), ...job.runs.map(runEntity)],
        evidence: voteEvidence([result]),
        data: { networks: voteText(result), hosts: ballots.length },
      })
    }
    if (judged === 0) context.notApplicable('no-job-over-nodes')
  },
})

function networkBallots(job: Job, facts: Facts): readonly Ballot[] {
  return itemsByHost(job, facts, (log) => log.networks).map(({ host, node, items }) => ({
    name: host,
    node,
    value: [...new Set(items.map(({ item }) => item.network))].sort().join(' + '),
    sources: items.map(({ source }) => source),
  }))
}

function pluginBallots(job: Job, facts: Facts): readonly Ballot[] {
  return itemsByHost(job, facts, (log) => log.plugins.filter((plugin) => plugin.kind === 'NET')).flatMap(
    ({ host, node, items }): Ballot[] => {
      const loaded = items.filter(({ item }) => item.outcome === 'loaded')
      const missing = items.filter(({ item }) => item.outcome === 'not-found')
      if (loaded.length === 0 && missing.length === 0) return []
      const value = loaded.length > 0 ? (loaded[0]?.item.name ?? 'libnccl-net.so') : '-'
      return [{ name: host, node, value, sources: [...loaded, ...missing].map(({ source }) => source) }]
    },
  )
}
