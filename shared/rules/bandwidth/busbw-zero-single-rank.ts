import { defineSessionRule } from '../../model/rule'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** One rank has nobody to talk to: its bus bandwidth is 0, and its in-place figures are nonsense. */
export const busbwZeroSingleRank = defineSessionRule({
  id: 'busbw-zero-single-rank',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    for (const run of facts.runs) {
      if (run.kind !== 'nccl-tests' || run.ranks !== 1 || run.rows.length === 0) continue
      context.report({
        severity: 'info',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: someOf([
          ...run.rankList.slice(0, 1).map((rank) => rank.source),
          ...run.rows.slice(-1).map((row) => row.source),
        ]),
        data: { collective: run.collective ?? 'the benchmark' },
      })
    }
  },
})
