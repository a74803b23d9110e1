import type { Severity } from '../../model/finding'
import type { Nic, Node } from '../../model/node'
import { defineRule, type RuleContext } from '../../model/rule'
import type { Facts } from '../../model/session'
import { nicEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isActive, isDown, pinned, portFacts, sameCard } from '../support/rails'
import { places, resolved } from '../support/settings'

/** An InfiniBand port is down while ports of the same card type are up. */
export const ibPortDown = defineRule({
  id: 'ib-port-down',
  area: 'nic',
  since: '0.1',
  needs: ['nic.ports'],
  firesOnAbsence:
    'which ports are spare is told by the others: their number, the second port of a card, the other nodes',
  check(node, context) {
    const spare: Down[] = []
    for (const nic of node.nics) {
      if (!isDown(nic) || !/disabled|polling/i.test(nic.physicalState?.value ?? '')) continue
      const pin = pinned(node, context.facts, nic)
      const active = node.nics.filter(
        (other) => other !== nic && isActive(other) && other.caType?.value === nic.caType?.value,
      )
      if (active.length === 0 || pin === 'out') continue
      const severity = pin === 'in' ? 'error' : severityOf(node, nic, active, context.facts)
      if (severity === 'info') spare.push({ nic, active })
      else if (severity) report(node, [{ nic, active }], pin === 'in' ? 'pinned' : undefined, context)
    }
    // Uncabled ports are told once for the node.
    if (spare.length > 0) report(node, spare, 'spare', context)
  },
})

interface Down {
  readonly nic: Nic
  readonly active: readonly Nic[]
}

function report(
  node: Node,
  ports: readonly Down[],
  variant: 'pinned' | 'spare' | undefined,
  context: RuleContext,
): void {
  const setting = variant === 'pinned' ? resolved(node, context.facts, 'NCCL_IB_HCA') : undefined
  const first = ports[0]
  const peer = first?.active[0]
  if (!first) return
  context.report({
    severity: variant === 'spare' ? 'info' : 'error',
    variant,
    on: ports.map(({ nic }) => nicEntity(nic)),
    evidence: someOf([
      ...ports.flatMap(({ nic }) => portFacts(nic, 'caType', 'state', 'physicalState')),
      ...(peer ? portFacts(peer, 'state') : []),
      ...(setting ? places(setting) : []),
    ]),
    data: {
      node: node.name,
      device: ports.map(({ nic }) => nic.device ?? nic.name).join(', '),
      physical: [...new Set(ports.map(({ nic }) => nic.physicalState?.value ?? ''))].join(', '),
      active: first.active.length,
      type: first.nic.caType?.value ?? '?',
      setting: setting?.value ?? '',
    },
  })
}

function severityOf(node: Node, nic: Nic, active: readonly Nic[], facts: Facts): Severity | undefined {
  // A down port of an Ethernet card is storage, management or spare until something names it.
  if (nic.linkLayer?.value === 'Ethernet') return undefined
  if (!nic.linkLayer || !nic.caType) return 'info'
  if (active.some((other) => sameCard(nic, other))) return 'info'
  const elsewhere = facts.nodes.some(
    (other) => other !== node && other.nics.some((one) => one.device === nic.device && isDown(one)),
  )
  const down = node.nics.filter((other) => isDown(other) && other.caType?.value === nic.caType?.value)
  return elsewhere || down.length >= active.length ? 'info' : 'error'
}
