import { defineRule } from '../../model/rule'
import type { Node } from '../../model/node'
import type { SourceRef } from '../../model/source'
import { topologyRow } from '../support/evidence'
import { logsOf } from '../support/logs'
import { bestJoint } from '../support/pairs'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

const FAR: Readonly<Record<string, string>> = { PHB: 'PHB', SYS: 'SYS', NODE: 'NODE', 3: 'PHB', 4: 'SYS', 5: 'SYS' }

/** P2P asked for over the host bridge: on many Intel machines slower than shared memory. */
export const ncclP2pLevelForced = defineRule({
  id: 'nccl-p2p-level-forced',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const joint = bestJoint(node)
    if (joint === 'nvlink') return context.notApplicable('nvlink')
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = scope.effective.get('NCCL_P2P_LEVEL')
      const level = setting && FAR[setting.value]
      if (!setting || level === undefined) continue
      const intel = intelCpu(node)
      // A level that is no word of NCCL (NODE) is ignored: nccl-value-invalid says so.
      const forced = level !== 'NODE' && intel.length > 0 && joint !== 'unknown'
      const rows = node.gpus.slice(0, 3).flatMap((gpu) => topologyRow(node, gpu))
      drafts.push({
        scope,
        settings: [setting],
        severity: forced ? 'warning' : 'info',
        variant: forced ? 'intel' : undefined,
        evidence: [...rows, ...intel],
        data: { value: setting.value, level },
      })
    }
    reportDrafts(node, context, drafts)
  },
})

/** Lines that say that the CPU is Intel: lscpu, or the CPU line of NCCL's system tree (arch 1, vendor 1). */
function intelCpu(node: Node): readonly SourceRef[] {
  if (node.host.cpuVendor) return node.host.cpuVendor.value === 'intel' ? [node.host.cpuVendor.source] : []
  return logsOf(node).flatMap((log) =>
    log
      .own(log.log.systems)
      .filter((system) => system.nodes.some((part) => part.kind === 'CPU' && /^1\/1\//.test(part.detail ?? '')))
      .slice(0, 1)
      .map((system) => log.at(system)),
  )
}
