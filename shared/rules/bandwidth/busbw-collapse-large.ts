import { bestOf } from '../../knowledge/run-verdict'
import { defineSessionRule } from '../../model/rule'
import type { RunRow } from '../../model/run'
import { sizeText } from '../support/bandwidth'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** Bus bandwidth falls at large sizes, in both columns: congestion, pauses, heat. */
export const busbwCollapseLarge = defineSessionRule({
  id: 'busbw-collapse-large',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    for (const run of facts.runs) {
      if (run.kind !== 'nccl-tests' || (run.ranks ?? 2) < 2) continue
      const rows = run.rows.filter((row) => bestOf(row) > 0)
      const found = collapse(rows, run.damaged)
      if (!found) continue
      const { peak, low } = found
      const ratio = bestOf(low) / bestOf(peak)
      context.report({
        severity: ratio < 0.3 ? 'error' : 'warning',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: someOf([
          peak.source,
          low.source,
          ...rows.filter((row) => row.size > low.size).map((row) => row.source),
        ]),
        data: {
          collective: run.collective ?? '',
          peak: Math.round(bestOf(peak) * 10) / 10,
          peakSize: sizeText(peak.size),
          low: Math.round(bestOf(low) * 10) / 10,
          lowSize: sizeText(low.size),
          percent: Math.round(ratio * 100),
        },
      })
    }
  },
})

/** A larger size under 60 % of an earlier one in each column that has figures, and not the memory-limited last size alone. */
function collapse(rows: readonly RunRow[], cut: boolean): { readonly peak: RunRow; readonly low: RunRow } | undefined {
  const large = rows.filter((row) => row.size >= 1024 ** 2)
  const peak = large.reduce<RunRow | undefined>(
    (best, row) => (!best || bestOf(row) > bestOf(best) ? row : best),
    undefined,
  )
  if (!peak || bestOf(peak) < 1) return undefined
  const after = large.filter((row) => row.size > peak.size)
  const low = after.filter(
    (row) => below(row.outOfPlace?.busbw, peak.outOfPlace?.busbw) && below(row.inPlace?.busbw, peak.inPlace?.busbw),
  )
  const lowest = low.reduce<RunRow | undefined>(
    (worst, row) => (!worst || bestOf(row) < bestOf(worst) ? row : worst),
    undefined,
  )
  if (!lowest || low.length < 2) return undefined
  // What a cut table lacks may be its peak: there only a fall that goes on to the last row, over three sizes and more, counts.
  if (
    cut &&
    (low.length < 3 || lowest.size < 64 * 1024 ** 2 || after.slice(-low.length).some((row) => !low.includes(row)))
  )
    return undefined
  return { peak, low: lowest }
}

function below(value: number | undefined, peak: number | undefined): boolean {
  return value === undefined || peak === undefined || value < peak * 0.6
}
