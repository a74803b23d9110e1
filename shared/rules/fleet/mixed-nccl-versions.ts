import { defineSessionRule } from '../../model/rule'
import { communicatorEntity, runEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { itemsByHost, jobsOverNodes } from '../support/job-logs'
import { oddNodes, vote, voteEvidence, voteText, type Ballot } from '../support/vote'

/** Hosts of one job load different NCCL releases. */
export const mixedNcclVersions = defineSessionRule({
  id: 'mixed-nccl-versions',
  area: 'fleet',
  since: '0.1',
  needs: ['nccl.log', 'two-nodes'],
  check(facts, context) {
    let judged = 0
    for (const job of jobsOverNodes(facts)) {
      const said = job.communicators
        .flatMap((communicator) => communicator.warnings)
        .filter((warning) => /Mismatched NCCL version|Incompatible NCCL versions/i.test(warning.text))
      const ballots = itemsByHost(job, facts, (log) => log.versions).flatMap(({ host, node, items }): Ballot[] => {
        // `2.28.9+cuda13.0` is NCCL 2.28.9: the toolkit that it was built with may differ.
        const versions = [...new Set(items.map(({ item }) => item.version.split('+')[0] ?? item.version))]
        const value = versions[0]
        if (value === undefined || versions.length > 1) return []
        return [{ name: host, node, value, sources: items.map(({ source }) => source) }]
      })
      if (ballots.length >= 2) judged++
      const result = vote(ballots)
      if (!result && said.length === 0) continue
      judged++
      context.report({
        severity: 'error',
        variant: result ? undefined : 'said',
        nodes: result ? oddNodes([result]) : job.nodes,
        on: [...job.communicators.slice(0, 4).map(communicatorEntity), ...job.runs.map(runEntity)],
        evidence: someOf([...said.map((warning) => warning.source), ...(result ? voteEvidence([result]) : [])]),
        data: {
          versions: result ? voteText(result) : '',
          count: result?.groups.length ?? 2,
          text: said[0]?.text ?? '',
        },
      })
    }
    if (judged === 0) context.notApplicable('no-job-over-nodes')
  },
})
