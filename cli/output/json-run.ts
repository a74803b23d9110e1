import { judgeRun } from '@shared/knowledge/run-verdict'
import type { Language } from '@shared/messages'
import type { Measure } from '@shared/model/nccl'
import type { Run, RunRow } from '@shared/model/run'
import type { Session } from '@shared/model/session'
import { becauseText } from './expectation-text'

export function jsonRun(run: Run, session: Session, language: Language) {
  const { expectation, verdict } = judgeRun(run, session)
  return {
    id: run.id,
    kind: run.kind,
    source: run.source,
    collective: run.collective,
    ranks: run.ranks,
    hosts: run.hosts,
    nodes: run.nodes,
    rows: run.rows.map(jsonRow),
    matrices:
      run.matrices.length > 0
        ? run.matrices.map(({ title, unit, rowLabels, columnLabels, values }) => ({
            title,
            unit,
            rowLabels,
            columnLabels,
            values,
          }))
        : undefined,
    peakBusBandwidth: run.peakBusBandwidth,
    expected: expectation && {
      low: rounded(expectation.low),
      typical: rounded(expectation.typical),
      high: rounded(expectation.high),
      because: becauseText(expectation, language),
    },
    verdict,
    complete: run.complete,
    failure: run.failure?.value,
  }
}

function jsonRow(row: RunRow) {
  return {
    size: row.size,
    count: row.count,
    type: row.type,
    redop: row.redop,
    root: row.root,
    outOfPlace: row.outOfPlace && jsonMeasure(row.outOfPlace),
    inPlace: row.inPlace && jsonMeasure(row.inPlace),
    line: row.source.line,
  }
}

function jsonMeasure({ time, algbw, busbw, wrong }: Measure) {
  return { time, algbw, busbw, wrong: wrong ?? undefined }
}

/** Bands are not known to the third digit. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
