import type { HostEvent } from '../../model/node'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { concerns, pciEntity, pciLabel, placeOf } from '../support/pci'

/** A PCIe error that the kernel could not correct, at a GPU, a network card or the port above. */
export const pcieAerFatal = defineRule({
  id: 'pcie-aer-fatal',
  area: 'pcie',
  since: '0.1',
  needs: ['kernel-log'],
  firesOnAbsence: 'that a port leads to something else is told by lspci',
  check(node, context) {
    const byPlace = new Map<string, HostEvent[]>()
    for (const event of node.events) {
      if (event.kind !== 'aer' || !isFatal(event)) continue
      const what = event.busId === undefined ? 'unknown' : concerns(node, event.busId)
      if (what === 'other') continue
      // Device and port print a line each: without a tree to tell them apart they are one event.
      const place = what === 'unknown' ? '' : (placeOf(event.busId) ?? '')
      byPlace.set(place, [...(byPlace.get(place) ?? []), event])
    }
    for (const events of byPlace.values()) {
      const place = events[0]?.busId ?? ''
      context.report({
        severity: 'error',
        on: [nodeEntity(node), ...(place === '' ? [] : [pciEntity(node, place)])],
        evidence: someOf(events.map((event) => event.source)),
        data: {
          node: node.name,
          port: [...new Set(events.flatMap((event) => event.busId ?? []))].join(', ') || '?',
          device: place === '' ? '?' : pciLabel(node, place),
          count: events.reduce((sum, event) => sum + event.count, 0),
          time: events[0]?.timeText ?? '',
        },
      })
    }
  },
})

function isFatal(event: HostEvent): boolean {
  return event.severity === 'fatal' || /device recovery failed|can't recover/i.test(event.text)
}
