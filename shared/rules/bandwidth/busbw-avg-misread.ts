import type { Run } from '../../model/run'
import { defineSessionRule } from '../../model/rule'
import { sizeText } from '../support/bandwidth'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** The footer averages all sizes, small ones included: it is no figure to compare with a plateau. Said once for all runs. */
export const busbwAvgMisread = defineSessionRule({
  id: 'busbw-avg-misread',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    const misleading = facts.runs.filter(isMisleading)
    const first = misleading[0]
    const smallest = first?.rows.find((row) => row.size > 0)
    if (!first?.averageBusBandwidth || !first.peakRow || !smallest) return
    context.report({
      severity: 'info',
      nodes: [...new Set(misleading.flatMap((run) => run.nodes))],
      on: misleading.slice(0, 8).map(runEntity),
      evidence: someOf(
        misleading.flatMap((run) =>
          [run.averageBusBandwidth?.source, run.peakRow?.source].filter((source) => source !== undefined),
        ),
        6,
      ),
      data: {
        average: Math.round(first.averageBusBandwidth.value * 10) / 10,
        peak: Math.round((first.peakBusBandwidth ?? 0) * 10) / 10,
        size: sizeText(first.peakRow.size),
        first: sizeText(smallest.size),
        collective: first.collective ?? '',
        more: misleading.length - 1,
      },
    })
  },
})

function isMisleading(run: Run): boolean {
  const smallest = run.rows.find((row) => row.size > 0)
  const peak = run.peakBusBandwidth
  if (!run.averageBusBandwidth || peak === undefined || !run.peakRow || !smallest || peak <= 0) return false
  return smallest.size < 1024 ** 2 && run.averageBusBandwidth.value < peak * 0.6
}
