import { dcgmDmon } from '../../formats/dcgm/dmon'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { productOf } from '../support/links'

/** NVLink counters stay at zero while the GPUs work and the log shows that ranks talk by another way. */
export const dcgmNvlinkIdle = defineRule({
  id: 'dcgm-nvlink-idle',
  area: 'dcgm',
  since: '0.1',
  needs: ['gpu.product', 'dcgm.dmon'],
  check(node, context) {
    if (!node.gpus.some((gpu) => productOf(gpu)?.nvlink)) return context.notApplicable('no-nvlink')
    const other = context.facts.communicators
      .filter((communicator) => communicator.nodes.includes(node.id))
      .flatMap((communicator) => communicator.connections.filter((connection) => connection.transport === 'SHM'))
    for (const section of sectionsOf(node.parsed, dcgmDmon)) {
      const links = section.value.series.filter(
        (series) => /^(?:NVLTX|NVLRX|NBWLT)$/.test(series.tag) && series.entity.kind === 'gpu',
      )
      const work = section.value.series.filter(
        (series) => /^(?:GPUTL|SMACT|GRACT)$/.test(series.tag) && series.entity.kind === 'gpu',
      )
      const busy = work.some((series) => (series.mean ?? 0) > (series.tag === 'GPUTL' ? 50 : 0.5))
      const silent = links.length > 0 && links.every((series) => series.samples >= 5 && series.nonZero === 0)
      // Zeros alone are seen with busy links too (A100 with DCGM 3.3.3, exporters without rights).
      if (!silent || !busy || other.length === 0) continue
      context.report({
        severity: 'warning',
        on: [nodeEntity(node)],
        evidence: someOf([
          refIn(section, section.value.headerLine),
          ...links.slice(0, 2).map((series) => refIn(section, series.firstLine)),
          ...other.slice(0, 2).map((connection) => connection.source),
        ]),
        data: { node: node.name, samples: links[0]?.samples ?? 0 },
      })
    }
  },
})
