import { kernelLog } from '../formats/host/kernel-log'
import type { Parsed } from '../model/format'
import type { Gpu } from '../model/gpu'
import type { HostEvent } from '../model/node'
import { at, of } from './sections'

/** Kernel events of a node; a bug report holds the same dmesg in several places, so equal events of equal time are one. */
export function eventsOf(sections: readonly Parsed[], gpus: readonly Gpu[]): readonly HostEvent[] {
  const events = new Map<string, HostEvent>()
  let order = 0
  for (const section of of(sections, kernelLog)) {
    for (const event of section.value.events) {
      const when = event.timeText ?? (event.bootSeconds === undefined ? `#${order++}` : String(event.bootSeconds))
      const key = `${when}|${event.busId ?? ''}|${event.code ?? ''}|${event.text}`
      if (events.has(key)) continue
      events.set(key, {
        kind: event.kind,
        code: event.code,
        busId: event.busId,
        gpu: gpus.find((gpu) => gpu.busId !== undefined && samePlace(gpu.busId.value, event.busId))?.id,
        severity: event.severity,
        link: event.link,
        device: event.device,
        state: event.state,
        limit: event.limit,
        text: event.text,
        bootSeconds: event.bootSeconds,
        time: event.time,
        timeText: event.timeText,
        count: event.count,
        source: at(section, event.line, event.endLine),
        lastSource: at(section, event.lastLine),
      })
    }
  }
  return [...events.values()]
}

/** Xid lines name bus and device without the function. */
function samePlace(gpu: string, event: string | undefined): boolean {
  return event !== undefined && gpu.split('.')[0] === event.split('.')[0]
}
