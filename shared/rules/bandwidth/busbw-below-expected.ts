import { judgeRun } from '../../knowledge/run-verdict'
import { defineSessionRule } from '../../model/rule'
import { sizeText } from '../support/bandwidth'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

const MiB = 1024 ** 2

/** A single-node run gives clearly less than this machine gives for that collective, count and size. */
export const busbwBelowExpected = defineSessionRule({
  id: 'busbw-below-expected',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    let judged = 0
    for (const run of facts.runs) {
      const { query, expectation, row, measured, ratio, verdict } = judgeRun(run, facts)
      if (!query || !expectation || !row || measured === undefined || ratio === undefined || query.nodes !== 1) continue
      // PCIe figures vary tenfold with generation, CPU and NPS: no error from the number alone.
      if (expectation.level === 'pcie' || expectation.level === 'network') continue
      judged++
      if (run.damaged) continue
      // The largest row may be a cut table's; the verdict is on the best row, so only a run that reached some size is judged.
      if (row.size < 256 * MiB && verdict !== 'very-low') continue
      if (verdict === 'ring') {
        context.report({
          severity: 'info',
          variant: 'ring',
          nodes: run.nodes,
          on: [runEntity(run)],
          evidence: someOf([row.source, ...run.rankList.slice(0, 1).map((rank) => rank.source)]),
          data: {
            ...common(run.collective ?? '', query.gpuCount, row.size, measured),
            expected: round(expectation.levels?.nvls.typical ?? expectation.high),
          },
        })
      }
      if (verdict !== 'low' && verdict !== 'very-low') continue
      // Two or three GPUs of an unknown board may be a four-GPU board, with a third of the links between them.
      const severity = verdict === 'very-low' && expectation.assumes === undefined ? 'error' : 'warning'
      context.report({
        severity,
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: someOf([row.source, ...run.rankList.slice(0, 1).map((rank) => rank.source)]),
        data: {
          ...common(run.collective ?? '', query.gpuCount, row.size, measured),
          expected: round(expectation.typical),
          low: round(expectation.low),
          high: round(expectation.high),
          percent: Math.round(ratio * 100),
          gpu: run.rankList[0]?.gpuName ?? '',
          basis: expectation.basis,
        },
      })
    }
    if (judged === 0) context.notApplicable('no-expectation')
  },
})

function common(collective: string, ranks: number, size: number, measured: number) {
  return { collective, ranks, size: sizeText(size), measured: round(measured) }
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
}
