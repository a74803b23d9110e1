import { defineSessionRule } from '../../model/rule'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** nccl-tests found wrong values: data was corrupted on the way. */
export const wrongResults = defineSessionRule({
  id: 'wrong-results',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    for (const run of facts.runs) {
      if (run.kind !== 'nccl-tests') continue
      // Before 2.13 the column is a deviation, not a count, and stays null here: rounding is normal.
      const wrong = run.rows.filter((row) => (row.outOfPlace?.wrong ?? 0) > 0 || (row.inPlace?.wrong ?? 0) > 0)
      const failed = run.outOfBounds && !run.outOfBounds.value.ok ? run.outOfBounds : undefined
      const first = wrong[0]
      if (!first && !failed) continue
      context.report({
        severity: 'error',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: someOf([...wrong.slice(0, 4).map((row) => row.source), ...(failed ? [failed.source] : [])]),
        data: {
          collective: run.collective ?? '',
          rows: wrong.length,
          count: Math.max(first?.outOfPlace?.wrong ?? 0, first?.inPlace?.wrong ?? 0, failed?.value.count ?? 0),
        },
      })
    }
  },
})
