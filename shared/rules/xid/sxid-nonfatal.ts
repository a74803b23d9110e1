import { sxidByCode } from '../../knowledge/xid'
import type { HostEvent } from '../../model/node'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

const PER_HOUR = 10

/** NVSwitch errors that were corrected: worth a look only when one port keeps producing them. */
export const sxidNonfatal = defineRule({
  id: 'sxid-nonfatal',
  area: 'xid',
  since: '0.1',
  needs: ['kernel-log'],
  check(node, context) {
    const groups = new Map<string, HostEvent[]>()
    for (const event of node.events) {
      if (event.kind !== 'sxid' || event.severity === 'fatal' || event.code === undefined) continue
      const key = `${event.code}|${event.device ?? event.busId ?? ''}|${event.link ?? ''}`
      groups.set(key, [...(groups.get(key) ?? []), event])
    }
    for (const events of groups.values()) {
      const first = events[0]
      if (first?.code === undefined) continue
      const count = events.reduce((sum, event) => sum + event.count, 0)
      const rate = perHour(events, count)
      const storm = rate !== undefined && rate > PER_HOUR && count > PER_HOUR
      context.report({
        severity: storm ? 'warning' : 'info',
        variant: storm ? 'storm' : undefined,
        on: [{ ...nodeEntity(node), label: first.device ?? first.busId ?? 'NVSwitch' }],
        evidence: someOf(
          events.flatMap((event) => [event.source, event.lastSource]),
          4,
        ),
        data: {
          node: node.name,
          code: first.code,
          place: first.device ?? first.busId ?? 'NVSwitch',
          port: first.link ?? '?',
          count,
          rate: rate === undefined ? 0 : Math.round(rate),
          meaning: sxidByCode(first.code)?.meaning ?? '',
        },
      })
    }
  },
})

/** Events an hour over the span that they cover; undefined when no clock tells. */
function perHour(events: readonly HostEvent[], count: number): number | undefined {
  const seconds = events.flatMap((event) => event.bootSeconds ?? [])
  const times = events.flatMap((event) => (event.time === undefined ? [] : [event.time / 1000]))
  const clock = seconds.length > 1 ? seconds : times
  if (clock.length < 2) return undefined
  const span = Math.max(...clock) - Math.min(...clock)
  return (count * 3600) / Math.max(span, 60)
}
