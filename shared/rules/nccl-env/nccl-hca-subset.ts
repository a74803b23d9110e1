import { parseNameList } from '../../knowledge/nccl-lists'
import { defineRule } from '../../model/rule'
import { nicEntity } from '../support/entities'
import { alike, computeNics, takenBy } from '../support/hca'
import { activePorts, portLines } from '../support/rdma'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** NCCL_IB_HCA leaves out running NICs of the same kind as those it takes. */
export const ncclHcaSubset = defineRule({
  id: 'nccl-hca-subset',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings', 'nic.ports'],
  check(node, context) {
    const active = activePorts(node)
    const compute = computeNics(node)
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = scope.effective.get('NCCL_IB_HCA')
      if (!setting || setting.value.length <= 1) continue
      // Each process with a list of its own: the launcher gives every rank its NIC.
      if (new Set(setting.seen.filter((one) => one.origin === 'log').map((one) => one.value)).size > 1) continue
      const taken = takenBy(parseNameList(setting.value), active)
      const first = taken[0]
      if (!first) continue
      const peers = active.filter(
        (nic) => alike(nic, first) && (compute === undefined || compute.has(nic.device ?? nic.name)),
      )
      const left = peers.filter((nic) => !taken.includes(nic))
      // Without the matrix the rest may be storage NICs of the same kind: only a clear majority left out says something.
      if (left.length === 0 || (compute === undefined && left.length < peers.length / 2)) continue
      drafts.push({
        scope,
        settings: [setting],
        severity: taken.length === 1 && peers.length >= 8 ? 'error' : 'warning',
        on: left.slice(0, 16).map(nicEntity),
        evidence: [...portLines(taken), ...portLines(left)],
        data: {
          value: setting.value,
          taken: taken.length,
          due: peers.length,
          left: left.map((nic) => nic.device ?? nic.name).join(', '),
        },
      })
    }
    reportDrafts(node, context, drafts)
  },
})
