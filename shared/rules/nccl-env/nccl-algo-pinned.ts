import { parseTunedList, type TunedFunction } from '../../knowledge/nccl-lists'
import { judgeRun } from '../../knowledge/run-verdict'
import { defineRule } from '../../model/rule'
import type { Collective } from '../../model/run'
import { productOf } from '../support/links'
import { hostCount, warningsOf } from '../support/logs'
import { TUNING_REFUSED } from '../support/messages'
import { reportDrafts, settingScopes, type SettingDraft, type SettingScope } from '../support/settings'

const functionOf: Readonly<Partial<Record<Collective, TunedFunction>>> = {
  all_reduce: 'AllReduce',
  all_gather: 'AllGather',
  reduce_scatter: 'ReduceScatter',
  broadcast: 'Broadcast',
  reduce: 'Reduce',
}

/** Algorithms that can serve a function other than all-reduce. */
const servesOthers = ['Ring', 'NVLS', 'CollnetDirect', 'PAT']

/** NCCL_ALGO takes the choice from NCCL's tuner. */
export const ncclAlgoPinned = defineRule({
  id: 'nccl-algo-pinned',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const refused = warningsOf(node, TUNING_REFUSED)
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = scope.effective.get('NCCL_ALGO')
      if (!setting) continue
      const stopped = refused.filter((one) =>
        scope.job?.communicators.some((comm) => comm.logs.includes(context.facts.parsed.indexOf(one.log.section))),
      )
      const list = parseTunedList('NCCL_ALGO', setting.value, scope.version)
      const allReduce = list.allowed.AllReduce ?? []
      const ringOnly = allReduce.length === 1 && allReduce[0] === 'Ring'
      const twoNodes = scope.job !== undefined && hostCount(scope.job) === 2
      const slow = (scope.job?.runs ?? [])
        .map((run) => judgeRun(run, context.facts))
        .filter((judged) => judged.verdict === 'low' || judged.verdict === 'very-low')
      const unsuited = cannotServe(scope, list.allowed)
      const blamed = slow.length > 0 && !(ringOnly && twoNodes)
      const severity = stopped.length > 0 ? 'error' : unsuited || blamed ? 'warning' : 'info'
      const rows = slow.flatMap((judged) => judged.row?.source ?? [])
      drafts.push({
        scope,
        settings: [setting],
        severity,
        variant:
          stopped.length > 0 ? 'refused' : unsuited ? 'unsuited' : ringOnly && twoNodes ? 'two-nodes' : undefined,
        evidence: [...stopped.map((one) => one.source), ...rows],
        data: { value: setting.value, version: scope.version ?? '' },
      })
    }
    reportDrafts(node, context, drafts)
  },
})

/** The list leaves nothing that this machine (or this collective) can run. */
function cannotServe(
  scope: SettingScope,
  allowed: Readonly<Partial<Record<TunedFunction, readonly string[]>>>,
): boolean {
  const { node, job } = scope
  const products = node.gpus.map(productOf)
  const noNvls = products.length > 0 && products.every((product) => product && !product.nvlsCapable)
  const oneHost = job !== undefined && hostCount(job) === 1
  const all = allowed.AllReduce ?? []
  if (all.length > 0 && noNvls && all.every((word) => word.startsWith('NVLS'))) return true
  if (all.length > 0 && oneHost && all.every((word) => word === 'NVLSTree')) return true
  return (job?.runs ?? []).some((run) => {
    const name = run.collective === undefined || run.collectiveInferred ? undefined : functionOf[run.collective]
    const words = name === undefined || name === 'AllReduce' ? undefined : allowed[name]
    return words !== undefined && words.length > 0 && !words.some((word) => servesOthers.includes(word))
  })
}
