import { parseNameList } from '../../knowledge/nccl-lists'
import { defineRule } from '../../model/rule'
import { nicEntity } from '../support/entities'
import { computeNics, takenBy } from '../support/hca'
import { listedDevices, portLines } from '../support/rdma'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** `mlx5_1` without `=` is a prefix: it takes mlx5_10 to mlx5_19 as well. */
export const ncclHcaPrefixMatch = defineRule({
  id: 'nccl-hca-prefix-match',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings', 'nics'],
  check(node, context) {
    const nics = listedDevices(node)
    const compute = computeNics(node)
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = scope.effective.get('NCCL_IB_HCA')
      if (!setting) continue
      const list = parseNameList(setting.value)
      if (list.exact) continue
      const names = new Set(list.entries.map((entry) => entry.name))
      // An entry that is itself a device was meant as that device; a bare prefix (mlx5) was meant as one.
      const whole = list.entries.filter((entry) => nics.some((nic) => nic.device === entry.name))
      const surplus = nics.filter((nic) => {
        const device = nic.device ?? nic.name
        return !names.has(device) && whole.some((entry) => device.startsWith(entry.name))
      })
      const running = surplus.filter((nic) => nic.state === undefined || /active/i.test(nic.state.value))
      // Where the matches are exactly the NICs beside GPUs, the list does what was wanted.
      const taken = takenBy(list, nics).map((nic) => nic.device ?? nic.name)
      const wanted =
        !list.exclude && compute !== undefined && compute.size > 0 && taken.every((device) => compute.has(device))
      const unwanted = wanted ? [] : running
      if (unwanted.length === 0) continue
      drafts.push({
        scope,
        settings: [setting],
        severity: 'warning',
        variant: list.exclude ? 'exclude' : undefined,
        on: unwanted.slice(0, 16).map(nicEntity),
        evidence: portLines(unwanted),
        data: {
          value: setting.value,
          surplus: unwanted.map((nic) => nic.device ?? nic.name).join(', '),
          exact: `${list.exclude ? '^' : ''}=${list.entries.map((entry) => entry.name).join(',')}`,
        },
      })
    }
    reportDrafts(node, context, drafts)
  },
})
