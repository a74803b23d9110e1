import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { pciEntity, pciLabel, roleOf } from '../support/pci'

/** A network card asks for small PCIe reads while a card of the same kind on the node asks for 4 KiB. */
export const pcieMaxreadreqLow = defineRule({
  id: 'pcie-maxreadreq-low',
  area: 'pcie',
  since: '0.1',
  needs: ['pci'],
  check(node, context) {
    const cards = node.pci.filter((fn) => roleOf(fn) === 'nic' && fn.maxReadRequest !== undefined)
    if (cards.length === 0) return context.notChecked(['pci'], 'sudo lspci -vvv')
    const kindOf = (text: string, device: string | undefined): string => device ?? text
    for (const kind of new Set(cards.map((fn) => kindOf(fn.text, fn.vendorDevice)))) {
      const same = cards.filter((fn) => kindOf(fn.text, fn.vendorDevice) === kind)
      const full = same.find((fn) => fn.maxReadRequest?.value === 4096)
      const low = same.filter((fn) => (fn.maxReadRequest?.value ?? 4096) <= 512)
      const first = low[0]
      if (!full || !first) continue
      context.report({
        severity: 'info',
        on: [nodeEntity(node), ...low.map((fn) => pciEntity(node, fn.busId))],
        evidence: someOf([...low, full].flatMap((fn) => fn.maxReadRequest?.source ?? [])),
        data: {
          node: node.name,
          cards: low.map((fn) => pciLabel(node, fn.busId)).join(', '),
          count: low.length,
          bytes: first.maxReadRequest?.value ?? 0,
          other: pciLabel(node, full.busId),
        },
      })
    }
  },
})
