import { gpuById } from '../../knowledge/gpus'
import { judgeRun } from '../../knowledge/run-verdict'
import { defineSessionRule } from '../../model/rule'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** all_reduce above the NVLink rate of one direction: the switches reduce (NVLS), so fewer bytes cross the wire. */
export const busbwAboveLinkSpec = defineSessionRule({
  id: 'busbw-above-link-spec',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    for (const run of facts.runs) {
      if (run.collective !== 'all_reduce' || run.peakBusBandwidth === undefined || !run.peakRow) continue
      const { query } = judgeRun(run, facts)
      const gpu = query && gpuById(query.gpuId)
      if (!query || !gpu?.nvlink || !gpu.nvlsCapable || query.nodes !== 1) continue
      const rate = gpu.nvlink.wiredLinks * gpu.nvlink.ratedPerLink
      if (run.peakBusBandwidth <= rate) continue
      context.report({
        severity: 'info',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: someOf([run.peakRow.source]),
        data: { peak: Math.round(run.peakBusBandwidth), rate: Math.round(rate), gpu: gpu.displayName },
      })
    }
  },
})
