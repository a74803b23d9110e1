import { findVariable } from '../../knowledge/nccl-variables'
import { isAtLeast } from '../../knowledge/support/version'
import { defineRule } from '../../model/rule'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** Old names still read for compatibility, beside those that no release reads any more. */
const aliases = new Set(['NCCL_MIN_NRINGS', 'NCCL_MAX_NRINGS'])

/** Names of old releases in scripts: most of them do nothing now. */
export const ncclDeprecatedVariable = defineRule({
  id: 'nccl-deprecated-variable',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      for (const setting of scope.all.values()) {
        const variable = findVariable(setting.name)
        const variant = variable && variantOf(setting.name, setting.value, variable.removed, scope.version)
        if (!variable || !variant || setting.winner.empty) continue
        drafts.push({
          scope,
          settings: [setting],
          severity: 'info',
          variant,
          data: {
            name: setting.name,
            value: setting.value,
            removed: variable.removed ?? '',
            replacement: variable.replacedBy ?? '',
          },
        })
      }
    }
    reportDrafts(node, context, drafts)
  },
})

function variantOf(name: string, value: string, removed: string | undefined, version: string | undefined) {
  if (removed !== undefined) {
    if (version !== undefined && !isAtLeast(version, removed)) return undefined
    return findVariable(name)?.replacedBy === undefined ? 'removed' : 'replaced'
  }
  if (aliases.has(name)) return 'alias'
  if (name === 'NCCL_LAUNCH_MODE' && value === 'GROUP') return 'launch-mode'
  return name === 'NCCL_NET_GDR_LEVEL' && /^\d/.test(value) ? 'numeric-level' : undefined
}
