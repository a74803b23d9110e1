import { ranksOnNode } from '../../model/jobs'
import { defineRule } from '../../model/rule'
import { deliberateLoopback, localConnections } from '../support/local-connections'
import { bestJoint } from '../support/pairs'
import { reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

/** Shared memory is off: what cannot use peer access goes through the network, inside one machine too. */
export const ncclShmDisabled = defineRule({
  id: 'nccl-shm-disabled',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.settings'],
  firesOnAbsence: 'that all pairs use peer access, or that the NICs are tested on purpose, other lines must say',
  check(node, context) {
    const drafts: SettingDraft[] = []
    for (const scope of settingScopes(node, context.facts)) {
      const setting = scope.effective.get('NCCL_SHM_DISABLE')
      if (setting?.value !== '1') continue
      if (scope.job && ranksOnNode(scope.job, node) === 1) continue
      const local = localConnections(scope.job, node, context.facts)
      const net = local.filter((connection) => connection.transport === 'NET')
      const p2pOff = scope.effective.get('NCCL_P2P_DISABLE')?.value === '1'
      const allPeers = local.length > 0 && local.every((connection) => connection.transport === 'P2P')
      if (allPeers) continue
      const loopback = deliberateLoopback(scope)
      const covered = local.length === 0 && bestJoint(node) === 'nvlink' && !p2pOff
      drafts.push({
        scope,
        settings: [setting],
        severity: loopback || covered ? 'info' : net.length > 0 ? 'error' : 'warning',
        variant: loopback ? 'loopback' : net.length > 0 ? 'net' : covered ? 'nvlink' : undefined,
        evidence: net.slice(0, 6).map((connection) => connection.source),
        data: { via: net[0]?.via ?? '' },
      })
    }
    reportDrafts(node, context, drafts)
  },
})
