import { defineRule } from '../../model/rule'
import { judgeRun } from '../../knowledge/run-verdict'
import type { Node } from '../../model/node'
import type { SourceRef } from '../../model/source'
import { nicEntity, nodeEntity, settingEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { warningsOf } from '../support/logs'
import { MODIFY_QP } from '../support/messages'
import { places, reportDrafts, settingScopes, type SettingDraft } from '../support/settings'

const GIDS = /on dev ([^\s:,]{1,64}).{0,200}?local GID ([0-9a-f:.]{2,45}).{0,60}?remote GID ([0-9a-f:.]{2,45})/i
const TIMED_OUT = /\b110\b|timed out/i

/** Rails that are not joined, and a plan that leaves on one and arrives on another. */
export const ncclCrossNic = defineRule({
  id: 'nccl-cross-nic',
  area: 'nccl-env',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const scopes = settingScopes(node, context.facts)
    const crossing = warningsOf(node, MODIFY_QP).flatMap((found) => {
      if (!TIMED_OUT.test(found.warning.text)) return []
      const match = GIDS.exec(found.warning.text)
      const local = subnet(match?.[2])
      const remote = subnet(match?.[3])
      return local !== undefined && remote !== undefined && local !== remote
        ? [{ ...found, device: match?.[1] ?? '', local, remote }]
        : []
    })
    const first = crossing[0]
    const pinned = scopes.flatMap((scope) => scope.effective.get('NCCL_CROSS_NIC') ?? []).at(0)
    if (first && pinned?.value !== '0') {
      const rails = railsOf(node)
      // Another NIC of this very node stands in the subnet that did not answer: the fabric has a subnet per rail.
      const rail = rails.find((one) => one.subnet === first.remote && one.device !== first.device)
      const own = node.nics.find((nic) => nic.device === first.device)
      context.report({
        severity: rail ? 'error' : 'warning',
        variant: rail ? undefined : 'subnets',
        on: [nodeEntity(node), settingEntity('NCCL_CROSS_NIC'), ...(own ? [nicEntity(own)] : [])],
        evidence: someOf([
          ...crossing.slice(0, 4).map((one) => one.source),
          ...rails.filter((one) => one.subnet === first.remote || one.device === first.device).map((one) => one.source),
          ...(pinned ? places(pinned) : []),
        ]),
        data: {
          node: node.name,
          device: first.device,
          local: first.local,
          remote: first.remote,
          other: rail?.device ?? '',
          value: pinned?.value ?? '2',
        },
      })
      return
    }
    const drafts: SettingDraft[] = []
    for (const scope of scopes) {
      const setting = scope.effective.get('NCCL_CROSS_NIC')
      if (setting?.value !== '0' || (scope.job?.nodes.length ?? 0) < 2) continue
      const slow = (scope.job?.runs ?? [])
        .map((run) => judgeRun(run, context.facts))
        .filter((judged) => judged.verdict === 'low' || judged.verdict === 'very-low')
      if (slow.length === 0) continue
      drafts.push({
        scope,
        settings: [setting],
        severity: 'info',
        variant: 'off',
        evidence: slow.flatMap((judged) => judged.row?.source ?? []),
        data: { value: setting.value },
      })
    }
    reportDrafts(node, context, drafts)
  },
})

interface Rail {
  readonly device: string
  readonly subnet: string
  readonly source: SourceRef
}

function railsOf(node: Node): readonly Rail[] {
  return node.nics.flatMap((nic) =>
    nic.gids.flatMap((gid) => {
      const found = subnet(gid.ipv4 ?? gid.gid)
      return found === undefined ? [] : [{ device: nic.device ?? nic.name, subnet: found, source: gid.source }]
    }),
  )
}

/** The /24 of an IPv4 address or an IPv4-mapped GID; undefined for others (`N/A` on unrouted InfiniBand, link-local). */
function subnet(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const dotted = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(text)
  if (dotted) return `${dotted[1] ?? ''}.${dotted[2] ?? ''}.${dotted[3] ?? ''}.0/24`
  const mapped = /(?:^|:)ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(text)
  if (!mapped) return undefined
  const high = parseInt(mapped[1] ?? '0', 16)
  const low = parseInt(mapped[2] ?? '0', 16)
  return `${high >> 8}.${high & 255}.${low >> 8}.0/24`
}
