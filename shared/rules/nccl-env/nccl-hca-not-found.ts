import { parseNameList } from '../../knowledge/nccl-lists'
import { defineRule } from '../../model/rule'
import type { Node } from '../../model/node'
import type { SourceRef } from '../../model/source'
import { entriesWithout } from '../support/hca'
import { hostCount, logsOf } from '../support/logs'
import { activePorts, listedDevices, portLines } from '../support/rdma'
import { reportDrafts, settingScopes, type SettingDraft, type SettingScope } from '../support/settings'

/** An entry of NCCL_IB_HCA is no adapter of this node: NCCL goes on without it, over TCP if nothing else is left. */
export const ncclHcaNotFound = defineRule({
  id: 'nccl-hca-not-found',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const devices = listedDevices(node)
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = scope.effective.get('NCCL_IB_HCA')
      if (!setting || setting.value.length <= 1) continue
      const list = parseNameList(setting.value)
      // A name that does not exist excludes nothing, which is what was wanted.
      if (list.exclude || list.entries.length === 0) continue
      const none = noDeviceLines(node, scope)
      const absent = devices.length > 0 ? entriesWithout(list, devices) : []
      const all = absent.length === list.entries.length
      if (absent.length === 0 && none.length === 0) continue
      // NCCL used the list on this node, so the captures name the adapters differently.
      if (none.length === 0 && usesIb(scope, node) && all) continue
      const hosts = (scope.job && hostCount(scope.job)) ?? 1
      const lost = all || none.length > 0
      const severity =
        hosts <= 1 || (none.length > 0 && devices.length === 0 && absent.length === 0 && hosts <= 1)
          ? 'info'
          : lost && activePorts(node).length > 0
            ? 'error'
            : 'warning'
      drafts.push({
        scope,
        settings: [setting],
        severity,
        variant: lost ? undefined : 'some',
        evidence: [...none, ...portLines(devices)],
        data: {
          value: setting.value,
          absent: (absent.length > 0 ? absent : list.entries.map((entry) => entry.name)).join(', '),
          devices: devices.map((nic) => nic.device ?? nic.name).join(', '),
        },
      })
    }
    reportDrafts(node, context, drafts)
  },
})

/** `NET/IB : No device found.` of this job's log. */
function noDeviceLines(node: Node, scope: SettingScope): readonly SourceRef[] {
  const { job } = scope
  if (!job) return []
  const documents = new Set(job.spans.map((span) => span.document))
  return logsOf(node)
    .filter((log) => documents.has(log.section.document))
    .flatMap((log) =>
      log
        .own(log.log.notices)
        .filter((notice) => /^NET\/IB ?: No device found/.test(notice.text))
        .slice(0, 2)
        .map((notice) => log.at(notice)),
    )
}

function usesIb(scope: SettingScope, node: Node): boolean {
  return (scope.job?.communicators ?? []).some((communicator) =>
    communicator.networkDevices.some(
      (line) => /^IB/.test(line.plugin) && line.devices.length > 0 && node.aliases.includes(line.host),
    ),
  )
}
