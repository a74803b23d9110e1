import { ranksOnNode } from '../../model/jobs'
import type { Connection } from '../../model/nccl'
import { defineRule } from '../../model/rule'
import { deliberateLoopback, localConnections } from '../support/local-connections'
import { bestJoint, peerAccessImpossible } from '../support/pairs'
import { reportDrafts, settingScopes, type SettingDraft, type SettingScope } from '../support/settings'

/** Peer access is switched off by a variable on a machine that has something to gain from it. */
export const ncclP2pDisabled = defineRule({
  id: 'nccl-p2p-disabled',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  firesOnAbsence: 'that a job has one rank per host is known from its ranks only',
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const disable = scope.effective.get('NCCL_P2P_DISABLE')
      const level = scope.effective.get('NCCL_P2P_LEVEL')
      // Exactly 1 acts; every other number leaves P2P on.
      const setting = disable?.value === '1' ? disable : level && /^(?:LOC|0+)$/.test(level.value) ? level : undefined
      if (!setting) continue
      const ranks = scope.job && ranksOnNode(scope.job, node)
      if (ranks === 1 || node.gpus.length === 1) continue
      const local = localConnections(scope.job, node, context.facts)
      const aside = local.filter((connection) => connection.transport !== 'P2P')
      // The log of this job shows peer access in use, so the setting did not reach it.
      if (setting.winner.origin !== 'log' && local.length > 0 && aside.length === 0) continue
      const loopback = deliberateLoopback(scope)
      drafts.push({
        scope,
        settings: [setting],
        severity: loopback ? 'info' : severityOf(scope, ranks, aside),
        variant: loopback ? 'loopback' : variantOf(scope),
        evidence: aside.slice(0, 6).map((connection) => connection.source),
        data: { name: setting.name, value: setting.value, via: aside[0]?.via ?? '' },
      })
    }
    reportDrafts(node, context, drafts)
  },
})

function severityOf(scope: SettingScope, ranks: number | undefined, aside: readonly Connection[]) {
  if (peerAccessImpossible(scope.node)) return 'info'
  const joint = bestJoint(scope.node)
  const proven = (ranks ?? 0) > 1 || aside.length > 0
  if (joint === 'nvlink') return proven ? 'error' : 'warning'
  // Beyond one PCIe switch tree NCCL does not use peer access by itself with three GPUs and more.
  return joint === 'near' && proven ? 'warning' : 'info'
}

function variantOf({ node }: SettingScope): string | undefined {
  if (peerAccessImpossible(node)) return 'impossible'
  const joint = bestJoint(node)
  if (joint === 'nvlink') return undefined
  return joint === 'near' ? 'pcie' : joint === 'far' ? 'far' : 'unknown'
}
