import { xidByCode } from '../../knowledge/xid'
import type { Severity } from '../../model/finding'
import type { HostEvent, Node } from '../../model/node'
import type { EntityRef } from '../../model/finding'
import { gpuEntity, gpuLabel, nodeEntity } from './entities'

/** Codes that a program of its own causes; the rule xid-application owns them. */
export const applicationCodes = new Set([13, 31, 32, 39, 40, 41, 43, 45, 68, 69, 70, 71, 72, 75, 76, 77, 80, 85])
/** NVLink codes with a rule of their own: 74 on Volta to Hopper, 144-150 on Blackwell. */
export const nvlinkCodes = new Set([74, 144, 145, 146, 147, 148, 149, 150])
export const offBusCode = 79
/** 154 announces the recovery action that another Xid made necessary. */
export const recoveryCode = 154

const errorCodes = new Set([
  46, 48, 61, 62, 64, 95, 109, 110, 119, 120, 136, 140, 143, 151, 155, 158, 159, 166, 167, 169, 170, 171, 172, 173, 175,
])
const infoCodes = new Set([63, 121])

export function xidSeverity(code: number): Severity {
  if (infoCodes.has(code)) return 'info'
  if (errorCodes.has(code)) return 'error'
  const known = xidByCode(code)?.severity
  return known === 'fatal' || known === 'error' ? 'error' : known === 'info' ? 'info' : 'warning'
}

export interface XidGroup {
  readonly code: number
  readonly events: readonly HostEvent[]
  readonly count: number
  readonly place: string
  readonly on: readonly EntityRef[]
}

const CAUSED_BY = /caused by previous xid (\d{1,3})/i

/**
 * Xids that a capture does not hold itself, but that a 45 in it names as its cause: `caused by previous Xid 149`. The line proves the
 * code and the GPU; it says nothing of fatal or not, but the channels were torn down.
 */
export function impliedEvents(node: Node): readonly HostEvent[] {
  const implied = new Map<string, HostEvent>()
  for (const event of node.events) {
    const code = Number(event.kind === 'xid' ? CAUSED_BY.exec(event.text)?.[1] : NaN)
    if (!Number.isInteger(code) || code === event.code) continue
    const shown = node.events.some(
      (other) => other.kind === 'xid' && other.code === code && other.busId === event.busId,
    )
    const key = `${code}|${event.busId ?? ''}`
    const known = implied.get(key)
    if (shown) continue
    implied.set(key, {
      ...event,
      code,
      link: undefined,
      severity: undefined,
      count: (known?.count ?? 0) + event.count,
      source: known?.source ?? event.source,
    })
  }
  return [...implied.values()]
}

/** Xid events by GPU and code, in order of first occurrence. */
export function xidGroups(node: Node, wanted: (event: HostEvent) => boolean): readonly XidGroup[] {
  const groups = new Map<string, HostEvent[]>()
  for (const event of [...node.events, ...impliedEvents(node)]) {
    if (event.kind !== 'xid' || event.code === undefined || !wanted(event)) continue
    const key = `${event.code}|${event.busId ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  return [...groups.values()].flatMap((events) => {
    const first = events[0]
    if (first?.code === undefined) return []
    const gpu = node.gpus.find((candidate) => candidate.id === first.gpu)
    return [
      {
        code: first.code,
        events,
        count: events.reduce((sum, event) => sum + event.count, 0),
        place: gpu ? `${gpuLabel(gpu)} (${first.busId ?? ''})` : (first.busId ?? 'a GPU'),
        on: gpu ? [gpuEntity(gpu)] : [{ ...nodeEntity(node), label: first.busId ?? node.name }],
      },
    ]
  })
}

/** 45 "caused by previous Xid N", and 154: what another Xid brought about. */
export function isSecondary(event: HostEvent, all: readonly HostEvent[]): boolean {
  if (event.kind !== 'xid') return false
  // The line says it itself, whether or not the capture reaches back to the cause.
  if (event.code === 45 && CAUSED_BY.test(event.text)) return true
  if (event.code === recoveryCode)
    return all.some((other) => other.kind === 'xid' && other !== event && other.code !== event.code)
  if (event.code !== 43 && event.code !== 45) return false
  return all.some(
    (other) =>
      other.kind === 'xid' &&
      other.busId === event.busId &&
      other !== event &&
      !applicationCodesAlone.has(other.code ?? 0) &&
      before(other, event),
  )
}

const applicationCodesAlone = new Set([43, 45, 154])

/** True when `a` is not later than `b`, as far as either tells: by time since boot, else by place in one document. */
export function before(a: HostEvent, b: HostEvent): boolean {
  if (a.bootSeconds !== undefined && b.bootSeconds !== undefined) return a.bootSeconds <= b.bootSeconds
  if (a.time !== undefined && b.time !== undefined) return a.time <= b.time
  return a.source.document === b.source.document && a.source.line <= b.source.line
}
