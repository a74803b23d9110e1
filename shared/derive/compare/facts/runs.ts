import type { Run } from '../../../model/run'
import type { SourceRef } from '../../../model/source'
import { median } from '../../statistics'
import type { Context } from './collect'
import { runTerm, scopesOf } from './scopes'

/** Figures of benchmarks: the peak of each run, the sums and the middle of the matrices of point-to-point tools. */
export function runFacts(context: Context): void {
  if (!context.wants('measurement')) return
  for (const scope of scopesOf(context.node, context.session)) {
    const counts = new Map<string, number>()
    for (const run of scope.runs) {
      const term = runTerm(run)
      const count = (counts.get(term) ?? 0) + 1
      counts.set(term, count)
      const id = `run:${context.naming.scope(scope.key)}:${term}${count > 1 ? `#${count}` : ''}`
      for (const figure of figuresOf(run)) {
        context.add({
          key: figure.term === undefined ? id : `${id}:${figure.term}`,
          name: 'run',
          term: figure.term ?? term,
          subject: { kind: 'run', id, label: scope.label },
          area: 'bandwidth',
          kind: 'measurement',
          better: figure.unit === 'GB/s' ? 'more' : 'less',
          value: `${figure.value.toFixed(1)} ${figure.unit}`,
          number: figure.value,
          unit: figure.unit,
          entity: run.id,
          sources: [figure.source],
        })
      }
    }
  }
}

interface Figure {
  readonly term?: string
  readonly value: number
  readonly unit: string
  readonly source: SourceRef
}

function figuresOf(run: Run): readonly Figure[] {
  const figures: Figure[] = []
  if (run.peakBusBandwidth !== undefined)
    figures.push({ value: run.peakBusBandwidth, unit: 'GB/s', source: run.peakRow?.source ?? run.source })
  for (const matrix of run.matrices) {
    if (matrix.unit === 'none') continue
    const square = matrix.rowLabels.length === matrix.columnLabels.length && matrix.rowLabels.length > 1
    const values = matrix.values.flatMap((row, r) =>
      row.filter((value, c): value is number => value !== null && Number.isFinite(value) && !(square && r === c)),
    )
    const middle = median(values)
    if (middle !== undefined)
      figures.push({ term: `${run.kind}: ${matrix.title}`, value: middle, unit: matrix.unit, source: matrix.source })
  }
  const average = run.facts['averageGBps']
  if (typeof average === 'number') figures.push({ value: average, unit: 'GB/s', source: run.source })
  return figures
}
