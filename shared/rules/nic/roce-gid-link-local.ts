import { ibvFragment } from '../../formats/host/ibv-fragment'
import { refIn, sectionsOf } from '../../model/format'
import type { Nic, Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'
import { nicEntity, settingEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { warningsOf } from '../support/logs'
import { isActive, isRail } from '../support/rails'
import { places, resolved } from '../support/settings'

interface Gid {
  readonly index: number
  readonly gid: string
  readonly version?: string
  readonly source: SourceRef
}

interface Table {
  readonly name: string
  readonly nic?: Nic
  readonly gids: readonly Gid[]
  /** The table was captured from a device that is known, so that a missing index is a fact. */
  readonly whole: boolean
}

const CONNECT = /ibv_modify_qp failed|with error 12\b|status ?= ?12\b|Connection timed out/i
const LOCAL_GID = /\blocal ?gid:? ?(fe80:[0-9a-f:]+)/i

/** The RoCE address that NCCL_IB_GID_INDEX picks does not route: link-local, version 1, or not there. */
export const roceGidLinkLocal = defineRule({
  id: 'roce-gid-link-local',
  area: 'nic',
  since: '0.1',
  needs: [],
  firesOnAbsence: 'that link-local addresses suffice here is told by a run that worked',
  check(node, context) {
    const logged = warningsOf(node, LOCAL_GID, 'any')
    const setting = resolved(node, context.facts, 'NCCL_IB_GID_INDEX')
    const index = setting && /^\d{1,3}$/.test(setting.value.trim()) ? Number(setting.value) : undefined
    const tables = tablesOf(node, context.facts)
    const failed = warningsOf(node, CONNECT, 'any')
    if (logged.length === 0 && (index === undefined || tables.length === 0)) {
      if (tables.length === 0 && node.nics.some((nic) => nic.linkLayer?.value === 'InfiniBand'))
        return context.notApplicable('infiniband')
      // Unset, or -1: NCCL 2.21 and later look for the routable address themselves.
      if (tables.length > 0 && setting) return
      return context.notChecked(['nics', 'nccl.settings'], 'show_gids; env | grep NCCL')
    }
    const bad = index === undefined ? [] : tables.flatMap((table) => faultOf(table, index) ?? [])
    if (bad.length === 0 && logged.length === 0) return
    if (failed.length === 0 && logged.length === 0 && worked(node, context.facts)) return
    const first = bad[0]
    const better = first && routable(first.table)
    context.report({
      severity: failed.length > 0 || logged.length > 0 ? 'error' : 'warning',
      variant: first ? (first.fault === 'link-local' ? undefined : first.fault) : 'log',
      on: [settingEntity('NCCL_IB_GID_INDEX'), ...bad.flatMap((one) => one.table.nic ?? []).map(nicEntity)],
      evidence: someOf([
        ...(setting ? places(setting) : []),
        ...bad.slice(0, 4).flatMap((one) => [...one.evidence, ...(better ? [better.source] : [])]),
        ...[...logged, ...failed].slice(0, 3).map((one) => one.source),
      ]),
      data: {
        node: node.name,
        index: index ?? '?',
        gid: first?.gid ?? LOCAL_GID.exec(logged[0]?.warning.text ?? '')?.[1] ?? '?',
        ports: bad.map((one) => one.table.name).join(', '),
        better: better ? `${better.index} (${better.gid})` : '?',
      },
    })
  },
})

/** GID tables of RoCE ports, and of excerpts that lack their device. */
function tablesOf(node: Node, facts: Facts): readonly Table[] {
  const ports = node.nics
    .filter((nic) => nic.gids.length > 0 && isRoce(nic) && isRail(node, facts, nic) !== false)
    .map((nic) => ({ name: nic.device ?? nic.name, nic, gids: nic.gids, whole: true }))
  const excerpts = sectionsOf(node.parsed, ibvFragment).flatMap((section) => {
    const gids = section.value.gids
      .filter((gid) => /RoCE/i.test(gid.version ?? ''))
      .map((gid) => ({ index: gid.index, gid: gid.gid, version: gid.version, source: refIn(section, gid.line) }))
    return gids.length > 0 ? [{ name: '', gids, whole: false }] : []
  })
  return [...ports, ...excerpts]
}

function isRoce(nic: Nic): boolean {
  if (nic.linkLayer) return nic.linkLayer.value === 'Ethernet' && (nic.state === undefined || isActive(nic))
  return nic.gids.some((gid) => gid.version !== undefined || gid.ipv4 !== undefined)
}

function faultOf(table: Table, index: number) {
  const row = table.gids.find((gid) => gid.index === index)
  if (!row) {
    const first = table.gids[0]
    return table.whole && first ? { table, fault: 'absent' as const, gid: '', evidence: [first.source] } : undefined
  }
  if (/^fe80:/i.test(row.gid)) return { table, fault: 'link-local' as const, gid: row.gid, evidence: [row.source] }
  const old = /v1(?:\.0)?$/i.test(row.version ?? '')
  return old && routable(table) ? { table, fault: 'version' as const, gid: row.gid, evidence: [row.source] } : undefined
}

/** The version 2 row of the IPv4 address, else of a global one. */
function routable(table: Table): Gid | undefined {
  const second = table.gids.filter((gid) => /v2(?:\.0)?$/i.test(gid.version ?? '') && !/^fe80:/i.test(gid.gid))
  return second.find((gid) => /ffff:/i.test(gid.gid)) ?? second[0]
}

/** A run over several nodes gave bandwidth: then the address, link-local or not, reaches the peer. */
function worked(node: Node, facts: Facts): boolean {
  return facts.runs.some(
    (run) => run.nodes.includes(node.id) && run.hosts.length > 1 && (run.peakBusBandwidth ?? 0) > 5,
  )
}
