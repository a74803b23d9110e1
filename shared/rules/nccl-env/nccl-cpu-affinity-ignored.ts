import { readAsNccl } from '../../knowledge/nccl-values'
import { judgeRun } from '../../knowledge/run-verdict'
import { defineRule } from '../../model/rule'
import type { Node } from '../../model/node'
import { topologyRow } from '../support/evidence'
import { logsOf } from '../support/logs'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** The CPU mask of the launcher is set aside: right where it binds to one core, else proxy threads may run on the far socket. */
export const ncclCpuAffinityIgnored = defineRule({
  id: 'nccl-cpu-affinity-ignored',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = scope.effective.get('NCCL_IGNORE_CPU_AFFINITY')
      const value = setting && readAsNccl(setting.name, setting.value, scope.version).value
      if (!setting || typeof value !== 'number' || value === 0) continue
      if (boundToOneCore(node)) continue
      const slow = (scope.job?.runs ?? [])
        .map((run) => judgeRun(run, context.facts))
        .filter((judged) => judged.verdict === 'low' || judged.verdict === 'very-low')
      const affinities = logsOf(node).flatMap((log) =>
        log
          .own(log.log.affinities)
          .slice(0, 2)
          .map((line) => log.at(line)),
      )
      const free = node.topologies.some((topology) =>
        topology.devices.some((device) => /[-,]/.test(device.cpuAffinity ?? '')),
      )
      drafts.push({
        scope,
        settings: [setting],
        severity: slow.length > 0 && free ? 'warning' : 'info',
        evidence: [...affinities, ...node.gpus.slice(0, 2).flatMap((gpu) => topologyRow(node, gpu))],
        data: { value: setting.value },
      })
    }
    reportDrafts(node, context, drafts)
  },
})

/** Every GPU row of the matrix shows one single CPU: that is the mask of the shell, not of the machine. */
function boundToOneCore(node: Node): boolean {
  const masks = node.topologies.flatMap((topology) =>
    topology.devices.flatMap((device) => (device.kind === 'gpu' && device.cpuAffinity ? [device.cpuAffinity] : [])),
  )
  return masks.length > 0 && masks.every((mask) => /^\d{1,4}$/.test(mask))
}
