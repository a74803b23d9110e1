import { judgeRun } from '../../knowledge/run-verdict'
import type { Report } from '../../model/finding'
import type { Run, RunRow } from '../../model/run'
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
    const rings = new Map<string, Ring[]>()
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
        const key = [run.source.document, ...run.nodes, run.collective, query.gpuCount].join(' ')
        const ring = {
          run,
          row,
          measured,
          ranks: query.gpuCount,
          expected: expectation.levels?.nvls.typical ?? expectation.high,
        }
        rings.set(key, [...(rings.get(key) ?? []), ring])
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
    for (const same of rings.values()) context.report(ringReport(same))
    if (judged === 0) context.notApplicable('no-expectation')
  },
})

interface Ring {
  readonly run: Run
  readonly row: RunRow
  readonly measured: number
  readonly ranks: number
  readonly expected: number
}

/** A sweep that was made as many runs of one file is one remark, told at its largest size. */
function ringReport(same: readonly Ring[]): Report {
  const { run, row, measured, ranks, expected } = same.reduce((a, b) => (b.row.size > a.row.size ? b : a))
  return {
    severity: 'info',
    variant: 'ring',
    nodes: run.nodes,
    on: same.slice(0, 8).map((one) => runEntity(one.run)),
    evidence: someOf([row.source, ...run.rankList.slice(0, 1).map((rank) => rank.source)]),
    data: {
      ...common(run.collective ?? '', ranks, row.size, measured),
      expected: round(expected),
      lost: Math.round((1 - measured / expected) * 100),
      more: same.length - 1,
    },
  }
}

function common(collective: string, ranks: number, size: number, measured: number) {
  return { collective, ranks, size: sizeText(size), measured: round(measured) }
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
}
