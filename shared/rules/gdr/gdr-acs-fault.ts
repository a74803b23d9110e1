import { lspciFragment } from '../../formats/host/lspci-fragment'
import { refIn, sectionsOf } from '../../model/format'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
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
    const acs = redirects(node)
    const four = failed.filter((one) => one.status === 4)
    const proven = state.with.length > 0 || hint.length > 0
    // A log without channel lines does not say whether GPUDirect RDMA was on; the text of status 4 alone hints at it.
    const offSure = state.receiveWithout.length > 0 || state.disabled.length > 0
    if (!proven && (four.length === 0 || offSure)) return
    const sure = proven || acs.length > 0 ? four : []
    const shown = four.length > 0 ? four : failed
    const jobs = [...new Set(shown.flatMap((one) => jobsOfLog(one.found.log, context.facts)))]
    context.report({
      severity: sure.length > 0 ? 'error' : 'info',
      variant: sure.length > 0 ? undefined : 'possible',
      on: [nodeEntity(node), ...jobs.flatMap((job) => job.communicators.slice(0, 2)).map(communicatorEntity)],
      evidence: someOf([
        ...shown.slice(0, 3).map((one) => one.found.source),
        ...hint.slice(0, 1).map((one) => one.source),
        ...state.with.slice(0, 2).map((one) => one.source),
        ...acs.slice(0, 3),
      ]),
      data: {
        node: node.name,
        status: shown[0]?.status ?? 0,
        count: countOf(shown.map((one) => one.found)),
      },
    })
  },
})

/** Lines of lspci that say that some port redirects. */
function redirects(node: Node): readonly SourceRef[] {
  const form = /\b(?:ReqRedir|CmpltRedir)\+/
  return [
    ...node.pci.flatMap((fn) => (fn.acsControl && form.test(fn.acsControl.value) ? fn.acsControl.source : [])),
    ...sectionsOf(node.parsed, lspciFragment).flatMap((section) =>
      section.value.acsControls.filter((one) => form.test(one.value)).map((one) => refIn(section, one.line)),
    ),
  ]
}
