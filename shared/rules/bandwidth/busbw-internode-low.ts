import { perNicBandwidth } from '../../knowledge/expectation'
import { judgeRun } from '../../knowledge/run-verdict'
import { defineSessionRule } from '../../model/rule'
import { sizeText } from '../support/bandwidth'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** A run over several nodes gives clearly less than its network adapters carry. */
export const busbwInternodeLow = defineSessionRule({
  id: 'busbw-internode-low',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    let judged = 0
    for (const run of facts.runs) {
      // Each pair of alltoall, gather, scatter and sendrecv uses one adapter: their figures say nothing of the sum.
      if (!run.collective || /^(?:alltoall|alltoallv|gather|scatter|sendrecv)$/.test(run.collective)) continue
      const { query, expectation, row, measured } = judgeRun(run, facts)
      if (!query || !expectation || !row || measured === undefined || query.nodes < 2) continue
      if (expectation.level !== 'network' || !query.nics || query.mnnvl === true || row.size < 256 * 1024 ** 2) continue
      judged++
      if (run.damaged) continue
      const count = query.nics.reduce((sum, nic) => sum + nic.count, 0)
      const wire = query.nics.reduce((sum, nic) => sum + nic.count * perNicBandwidth(nic.gigabitsPerSecond), 0)
      const sum = Math.min(wire, expectation.high)
      if (sum <= 0) continue
      const ratio = measured / sum
      if (ratio >= 0.8) continue
      context.report({
        severity: ratio < 0.5 ? 'error' : 'warning',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: someOf([
          row.source,
          ...facts.communicators
            .filter((comm) => comm.id === run.communicator)
            .flatMap((comm) => comm.networkDevices.slice(0, 1).map((line) => line.source)),
        ]),
        data: {
          collective: run.collective,
          ranks: query.gpuCount,
          nodes: query.nodes,
          size: sizeText(row.size),
          measured: Math.round(measured * 10) / 10,
          nics: count,
          each: Math.round((wire / count) * 10) / 10,
          sum: Math.round(sum),
          percent: Math.round(ratio * 100),
        },
      })
    }
    if (judged === 0) context.notApplicable('no-expectation')
  },
})
