import type { Nic, Node } from '../../model/node'
import { defineRule, type RuleContext } from '../../model/rule'
import { nicEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { warningsOf } from '../support/logs'
import { isActive, isRail, portFacts } from '../support/rails'
import { places, resolved } from '../support/settings'

/** Ports of one RoCE network use different MTUs: between two nodes, or between the rails of one. */
export const roceMtuMismatch = defineRule({
  id: 'roce-mtu-mismatch',
  area: 'nic',
  since: '0.1',
  needs: ['nics'],
  firesOnAbsence: 'which ports are rails is told by other captures',
  check(node, context) {
    const ports = node.nics.filter((nic) => mtuPort(nic))
    if (ports.length === 0) {
      if (node.nics.some((nic) => nic.activeMtu)) return context.notApplicable('infiniband')
      return context.notChecked(['nics'], 'ibv_devinfo')
    }
    if (betweenNodes(node, ports, context)) return
    const first = ports[0]
    const lowest = Math.min(...ports.map((nic) => nic.activeMtu?.value ?? Infinity))
    const highest = Math.max(...ports.map((nic) => nic.activeMtu?.value ?? 0))
    if (!first || lowest === highest) return
    const low = ports.filter((nic) => nic.activeMtu?.value === lowest)
    const high = ports.filter((nic) => nic.activeMtu?.value === highest)
    const timeouts = warningsOf(node, /with error 12\b|status ?= ?12\b/)
    const setting = resolved(node, context.facts, 'NCCL_IB_GID_INDEX')
    const rails = [low, high].every((list) => list.some((nic) => isRail(node, context.facts, nic) === true))
    const used = [low, high].every((list) => list.some((nic) => isRail(node, context.facts, nic) !== false))
    context.report({
      severity: rails || (used && (timeouts.length > 0 || setting !== undefined)) ? 'warning' : 'info',
      variant: 'rails',
      on: [...low, ...high].map(nicEntity),
      evidence: someOf([
        ...low.slice(0, 3).flatMap((nic) => portFacts(nic, 'activeMtu')),
        ...high.slice(0, 3).flatMap((nic) => portFacts(nic, 'activeMtu')),
        ...timeouts.slice(0, 2).map((one) => one.source),
        ...(setting ? places(setting, 1) : []),
      ]),
      data: {
        node: node.name,
        low: names(low),
        high: names(high),
        lowest,
        highest,
        other: '',
      },
    })
  },
})

function names(nics: readonly Nic[]): string {
  return nics.map((nic) => nic.device ?? nic.name).join(', ')
}

/** Ethernet, or not said: InfiniBand negotiates its MTU with the switch. */
function mtuPort(nic: Nic): boolean {
  return (
    nic.activeMtu !== undefined && nic.linkLayer?.value !== 'InfiniBand' && (nic.state === undefined || isActive(nic))
  )
}

/** The same device on another node, both Ethernet for certain. The node with the smaller MTU reports. */
function betweenNodes(node: Node, ports: readonly Nic[], { facts, report }: RuleContext): boolean {
  for (const nic of ports) {
    for (const other of facts.nodes) {
      const peer = other === node ? undefined : other.nics.find((one) => one.device === nic.device && mtuPort(one))
      if (!peer?.activeMtu || !nic.activeMtu || peer.activeMtu.value <= nic.activeMtu.value) continue
      if (peer.linkLayer?.value !== 'Ethernet' || nic.linkLayer?.value !== 'Ethernet') continue
      if (isRail(node, facts, nic) === false || isRail(other, facts, peer) === false) continue
      report({
        severity: 'error',
        nodes: [node.id, other.id],
        on: [nicEntity(nic), nicEntity(peer)],
        evidence: someOf([...portFacts(nic, 'activeMtu', 'linkLayer'), ...portFacts(peer, 'activeMtu', 'linkLayer')]),
        data: {
          node: node.name,
          low: nic.device ?? nic.name,
          high: peer.device ?? peer.name,
          lowest: nic.activeMtu.value,
          highest: peer.activeMtu.value,
          other: other.name,
        },
      })
      return true
    }
  }
  return false
}
