import { parseTunedList, type TunedFunction } from '../../knowledge/nccl-lists'
import { bestOf } from '../../knowledge/run-verdict'
import { defineRule } from '../../model/rule'
import type { Collective, Run } from '../../model/run'
import { hostCount } from '../support/logs'
import { bestJoint } from '../support/pairs'
import { reportDrafts, settingScopes, type SettingDraft, type SettingScope } from '../support/settings'

const MiB = 1024 ** 2

const functionOf: Readonly<Partial<Record<Collective, TunedFunction>>> = {
  all_reduce: 'AllReduce',
  all_gather: 'AllGather',
  reduce_scatter: 'ReduceScatter',
  broadcast: 'Broadcast',
  reduce: 'Reduce',
}

/** NCCL_PROTO without Simple: large messages lose bandwidth, LL moves half payload. */
export const ncclProtoLlPinned = defineRule({
  id: 'nccl-proto-ll-pinned',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = scope.effective.get('NCCL_PROTO')
      if (!setting) continue
      const { allowed } = parseTunedList('NCCL_PROTO', setting.value, scope.version)
      const bound = Object.entries(allowed).filter(([, words]) => words.length > 0 && !words.includes('Simple'))
      if (bound.length === 0) continue
      const runs = scope.job?.runs ?? []
      const touched = runs.filter((run) => touches(run, new Set(bound.map(([name]) => name))))
      const large = touched.flatMap((run) => run.rows.filter((row) => row.size >= MiB && bestOf(row) > 0))
      const wrong = touched.flatMap((run) =>
        run.rows.filter((row) => (row.outOfPlace?.wrong ?? 0) > 0 || (row.inPlace?.wrong ?? 0) > 0),
      )
      const onlyLl128 = bound.every(([, words]) => words.every((word) => word === 'LL128'))
      const mild =
        (onlyLl128 && !leavesNvlink(scope)) ||
        (runs.length > 0 && touched.length === 0) ||
        (touched.length > 0 && large.length === 0)
      const best = large.reduce((most, row) => Math.max(most, bestOf(row)), 0)
      drafts.push({
        scope,
        settings: [setting],
        severity: wrong.length > 0 ? 'error' : mild ? 'info' : 'warning',
        variant: wrong.length > 0 ? 'wrong' : onlyLl128 ? 'll128' : best > 0 ? 'measured' : undefined,
        evidence: [...wrong.slice(0, 3).map((row) => row.source), ...large.slice(-3).map((row) => row.source)],
        data: {
          value: setting.value,
          best: Math.round(best * 10) / 10,
          functions: bound.length === 5 ? '' : bound.map(([name]) => name).join(', '),
        },
      })
    }
    reportDrafts(node, context, drafts)
  },
})

/** Send/receive and all-to-all do not look at NCCL_PROTO. */
function touches(run: Run, functions: ReadonlySet<string>): boolean {
  const name = run.collective === undefined ? undefined : functionOf[run.collective]
  return name !== undefined && functions.has(name)
}

/** Captures show that data takes another way than NVLink inside one host, where LL128 is what NCCL takes itself. */
function leavesNvlink({ job, node }: SettingScope): boolean {
  const joint = bestJoint(node)
  return joint === 'near' || joint === 'far' || (job !== undefined && (hostCount(job) ?? 1) > 1)
}
