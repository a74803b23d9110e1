import {
  distanceToKnown,
  foreignName,
  isForeignName,
  knownMistake,
  looksLikeNcclName,
  suggestNames,
} from '../../knowledge/nccl-names'
import { findVariable, newestKnownNccl } from '../../knowledge/nccl-variables'
import { isAtLeast } from '../../knowledge/support/version'
import { defineRule } from '../../model/rule'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** Variables that scripts and builds keep for themselves: places, versions, arguments. */
const SCRIPT_NAME =
  /^NCCL_(?:TESTS?|BENCH|BUILD|SRC|BIN|ENV|ARGS|OPTS|PARAMS)(?:_|$)|_(?:DIRS?|PATH|HOME|ROOT|PREFIX|VERSION|VER|TAG|COMMIT|BRANCH|SRC|BIN|REPO|URL|IMAGE|BUILD|INSTALL|INCLUDE|C?FLAGS|LDFLAGS|ARGS|OPTS|CMD|LOGFILE|OUTPUT)$/

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
        // PyTorch's variables carry TORCH_ in front since 2.2.
        const torch = foreignName(`TORCH_${name}`)?.effect === undefined ? [] : [`TORCH_${name}`]
        const nearest = [...torch, ...suggestNames(name)]
        const slip = distanceToKnown(name) <= 2
        if (!listed && !slip && SCRIPT_NAME.test(name)) continue
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
