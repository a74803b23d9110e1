import type { HostEvent } from '../../model/node'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { pciLabel } from '../support/pci'

const TROUBLE = /Port module event.{0,80}(?:High Temperature|Cable error)|Detected insufficient power on the PCIe slot/i
const POWER = /insufficient power/i

/** The network driver reports a transceiver, a cable or the slot power. */
export const nicModuleTrouble = defineRule({
  id: 'nic-module-trouble',
  area: 'nic',
  since: '0.1',
  needs: ['kernel-log'],
  check(node, context) {
    const groups = new Map<string, HostEvent[]>()
    for (const event of node.events) {
      if (event.kind !== 'nic' || !TROUBLE.test(event.text)) continue
      const key = `${event.busId ?? event.device ?? ''}|${POWER.test(event.text) ? 'power' : 'module'}`
      groups.set(key, [...(groups.get(key) ?? []), event])
    }
    for (const events of groups.values()) {
      const first = events[0]
      if (!first) continue
      const count = events.reduce((sum, event) => sum + event.count, 0)
      const power = POWER.test(first.text)
      context.report({
        // Whole models print the power line once at boot.
        severity: power && count === 1 ? 'info' : 'error',
        variant: power ? 'power' : undefined,
        on: [nodeEntity(node)],
        evidence: someOf(
          events.map((event) => event.source),
          6,
        ),
        data: {
          node: node.name,
          device: first.busId ? pciLabel(node, first.busId) : (first.device ?? '?'),
          count,
          what: /High Temperature/i.test(first.text)
            ? 'High Temperature'
            : power
              ? 'insufficient power'
              : 'Cable error',
        },
      })
    }
  },
})
