import { defineRule } from '../../model/rule'
import { communicatorEntity, nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { gdrState } from '../support/gdr'
import { countOf, jobsOfLog, warningsOf } from '../support/logs'

/** `Got completion ... with error 4` and, since 2.22, `status=4`. */
const COMPLETION = /\bwith (?:error|status) ?=? ?(\d{1,2})\b|\bstatus ?= ?(\d{1,2})\b/i

/** The adapter could not reach the GPU's memory: local protection error with GPUDirect RDMA on. */
export const gdrAcsFault = defineRule({
  id: 'gdr-acs-fault',
  area: 'gdr',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const failed = warningsOf(node, /completion/i).flatMap((found) => {
      const match = COMPLETION.exec(found.warning.text)
      const status = Number(match?.[1] ?? match?.[2] ?? NaN)
      return [4, 5, 9, 10, 11].includes(status) ? [{ found, status }] : []
    })
    if (failed.length === 0) return
    const state = gdrState(node, context.facts)
    const hint = warningsOf(node, /NCCL_NET_GDR_LEVEL=0|\bACS\b/, 'any')
    if (state.with.length === 0 && hint.length === 0) return
    const sure = failed.filter((one) => one.status === 4)
    const shown = sure.length > 0 ? sure : failed
    const acs = node.pci.filter((fn) => /\b(?:ReqRedir|CmpltRedir)\+/.test(fn.acsControl?.value ?? ''))
    const jobs = [...new Set(shown.flatMap((one) => jobsOfLog(one.found.log, context.facts)))]
    context.report({
      severity: sure.length > 0 ? 'error' : 'info',
      variant: sure.length > 0 ? undefined : 'possible',
      on: [nodeEntity(node), ...jobs.flatMap((job) => job.communicators.slice(0, 2)).map(communicatorEntity)],
      evidence: someOf([
        ...shown.slice(0, 3).map((one) => one.found.source),
        ...hint.slice(0, 1).map((one) => one.source),
        ...state.with.slice(0, 2).map((one) => one.source),
        ...acs.slice(0, 3).flatMap((fn) => fn.acsControl?.source ?? []),
      ]),
      data: {
        node: node.name,
        status: shown[0]?.status ?? 0,
        count: countOf(shown.map((one) => one.found)),
      },
    })
  },
})
