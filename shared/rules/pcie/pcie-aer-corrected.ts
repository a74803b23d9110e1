import { kernelLog, type KernelEvent } from '../../formats/host/kernel-log'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { concerns, pciEntity, pciLabel } from '../support/pci'
import { secondsBetween, secondsOf } from '../support/times'

interface Port {
  count: number
  first?: KernelEvent
  lastTime?: string
  readonly kinds: Set<string>
  readonly evidence: SourceRef[]
}

/** The kernel corrects PCIe errors of the port above a GPU or network card, again and again. */
export const pcieAerCorrected = defineRule({
  id: 'pcie-aer-corrected',
  area: 'pcie',
  since: '0.1',
  needs: ['kernel-log'],
  firesOnAbsence: 'the rate is over the time that the lines span, and other captures tell what hangs below the port',
  check(node, context) {
    const ports = new Map<string, Port>()
    for (const section of sectionsOf(node.parsed, kernelLog)) {
      for (const event of section.value.events) {
        if (event.kind !== 'aer' || event.severity !== 'corrected' || event.busId === undefined) continue
        const port: Port = ports.get(event.busId) ?? { count: 0, kinds: new Set(), evidence: [] }
        ports.set(event.busId, port)
        port.count += event.count
        port.first ??= event
        port.lastTime = event.lastTimeText ?? event.timeText ?? port.lastTime
        const kind = /\[([^\]]+)\]$/.exec(event.text)?.[1] ?? /type=([\w ]+)/.exec(event.text)?.[1]
        if (kind) port.kinds.add(kind)
        port.evidence.push(refIn(section, event.line, event.endLine), refIn(section, event.lastLine))
      }
    }
    for (const [busId, port] of ports) {
      const what = concerns(node, busId)
      if (what === 'other') continue
      const seconds = secondsBetween(port.first?.timeText, port.lastTime)
      const sinceBoot = port.first?.bootSeconds !== undefined ? secondsOf(port.lastTime) : undefined
      if (sinceBoot !== undefined && sinceBoot < 90) continue
      const rate = seconds === undefined ? undefined : port.count / Math.max(1, seconds / 3600)
      context.report({
        severity: what !== 'unknown' && rate !== undefined && rate > 10 ? 'warning' : 'info',
        variant: what === 'unknown' ? 'unknown' : undefined,
        on: [nodeEntity(node), pciEntity(node, busId)],
        evidence: someOf(port.evidence, 6),
        data: {
          node: node.name,
          port: busId,
          device: pciLabel(node, busId),
          count: port.count,
          kinds: [...port.kinds].join(', ') || 'not named',
          rate: rate === undefined ? '?' : Math.round(rate * 10) / 10,
        },
      })
    }
  },
})
