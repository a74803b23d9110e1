import { readAsNccl } from '../../knowledge/nccl-values'
import { judgeRun } from '../../knowledge/run-verdict'
import { ranksOnNode } from '../../model/jobs'
import { defineRule } from '../../model/rule'
import { hostCount } from '../support/logs'
import { bestJoint } from '../support/pairs'
import { activePorts } from '../support/rdma'
import { reportDrafts, settingScopes, type SettingDraft, type SettingScope } from '../support/settings'

const MiB = 1024 ** 2

type Kind = 'max' | 'min' | 'threads' | 'buffer' | 'chunk'

/** Which variables limit what, and from which value on it is remarkable. */
const limits: Readonly<Record<string, { readonly kind: Kind; readonly odd: (value: number) => boolean }>> = {
  NCCL_MAX_NCHANNELS: { kind: 'max', odd: (value) => value > 0 && value <= 4 },
  NCCL_MAX_CTAS: { kind: 'max', odd: (value) => value > 0 && value <= 4 },
  NCCL_MAX_NRINGS: { kind: 'max', odd: (value) => value > 0 && value <= 4 },
  NCCL_MIN_NCHANNELS: { kind: 'min', odd: (value) => value > 32 },
  NCCL_MIN_CTAS: { kind: 'min', odd: (value) => value > 32 },
  NCCL_MIN_NRINGS: { kind: 'min', odd: (value) => value > 32 },
  NCCL_NTHREADS: { kind: 'threads', odd: (value) => value >= 0 && value < 256 },
  NCCL_BUFFSIZE: { kind: 'buffer', odd: (value) => value >= 0 && value < MiB },
  NCCL_P2P_NET_CHUNKSIZE: { kind: 'chunk', odd: (value) => value !== 131072 },
}

/** Few channels, threads or small buffers: what NCCL plans for this machine cannot be reached. */
export const ncclChannelsPinned = defineRule({
  id: 'nccl-channels-pinned',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      for (const [name, { kind, odd }] of Object.entries(limits)) {
        const setting = scope.effective.get(name)
        const value = setting && readAsNccl(name, setting.value, scope.version).value
        if (!setting || setting.value === '' || typeof value !== 'number' || !odd(value)) continue
        const judged = (scope.job?.runs ?? []).map((run) => judgeRun(run, context.facts))
        const slow = judged.filter((one) => one.verdict === 'low' || one.verdict === 'very-low')
        const narrow = kind === 'max' && canUseMore(scope)
        const counts = (scope.job?.communicators ?? []).flatMap((one) => one.channels ?? [])
        drafts.push({
          scope,
          settings: [setting],
          severity: narrow || kind === 'buffer' || slow.length > 0 ? 'warning' : 'info',
          variant: kind,
          evidence: [
            ...counts.slice(0, 2).map((count) => count.source),
            ...slow.flatMap((one) => one.row?.source ?? []).slice(0, 2),
          ],
          data: { name, value, channels: counts[0]?.collective ?? value },
        })
      }
    }
    reportDrafts(node, context, drafts)
  },
})

/** NVLink between several ranks of the node, or several NICs in a job over hosts: a few channels cannot fill them. */
function canUseMore({ node, job }: SettingScope): boolean {
  const ranks = job && ranksOnNode(job, node)
  if (ranks !== 1 && bestJoint(node) === 'nvlink') return true
  return job !== undefined && (hostCount(job) ?? 0) > 1 && activePorts(node).length > 1
}
