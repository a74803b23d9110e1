import { bestOf } from '../../knowledge/run-verdict'
import type { Run } from '../../model/run'
import { defineSessionRule } from '../../model/rule'
import { sizeText } from '../support/bandwidth'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** The sweep ended while the curve still rose: its last figure is not the plateau. Said once for all runs. */
export const busbwNotSaturated = defineSessionRule({
  id: 'busbw-not-saturated',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    const rising = facts.runs.flatMap((run) => {
      const rows = lastTwo(run)
      return rows ? [{ run, ...rows }] : []
    })
    const first = rising[0]
    if (!first) return
    context.report({
      severity: 'info',
      nodes: [...new Set(rising.flatMap(({ run }) => run.nodes))],
      on: rising.slice(0, 8).map(({ run }) => runEntity(run)),
      evidence: someOf(
        rising.flatMap(({ before, last }) => [before.source, last.source]),
        6,
      ),
      data: {
        collective: first.run.collective ?? '',
        size: sizeText(first.last.size),
        growth: Math.round((bestOf(first.last) / bestOf(first.before) - 1) * 100),
        last: Math.round(bestOf(first.last) * 10) / 10,
        more: rising.length - 1,
      },
    })
  },
})

function lastTwo(run: Run) {
  const rows = run.rows.filter((row) => bestOf(row) > 0)
  const last = rows.at(-1)
  const before = rows.at(-2)
  if (run.kind !== 'nccl-tests' || !last || !before || run.damaged || !run.complete) return undefined
  const rises = last.size < 1024 ** 3 && last.size > before.size && bestOf(last) > bestOf(before) * 1.05
  return rises ? { before, last } : undefined
}
