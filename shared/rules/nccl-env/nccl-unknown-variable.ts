import {
  distanceToKnown,
  isForeignName,
  knownMistake,
  looksLikeNcclName,
  suggestNames,
} from '../../knowledge/nccl-names'
import { findVariable, newestKnownNccl } from '../../knowledge/nccl-variables'
import { isAtLeast } from '../../knowledge/support/version'
import { defineRule } from '../../model/rule'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** A name that looks like NCCL's and that no release reads and no known plugin or framework owns: ignored without a word. */
export const ncclUnknownVariable = defineRule({
  id: 'nccl-unknown-variable',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      for (const setting of scope.all.values()) {
        const { name, value, winner } = setting
        if (!looksLikeNcclName(name) || findVariable(name) || isForeignName(name)) continue
        // The library echoed it, so this build reads it: a fork, or newer than the table.
        if (winner.origin === 'log') continue
        const listed = knownMistake(name)
        const newer = scope.version !== undefined && isAtLeast(scope.version, newestKnownNccl)
        const nearest = suggestNames(name)
        const slip = distanceToKnown(name) <= 2
        const variant = !name.startsWith('NCCL_') ? 'prefix' : nearest.length > 0 ? 'near' : undefined
        drafts.push({
          scope,
          settings: [setting],
          severity: newer && scope.version !== newestKnownNccl && !slip && !listed ? 'info' : 'warning',
          variant,
          data: { name, value, nearest: nearest.join(', '), best: nearest[0] ?? '' },
        })
      }
    }
    reportDrafts(node, context, drafts)
  },
})
