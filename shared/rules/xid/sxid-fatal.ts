import { fabricManagerLog } from '../../formats/host/fabric-manager-log'
import { sxidByCode } from '../../knowledge/xid'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

interface Group {
  readonly code: number
  readonly place: string
  readonly ports: Set<number>
  readonly sources: SourceRef[]
  count: number
}

/** An NVSwitch reports a fatal error: the partition behind it is lost until reset. */
export const sxidFatal = defineRule({
  id: 'sxid-fatal',
  area: 'xid',
  since: '0.1',
  needs: [],
  check(node, context) {
    const groups = new Map<string, Group>()
    const add = (code: number, place: string, port: number | undefined, source: SourceRef, count: number): void => {
      const key = `${code}|${place}`
      const group = groups.get(key) ?? { code, place, ports: new Set<number>(), sources: [], count: 0 }
      if (port !== undefined && port >= 0) group.ports.add(port)
      group.sources.push(source)
      group.count += count
      groups.set(key, group)
    }
    for (const event of node.events) {
      if (event.kind === 'sxid' && event.severity === 'fatal' && event.code !== undefined) {
        add(event.code, event.device ?? event.busId ?? 'NVSwitch', event.link, event.source, event.count)
      }
    }
    for (const section of sectionsOf(node.parsed, fabricManagerLog)) {
      for (const event of section.value.events) {
        if (event.kind !== 'switch-error' || event.fatal !== true || event.code === undefined) continue
        add(event.code, event.busId ?? 'NVSwitch', event.port, refIn(section, event.line), event.count)
      }
    }
    for (const group of groups.values()) {
      const known = sxidByCode(group.code)
      context.report({
        severity: 'error',
        on: [{ ...nodeEntity(node), label: group.place }],
        evidence: someOf(group.sources, 8),
        data: {
          node: node.name,
          code: group.code,
          place: group.place,
          ports: [...group.ports].sort((a, b) => a - b).join(', ') || '?',
          count: group.count,
          meaning: known?.meaning ?? '',
        },
      })
    }
    const looked = node.parsed.some(
      (section) => section.format === 'host/kernel-log' || section.format === 'host/fabric-manager-log',
    )
    if (!looked && groups.size === 0)
      context.notChecked(['kernel-log'], 'sudo dmesg -T; sudo cat /var/log/fabricmanager.log')
  },
})
