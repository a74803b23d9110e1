import { readAsNccl, type NcclReading } from '../../knowledge/nccl-values'
import { findVariable } from '../../knowledge/nccl-variables'
import type { Setting } from '../../model/nccl'
import { defineRule } from '../../model/rule'
import type { ResolvedSetting } from '../../model/settings'
import { nodeEntity, settingEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { logsOf } from '../support/logs'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** A value in a form that NCCL does not take as its writer meant it: `true` is 0, `8M` is 8, a list with blanks matches nothing. */
export const ncclValueInvalid = defineRule({
  id: 'nccl-value-invalid',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      for (const setting of scope.effective.values()) {
        const found = firstInvalid(setting, scope.version)
        const variable = findVariable(setting.name)
        if (!found || !variable) continue
        const { place, reading } = found
        drafts.push({
          scope,
          settings: [setting],
          // What is only printed costs nothing when it is read otherwise.
          severity: variable.risk === 'debug-only' ? 'info' : 'warning',
          variant: reading.key,
          evidence: [place.source],
          data: {
            name: setting.name,
            value: place.value,
            read: reading.value ?? '',
            default: variable.default ?? '',
            accepted: variable.values?.join(', ') ?? variable.range ?? variable.syntax ?? '',
          },
        })
      }
    }
    reportDrafts(node, context, drafts)
    for (const log of logsOf(node)) {
      const merge = log.own(log.log.notices).filter((notice) => notice.text.startsWith('Could not force merge'))
      if (merge.length > 0) {
        context.report({
          severity: 'warning',
          variant: 'merge',
          on: [settingEntity('NCCL_NET_FORCE_MERGE'), nodeEntity(node)],
          evidence: someOf(merge.map((notice) => log.at(notice))),
          data: { name: 'NCCL_NET_FORCE_MERGE', value: '', default: '', node: node.name },
        })
      }
      const said = log.own(log.log.settings).filter((line) => line.from === 'invalid')
      for (const line of said.filter((one, i) => said.findIndex((other) => other.name === one.name) === i)) {
        if (drafts.some((draft) => draft.settings.some((setting) => setting.name === line.name))) continue
        context.report({
          severity: 'warning',
          variant: 'said',
          on: [settingEntity(line.name), nodeEntity(node)],
          evidence: someOf(said.filter((other) => other.name === line.name).map((other) => log.at(other))),
          data: { name: line.name, value: line.value, default: line.fallback ?? '', node: node.name },
        })
      }
    }
  },
})

/** The log shows the number that NCCL read, so what was typed stands elsewhere, if it was captured. */
function firstInvalid(setting: ResolvedSetting, version: string | undefined): Found | undefined {
  const places = [...setting.seen].sort((a, b) => Number(a.origin === 'log') - Number(b.origin === 'log'))
  for (const place of places) {
    if (place.empty) continue
    const reading = readAsNccl(setting.name, place.value, version)
    if (!reading.valid && reading.key !== 'unknown-variable' && reading.key !== 'empty') return { place, reading }
  }
  return undefined
}

interface Found {
  readonly place: Setting
  readonly reading: NcclReading
}
