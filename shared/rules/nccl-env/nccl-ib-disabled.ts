import { readAsNccl } from '../../knowledge/nccl-values'
import { defineRule } from '../../model/rule'
import type { ResolvedSetting } from '../../model/settings'
import { hostCount } from '../support/logs'
import { activePorts, pluginFabric, portLines } from '../support/rdma'
import { reportDrafts, settingScopes, type SettingDraft, type SettingScope } from '../support/settings'

/** The RDMA network is switched off by a variable. */
export const ncclIbDisabled = defineRule({
  id: 'nccl-ib-disabled',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const active = activePorts(node)
    const fabric = pluginFabric(node, context.facts)
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = switchOf(scope, fabric !== undefined)
      if (!setting) continue
      const hosts = scope.job && hostCount(scope.job)
      if (hosts === 1) continue
      const networks = (scope.job?.communicators ?? []).flatMap((one) => one.networks)
      const other = networks.find((network) => !/^socket$/i.test(network.value))
      // An external plugin does not look at NCCL_IB_DISABLE: it has no effect then.
      if (other && !(setting.name === 'NCCL_IB_DISABLE' && /^IBext/i.test(other.value))) continue
      if (active.length === 0 && !fabric) continue
      const severity = !other && (hosts ?? 0) > 1 ? 'error' : 'info'
      drafts.push({
        scope,
        settings: [setting],
        severity,
        variant: other ? 'plugin' : severity === 'info' ? 'unused' : undefined,
        evidence: [
          ...networks.slice(0, 2).map((network) => network.source),
          ...portLines(active),
          ...(fabric?.evidence ?? []),
        ],
        data: {
          name: setting.name,
          value: setting.value,
          ports: active.length,
          network: other?.value ?? '',
        },
      })
    }
    reportDrafts(node, context, drafts)
  },
})

function switchOf({ effective, version }: SettingScope, plugin: boolean): ResolvedSetting | undefined {
  const disable = effective.get('NCCL_IB_DISABLE')
  const value = disable && readAsNccl(disable.name, disable.value, version).value
  if (disable && typeof value === 'number' && value !== 0) return disable
  const net = effective.get('NCCL_NET')
  if (net && /^socket$/i.test(net.value)) return net
  const none = effective.get('NCCL_NET_PLUGIN')
  return none?.value === 'none' && plugin ? none : undefined
}
