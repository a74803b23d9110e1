import { smiError } from '../../formats/nvidia-smi/command-error'
import { refIn, sectionsOf } from '../../model/format'
import { normaliseBusId } from '../../model/pci-id'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { offBusCode, xidGroups } from '../support/xid'

/** A GPU fell off the PCIe bus, or nvidia-smi says that it lost one. */
export const xidOffBus = defineRule({
  id: 'xid-off-bus',
  area: 'xid',
  since: '0.1',
  needs: [],
  check(node, context) {
    const seen = new Set<string>()
    for (const group of xidGroups(node, (event) => event.code === offBusCode)) {
      seen.add(placeKey(group.events[0]?.busId))
      const dead = node.pci.find(
        (fn) => fn.revisionFf === true && placeKey(fn.busId) === placeKey(group.events[0]?.busId),
      )
      context.report({
        severity: 'error',
        on: group.on,
        evidence: someOf([...group.events.map((event) => event.source), ...(dead ? [dead.source] : [])], 6),
        data: { node: node.name, place: group.place, count: group.count, time: group.events[0]?.timeText ?? '' },
      })
    }
    const texts = node.events.filter(
      (event) => event.kind === 'nvrm' && /fallen off the bus/i.test(event.text) && !seen.has(placeKey(event.busId)),
    )
    const byPlace = new Map<string, SourceRef[]>()
    for (const event of texts) byPlace.set(event.busId ?? '', [...(byPlace.get(event.busId ?? '') ?? []), event.source])
    for (const section of sectionsOf(node.parsed, smiError)) {
      if (
        section.value.kind !== 'gpu-lost' &&
        !(section.value.kind === 'device-handle' && /unknown error|lost/i.test(section.value.text))
      )
        continue
      const place = normaliseBusId(section.value.busId ?? '') ?? ''
      if (seen.has(placeKey(place))) continue
      // From inside a container the same words can mean that the device may not be opened.
      const listed = node.gpus.some((gpu) => gpu.samples.length > 0 && placeKey(gpu.busId?.value) === placeKey(place))
      if (listed && node.host.container) continue
      byPlace.set(place, [...(byPlace.get(place) ?? []), refIn(section, section.value.line)])
    }
    for (const [place, sources] of byPlace) {
      context.report({
        severity: 'error',
        on: [{ ...nodeEntity(node), label: place || node.name }],
        evidence: someOf(sources, 6),
        data: { node: node.name, place: place || 'A GPU', count: sources.length, time: '' },
      })
    }
    const looked = node.parsed.some(
      (section) => section.format === 'host/kernel-log' || section.format === 'nvidia-smi/command-error',
    )
    if (!looked && byPlace.size === 0 && seen.size === 0) context.notChecked(['kernel-log'], 'sudo dmesg -T')
  },
})

function placeKey(busId: string | undefined): string {
  return busId?.split('.')[0] ?? ''
}
