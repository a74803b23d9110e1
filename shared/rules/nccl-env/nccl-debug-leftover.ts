import { defineRule } from '../../model/rule'
import type { ResolvedSetting } from '../../model/settings'
import { reportDrafts, settingScopes, type SettingDraft, type SettingScope } from '../support/settings'

/** Debug settings that slow a job down or flood its log. NCCL_DEBUG=INFO alone is what a diagnosis asks for. */
export const ncclDebugLeftover = defineRule({
  id: 'nccl-debug-leftover',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      // A benchmark run is a diagnosis.
      const diagnosis = (scope.job?.runs.length ?? 0) > 0
      for (const { setting, variant, heavy } of leftovers(scope)) {
        const blocking = variant === 'blocking'
        if (diagnosis && !blocking) continue
        const lasting = setting.winner.origin.endsWith('-conf')
        drafts.push({
          scope,
          settings: [setting],
          severity: blocking || (heavy && lasting) ? 'warning' : 'info',
          variant,
          data: { name: setting.name, value: setting.value },
        })
      }
    }
    reportDrafts(node, context, drafts)
  },
})

interface Leftover {
  readonly setting: ResolvedSetting
  readonly variant: string | undefined
  /** Floods the log. */
  readonly heavy: boolean
}

function leftovers({ effective }: SettingScope): readonly Leftover[] {
  const found: Leftover[] = []
  const add = (setting: ResolvedSetting | undefined, odd: boolean, heavy: boolean, variant?: string): void => {
    if (setting && odd) found.push({ setting, variant, heavy })
  }
  const debug = effective.get('NCCL_DEBUG')
  add(debug, /^TRACE$/i.test(debug?.value ?? ''), true)
  const subsystems = effective.get('NCCL_DEBUG_SUBSYS')
  const words = subsystems?.value.split(',').map((word) => word.trim().toUpperCase()) ?? []
  add(subsystems, (words.includes('ALL') || words.includes('COLL')) && !subsystems?.value.startsWith('^'), true)
  const blocking = effective.get('CUDA_LAUNCH_BLOCKING')
  add(blocking, blocking !== undefined && /^[1-9]/.test(blocking.value), false, 'blocking')
  add(effective.get('NCCL_LAUNCH_MODE'), true, false, 'launch-mode')
  return found
}
