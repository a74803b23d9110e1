import type { HostEvent, Node, PciFunction } from '../../model/node'
import { defineRule, type RuleContext } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import {
  bridgesAbove,
  concerns,
  gpuAt,
  linkGigabits,
  pciEntity,
  pciLabel,
  placeOf,
  productAt,
  roleOf,
} from '../support/pci'

/** A link further up gives less than the device's own: a switch or root port of an older generation or with fewer lanes. */
export const pcieUpstreamBottleneck = defineRule({
  id: 'pcie-upstream-bottleneck',
  area: 'pcie',
  since: '0.1',
  needs: [],
  check(node, context) {
    const notices = node.events.filter((event) => event.kind === 'pcie-limit' && isOurs(node, event))
    const chains = node.pci.flatMap((fn) => chainOf(node, fn) ?? [])
    const looked = node.parsed.some((section) => section.format === 'host/kernel-log') || chains.length > 0
    if (!looked) return context.notChecked(['pci', 'kernel-log'], 'sudo lspci -vvv; sudo dmesg -T')
    if (notices.length > 0) return reportNotices(node, notices, context)
    const narrow = chains.filter((chain) => chain.limit < chain.own)
    if (narrow.length === 0) return
    const first = narrow[0]
    if (!first) return
    // Siblings whose whole path is known and wide enough: then the narrow ones are not by design.
    const wide = chains.some(
      (chain) =>
        chain.limit >= chain.own &&
        chain.whole &&
        chain.ports.length === first.ports.length &&
        sameKind(node, chain.fn, first.fn),
    )
    context.report({
      severity: wide ? 'warning' : 'info',
      variant: wide ? 'differs' : undefined,
      on: [nodeEntity(node), ...narrow.map((chain) => pciEntity(node, chain.fn.busId))],
      evidence: someOf(
        narrow.flatMap((chain) => [
          ...(chain.at.capability ? [chain.at.capability.source] : []),
          ...(chain.fn.capability ? [chain.fn.capability.source] : []),
        ]),
      ),
      data: {
        node: node.name,
        devices: narrow.map((chain) => pciLabel(node, chain.fn.busId)).join(', '),
        count: narrow.length,
        available: Math.round(first.limit),
        capable: Math.round(first.own),
        port: first.at.busId,
      },
    })
  },
})

/** A GPU or a network card; unknown places count when the link is as wide as theirs, which no disk has. */
function isOurs(node: Node, event: HostEvent): boolean {
  const what = concerns(node, event.busId)
  return what === 'gpu' || what === 'nic' || (what === 'unknown' && (event.limit?.capable ?? 0) >= 100)
}

function reportNotices(node: Node, notices: readonly HostEvent[], context: RuleContext): void {
  const places = [...new Map(notices.map((event) => [placeOf(event.busId) ?? '', event])).values()]
  const gpus = places.filter((event) => concerns(node, event.busId) === 'gpu')
  const differs = new Set(gpus.map((event) => event.limit?.available)).size > 1
  const first = places[0]
  if (!first?.limit) return
  context.report({
    severity: differs ? 'warning' : 'info',
    variant: differs ? 'differs' : undefined,
    on: [nodeEntity(node), ...places.flatMap((event) => (event.busId ? [pciEntity(node, event.busId)] : []))],
    evidence: someOf(places.map((event) => event.source)),
    data: {
      node: node.name,
      devices: places.map((event) => (event.busId ? pciLabel(node, event.busId) : '?')).join(', '),
      count: places.length,
      available: Math.round(first.limit.available),
      capable: Math.round(first.limit.capable ?? 0),
      port: first.limit.at ?? '',
    },
  })
}

interface Chain {
  readonly fn: PciFunction
  readonly ports: readonly PciFunction[]
  /** Gb/s of the device's own link, and of the narrowest above it. */
  readonly own: number
  readonly limit: number
  readonly at: PciFunction
  /** Every port above says what it is capable of. */
  readonly whole: boolean
}

/**
 * Capabilities only: the present speed of an idle link is low at both ends. The port right above the device shares its link, and its
 * capability is that of the slot.
 */
function chainOf(node: Node, fn: PciFunction): Chain | undefined {
  const role = roleOf(fn)
  if ((role !== 'gpu' && role !== 'nic') || !fn.capability) return undefined
  if (role === 'gpu' && productAt(node, fn)?.pcie.judged === false) return undefined
  const ports = bridgesAbove(node, fn)
  const known = ports.flatMap((port) =>
    port.capability ? [{ port, gigabits: linkGigabits(port.capability.value) }] : [],
  )
  const lowest = known.reduce<(typeof known)[number] | undefined>(
    (least, one) => (!least || one.gigabits < least.gigabits ? one : least),
    undefined,
  )
  if (!lowest) return undefined
  return {
    fn,
    ports,
    own: linkGigabits(fn.capability.value),
    limit: lowest.gigabits,
    at: lowest.port,
    whole: known.length === ports.length,
  }
}

function sameKind(node: Node, a: PciFunction, b: PciFunction): boolean {
  if (a === b || roleOf(a) !== roleOf(b)) return false
  const [first, second] = [gpuAt(node, a.busId)?.product, gpuAt(node, b.busId)?.product]
  return first !== undefined ? first === second : a.text === b.text
}
