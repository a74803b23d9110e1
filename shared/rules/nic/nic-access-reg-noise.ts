import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** Monitoring asks firmware-owned functions for counters they do not give. Harmless, and it fills the log. */
export const nicAccessRegNoise = defineRule({
  id: 'nic-access-reg-noise',
  area: 'nic',
  since: '0.1',
  needs: ['kernel-log'],
  check(node, context) {
    const events = node.events.filter(
      (event) => event.kind === 'nic' && /ACCESS_REG\(0x805\)/.test(event.text) && /failed/i.test(event.text),
    )
    const count = events.reduce((sum, event) => sum + event.count, 0)
    if (count < 2) return
    context.report({
      severity: 'info',
      on: [nodeEntity(node)],
      evidence: someOf(
        events.map((event) => event.source),
        3,
      ),
      data: {
        node: node.name,
        count,
        devices: [...new Set(events.flatMap((event) => event.busId ?? []))].slice(0, 8).join(', '),
      },
    })
  },
})
