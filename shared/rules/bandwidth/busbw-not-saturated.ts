import { bestOf } from '../../knowledge/run-verdict'
import { defineSessionRule } from '../../model/rule'
import { sizeText } from '../support/bandwidth'
import { runEntity } from '../support/entities'

/** The sweep ended while the curve still rose: its last figure is not the plateau. */
export const busbwNotSaturated = defineSessionRule({
  id: 'busbw-not-saturated',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    for (const run of facts.runs) {
      const rows = run.rows.filter((row) => bestOf(row) > 0)
      const last = rows.at(-1)
      const before = rows.at(-2)
      if (run.kind !== 'nccl-tests' || !last || !before || run.damaged || !run.complete) continue
      if (last.size >= 1024 ** 3 || last.size <= before.size || bestOf(last) <= bestOf(before) * 1.05) continue
      context.report({
        severity: 'info',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: [before.source, last.source],
        data: {
          collective: run.collective ?? '',
          size: sizeText(last.size),
          growth: Math.round((bestOf(last) / bestOf(before) - 1) * 100),
          last: Math.round(bestOf(last) * 10) / 10,
        },
      })
    }
  },
})
