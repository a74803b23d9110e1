import { readAsNccl } from '../../knowledge/nccl-values'
import { isAtLeast } from '../../knowledge/support/version'
import type { Communicator, NetworkDevices } from '../../model/nccl'
import { defineRule } from '../../model/rule'
import { logsOf } from '../support/logs'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** Different devices on the nodes of a job are tolerated by a setting: init completes, and the job hangs. */
export const ncclIgnoreMismatch = defineRule({
  id: 'nccl-ignore-mismatch',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      for (const name of ['NCCL_IGNORE_NET_MISMATCH', 'NCCL_IGNORE_COLLNET_MISMATCH', 'NCCL_IGNORE_DISABLED_P2P']) {
        const setting = scope.effective.get(name)
        const value = setting && readAsNccl(name, setting.value, scope.version).value
        if (!setting || typeof value !== 'number' || value === 0) continue
        if (name === 'NCCL_IGNORE_DISABLED_P2P') {
          const lines = logsOf(node).flatMap((log) =>
            log
              .own(log.log.p2pDisabled)
              .filter((line) => line.nvlink)
              .map((line) => log.at(line)),
          )
          if (lines.length > 0)
            drafts.push({
              scope,
              settings: [setting],
              severity: 'warning',
              variant: 'p2p',
              evidence: lines,
              data: { name },
            })
          continue
        }
        // Releases before 2.30 do not read the two others.
        if (scope.version !== undefined && !isAtLeast(scope.version, '2.30')) continue
        const [left, right] = differingDevices(context.facts.communicators)
        if (!left || !right) continue
        drafts.push({
          scope,
          settings: [setting],
          severity: 'warning',
          evidence: [left.source, right.source],
          data: { name, left: text(left), right: text(right), leftHost: left.host, rightHost: right.host },
        })
      }
    }
    reportDrafts(node, context, drafts)
  },
})

/** Two hosts whose processes use different device lists. */
function differingDevices(communicators: readonly Communicator[]): readonly NetworkDevices[] {
  const byHost = new Map<string, NetworkDevices>()
  for (const line of communicators.flatMap((communicator) => communicator.networkDevices)) {
    if (/^socket$/i.test(line.plugin) || line.host === '') continue
    if (!byHost.has(line.host)) byHost.set(line.host, line)
  }
  const [first, ...others] = [...byHost.values()]
  const other = first && others.find((line) => text(line) !== text(first))
  return first && other ? [first, other] : []
}

function text(line: NetworkDevices): string {
  return line.devices
    .map((device) => `${device.name}/${device.layer ?? ''}`)
    .sort()
    .join(' ')
}
