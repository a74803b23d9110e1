import { defineSessionRule } from '../../model/rule'
import { sizeText } from '../support/bandwidth'
import { runEntity } from '../support/entities'

/** The footer averages all sizes, small ones included: it is no figure to compare with a plateau. */
export const busbwAvgMisread = defineSessionRule({
  id: 'busbw-avg-misread',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    for (const run of facts.runs) {
      const average = run.averageBusBandwidth
      const peak = run.peakBusBandwidth
      const smallest = run.rows.find((row) => row.size > 0)
      if (!average || peak === undefined || !run.peakRow || !smallest || smallest.size >= 1024 ** 2 || peak <= 0)
        continue
      if (average.value >= peak * 0.6) continue
      context.report({
        severity: 'info',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: [average.source, run.peakRow.source],
        data: {
          average: Math.round(average.value * 10) / 10,
          peak: Math.round(peak * 10) / 10,
          size: sizeText(run.peakRow.size),
          first: sizeText(smallest.size),
          collective: run.collective ?? '',
        },
      })
    }
  },
})
