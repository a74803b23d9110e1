import type { Severity } from '../../model/finding'
import type { Nic, Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'
import { nicEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { productOf } from '../support/links'
import { isActive, isRail, portFacts, sameCard, usedDevices } from '../support/rails'

interface Slower {
  readonly peers: readonly Nic[]
  readonly rate: number
  /** Name of the other node, when the peer is the same device there. */
  readonly other?: string
  readonly sameType: boolean
}

/** An active port runs slower than its siblings of the same card type, or than the same device on another node. */
export const ibRateBelowPeers = defineRule({
  id: 'ib-rate-below-peers',
  area: 'nic',
  since: '0.1',
  needs: ['nic.ports'],
  firesOnAbsence: 'which ports are rails is told by other captures',
  check(node, context) {
    for (const nic of node.nics) {
      const rate = nic.gigabitsPerSecond
      if (!isActive(nic) || !rate || rate.value <= 0) continue
      const slower = siblings(node, nic, rate.value) ?? elsewhere(node, nic, rate.value, context.facts)
      const severity = slower && severityOf(node, nic, slower, context.facts)
      if (!slower || !severity) continue
      const used = usedDevices(node)
      const lines: readonly SourceRef[] = [
        ...portFacts(nic, 'caType', 'gigabitsPerSecond'),
        ...slower.peers.slice(0, 3).flatMap((peer) => portFacts(peer, 'gigabitsPerSecond')),
        ...(used ? [used.source] : []),
      ]
      context.report({
        severity,
        variant: slower.other === undefined ? undefined : 'node',
        on: [nicEntity(nic)],
        evidence: someOf(lines),
        data: {
          node: node.name,
          device: nic.device ?? nic.name,
          rate: rate.value,
          peer: slower.rate,
          peers: slower.peers.map((peer) => peer.device ?? peer.name).join(', '),
          other: slower.other ?? '',
          type: nic.caType?.value ?? '?',
        },
      })
    }
  },
})

function siblings(node: Node, nic: Nic, rate: number): Slower | undefined {
  if (!nic.linkLayer) return undefined
  const faster = node.nics.filter(
    (other) =>
      other !== nic &&
      isActive(other) &&
      other.caType?.value === nic.caType?.value &&
      other.linkLayer?.value === nic.linkLayer?.value &&
      (other.gigabitsPerSecond?.value ?? 0) > rate,
  )
  if (faster.length === 0) return undefined
  return {
    peers: faster,
    rate: Math.max(...faster.map((other) => other.gigabitsPerSecond?.value ?? 0)),
    sameType: nic.caType !== undefined,
  }
}

const fastest = new WeakMap<Facts, ReadonlyMap<string, number>>()
const portKey = (nic: Nic): string => `${nic.device ?? ''}|${nic.port ?? ''}|${nic.linkLayer?.value ?? ''}`

/** The highest rate of each port name over all nodes: a fleet asks for every port of every node. */
function fastestOf(facts: Facts): ReadonlyMap<string, number> {
  const known = fastest.get(facts)
  if (known) return known
  const rates = new Map<string, number>()
  for (const nic of facts.nodes.flatMap(({ nics }) => nics)) {
    const rate = nic.gigabitsPerSecond?.value
    if (rate !== undefined && isActive(nic) && rate > (rates.get(portKey(nic)) ?? 0)) rates.set(portKey(nic), rate)
  }
  fastest.set(facts, rates)
  return rates
}

function elsewhere(node: Node, nic: Nic, rate: number, facts: Facts): Slower | undefined {
  if ((fastestOf(facts).get(portKey(nic)) ?? 0) <= rate) return undefined
  for (const other of facts.nodes) {
    const peer =
      other === node ? undefined : other.nics.find((one) => one.device === nic.device && one.port === nic.port)
    if (!peer?.gigabitsPerSecond || !isActive(peer) || peer.gigabitsPerSecond.value <= rate) continue
    if (peer.linkLayer?.value !== nic.linkLayer?.value) continue
    const sameType = peer.caType !== undefined && peer.caType.value === nic.caType?.value
    return { peers: [peer], rate: peer.gigabitsPerSecond.value, other: other.name, sameType }
  }
  return undefined
}

function severityOf(node: Node, nic: Nic, slower: Slower, facts: Facts): Severity | undefined {
  const rail = isRail(node, facts, nic)
  if (rail === false) return 'info'
  // On B200 and B300 some mlx5 functions manage the NVSwitches.
  if (rail === undefined && node.gpus.some((gpu) => /^b[23]00/.test(productOf(gpu)?.id ?? ''))) return undefined
  if (slower.other !== undefined) return slower.sameType ? 'error' : 'warning'
  // ibstatus names no card types.
  if (!slower.sameType) return 'info'
  if (rail) return 'error'
  // Not known to be a rail: storage cards of the same type run at their own rate, mostly as the two ports of one card.
  const slow = node.nics.filter(
    (other) =>
      isActive(other) &&
      other.caType?.value === nic.caType?.value &&
      (other.gigabitsPerSecond?.value ?? 0) < slower.rate,
  )
  const pair = slow.some((other) => sameCard(nic, other))
  return slow.length === 1 && slower.peers.length >= 3 && !pair ? 'error' : 'info'
}
