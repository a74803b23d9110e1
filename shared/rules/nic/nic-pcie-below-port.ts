import type { Nic, Node, PciFunction } from '../../model/node'
import { defineRule } from '../../model/rule'
import { nicEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { linkGigabits } from '../support/pci'
import { isActive, portFacts, sameCard } from '../support/rails'

/** The PCIe link of a network card carries less than its port. */
export const nicPcieBelowPort = defineRule({
  id: 'nic-pcie-below-port',
  area: 'nic',
  since: '0.1',
  needs: ['nic.ports', 'pci'],
  firesOnAbsence: 'that a card has a second function is told by another line',
  check(node, context) {
    let judged = 0
    for (const nic of node.nics) {
      const fn = functionOf(node, nic)
      const rate = nic.gigabitsPerSecond?.value
      if (!isActive(nic) || !fn?.status || !rate) continue
      judged++
      // Two functions of one text in two slots may be the halves of a socket-direct card, which share the port.
      if (/socket.?direct/i.test(fn.text)) continue
      const link = linkGigabits(fn.status.value)
      const second = node.nics.filter((other) => isActive(other) && sameCard(nic, other))
      const sum = rate + second.reduce((total, other) => total + (other.gigabitsPerSecond?.value ?? 0), 0)
      const single = link < rate
      if (!single && link >= sum) continue
      // Both ports of a card are told once.
      if (!single && second.some((other) => node.nics.indexOf(other) < node.nics.indexOf(nic))) continue
      context.report({
        severity: single ? 'error' : 'info',
        variant: single ? undefined : 'both',
        on: [nicEntity(nic)],
        evidence: someOf([
          fn.status.source,
          ...portFacts(nic, 'gigabitsPerSecond'),
          ...(nic.busId ? [nic.busId.source] : []),
        ]),
        data: {
          node: node.name,
          device: nic.device ?? nic.name,
          speed: fn.status.value.gigatransfers,
          width: fn.status.value.width,
          link: Math.round(link),
          rate: single ? rate : sum,
        },
      })
    }
    if (judged === 0) context.notChecked(['pci', 'nics'], 'sudo lspci -vvv; ibstat; ibdev2netdev -v')
  },
})

function functionOf(node: Node, nic: Nic): PciFunction | undefined {
  return nic.busId && node.pci.find((fn) => fn.busId === nic.busId?.value)
}
