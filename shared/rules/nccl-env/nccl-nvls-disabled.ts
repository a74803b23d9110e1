import { parseTunedList } from '../../knowledge/nccl-lists'
import { judgeRun } from '../../knowledge/run-verdict'
import { ranksOnNode } from '../../model/jobs'
import { defineRule } from '../../model/rule'
import type { ResolvedSetting } from '../../model/settings'
import { productOf } from '../support/links'
import { hasNvlsHardware } from '../support/pairs'
import { reportDrafts, settingScopes, type SettingDraft, type SettingScope } from '../support/settings'

/** NVLink SHARP is off by a setting on a machine that has it, with enough GPUs to gain from it. */
export const ncclNvlsDisabled = defineRule({
  id: 'nccl-nvls-disabled',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings', 'gpu.product'],
  check(node, context) {
    if (!hasNvlsHardware(node)) return context.notApplicable('no-nvls')
    const blackwell = node.gpus.some((gpu) => productOf(gpu)?.architecture === 'Blackwell')
    // NCCL's own tuner takes NVLS from five Hopper GPUs (six Blackwell) on: below nothing is lost.
    const least = blackwell ? 6 : 5
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = switchOf(scope)
      const ranks = (scope.job && ranksOnNode(scope.job, node)) ?? node.gpus.length
      if (!setting || ranks < least) continue
      const ring = (scope.job?.runs ?? [])
        .filter((run) => run.collective === 'all_reduce')
        .map((run) => judgeRun(run, context.facts))
        .find(({ expectation, measured }) => {
          const nvls = expectation?.levels?.nvls
          return nvls !== undefined && measured !== undefined && measured < nvls.low * 0.95
        })
      const counts = (scope.job?.communicators ?? []).flatMap((one) => one.channels ?? [])
      drafts.push({
        scope,
        settings: [setting],
        severity: ring ? 'warning' : 'info',
        variant: ring ? 'measured' : undefined,
        evidence: [...counts.slice(0, 2).map((count) => count.source), ...(ring?.row ? [ring.row.source] : [])],
        data: {
          name: setting.name,
          value: setting.value,
          measured: Math.round(ring?.measured ?? 0),
          nvls: Math.round(ring?.expectation?.levels?.nvls.typical ?? 0),
        },
      })
    }
    reportDrafts(node, context, drafts)
  },
})

function switchOf({ effective, version }: SettingScope): ResolvedSetting | undefined {
  const enable = effective.get('NCCL_NVLS_ENABLE')
  if (enable && /^0+$/.test(enable.value)) return enable
  const algo = effective.get('NCCL_ALGO')
  if (!algo?.value.includes('^')) return undefined
  const allowed = parseTunedList('NCCL_ALGO', algo.value, version).allowed.AllReduce ?? []
  return allowed.length > 1 && !allowed.includes('NVLS') ? algo : undefined
}
