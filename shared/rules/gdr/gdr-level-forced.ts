import { judgeRun } from '../../knowledge/run-verdict'
import { defineRule } from '../../model/rule'
import type { Node } from '../../model/node'
import { isGuest, productOf } from '../support/links'
import { bestJoint } from '../support/pairs'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

const FAR = /^(?:SYS|NODE|PHB|[345])$/i
const OFF = /^(?:LOC|0)$/i

/** The reach of GPUDirect RDMA is set by hand: over the CPU, or off. */
export const gdrLevelForced = defineRule({
  id: 'gdr-level-forced',
  area: 'gdr',
  since: '0.1',
  needs: ['nccl.settings'],
  firesOnAbsence: 'superchips and Azure guests, where the setting is right, are told by other captures',
  check(node, context) {
    // It helped on Grace by a fifth, and Azure asks for it where no topology file is given.
    if (node.gpus.some((gpu) => productOf(gpu)?.c2c)) return context.notApplicable('superchip')
    if (isGuest(node) && node.system?.value.startsWith('azure')) return context.notApplicable('azure')
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const level = scope.effective.get('NCCL_NET_GDR_LEVEL')
      const read = scope.effective.get('NCCL_NET_GDR_READ')
      const low = (scope.job?.runs ?? []).find((run) => /low/.test(judgeRun(run, context.facts).verdict ?? ''))
      const severity = low ? 'warning' : 'info'
      const evidence = low?.peakRow ? [low.peakRow.source] : []
      if (level && (FAR.test(level.value) || OFF.test(level.value)))
        drafts.push({
          scope,
          settings: [level],
          severity,
          variant: OFF.test(level.value) ? 'off' : undefined,
          evidence,
          data: { value: level.value },
        })
      if (read?.value === '1' && pcieOnly(node))
        drafts.push({ scope, settings: [read], severity, variant: 'read', evidence, data: { value: read.value } })
    }
    reportDrafts(node, context, drafts)
  },
})

function pcieOnly(node: Node): boolean {
  const joint = bestJoint(node)
  return (
    joint === 'near' ||
    joint === 'far' ||
    (node.gpus.length > 0 && node.gpus.every((gpu) => productOf(gpu) && !productOf(gpu)?.nvlink))
  )
}
