import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { gdrState } from '../support/gdr'
import { countOf, jobsOfLog, logsOf, warningsOf } from '../support/logs'

const FAILED = /ibv_reg_dmabuf_mr(?:_iova2)? failed|Failed to register memory with DMA-BUF/i

/** Registering GPU memory through DMA-BUF fails: the driver of the adapter cannot do it. */
export const gdrDmabufUnsupported = defineRule({
  id: 'gdr-dmabuf-unsupported',
  area: 'gdr',
  since: '0.1',
  needs: ['nccl.log'],
  firesOnAbsence: 'that NCCL went on without it is told by the lines behind',
  check(node, context) {
    const failed = warningsOf(node, FAILED, 'any')
    const first = failed[0]
    if (!first) return
    // Newer NCCL falls back to peer memory and goes on.
    const state = gdrState(node, context.facts)
    const went = jobsOfLog(first.log, context.facts).some((job) =>
      job.communicators.some((one) => one.ranks.length > 0 && one.ranks.every((rank) => rank.initComplete === true)),
    )
    if (state.with.length > 0 && went) return
    const version = logsOf(node).flatMap((log) => log.own(log.log.versions).map((line) => line.version))[0]
    context.report({
      severity: 'warning',
      on: [nodeEntity(node)],
      evidence: someOf(
        failed.map((one) => one.source),
        6,
      ),
      data: { node: node.name, count: countOf(failed), text: first.warning.text, version: version ?? '?' },
    })
  },
})
