import { readAsNccl } from '../../knowledge/nccl-values'
import { defineRule } from '../../model/rule'
import { hostCount, warningsOf } from '../support/logs'
import { IB_ERROR_12 } from '../support/messages'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** A short InfiniBand time-out: a hiccup of the fabric ends the job. */
export const ncclIbTimeoutLow = defineRule({
  id: 'nccl-ib-timeout-low',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const errors = warningsOf(node, IB_ERROR_12)
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      if (scope.job && hostCount(scope.job) === 1) continue
      for (const [name, odd] of [
        ['NCCL_IB_TIMEOUT', (value: number) => value > 0 && value < 18],
        ['NCCL_IB_RETRY_CNT', (value: number) => value >= 0 && value < 7],
      ] as const) {
        const setting = scope.effective.get(name)
        const value = setting && readAsNccl(name, setting.value, scope.version).value
        if (!setting || setting.value === '' || typeof value !== 'number' || !odd(value)) continue
        const own = errors.filter((one) => scope.job?.spans.some((span) => span.document === one.source.document))
        drafts.push({
          scope,
          settings: [setting],
          severity: own.length > 0 ? 'warning' : 'info',
          variant: name === 'NCCL_IB_TIMEOUT' ? undefined : 'retry',
          evidence: own.map((one) => one.source),
          data: { name, value },
        })
      }
    }
    reportDrafts(node, context, drafts)
  },
})
