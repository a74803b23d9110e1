import type { HostEvent } from '../../../model/node'
import type { BandwidthLimit, KernelMessage, SxidLine } from './kernel-message'
import type { KernelPrefix } from './kernel-prefix'
import { keep } from './text'

/** One event; repeats of the same (time, place, text) are one, repeats over time are folded with a count. */
export interface KernelEvent {
  readonly kind: HostEvent['kind']
  /** Xid or SXid number. */
  readonly code?: number
  /** Normalised PCI id the line names; undefined when redacted. */
  readonly busId?: string
  readonly severity?: 'fatal' | 'nonfatal' | 'corrected'
  /** NVLink of the GPU (Xid), port of the switch (SXid). */
  readonly link?: number
  /** Interface or module the line names: `mlx5_core`, `ibp26s0`, `nvidia-nvswitch3`. */
  readonly device?: string
  readonly text: string
  readonly pid?: number
  readonly process?: string
  readonly bootSeconds?: number
  /** Only when the line has a year and a zone, or UTC is meant (Z). */
  readonly time?: number
  readonly timeText?: string
  /** Time of the last repeat. */
  readonly lastTimeText?: string
  /** Host of a journal or syslog line. */
  readonly host?: string
  readonly count: number
  readonly line: number
  readonly endLine: number
  readonly lastLine: number
  /** `Link down` / `Link up`, `up`/`down` of a port. */
  readonly state?: 'up' | 'down'
  /** Kernel bandwidth notice. */
  readonly limit?: BandwidthLimit
}

type Growing = { -readonly [key in keyof KernelEvent]: KernelEvent[key] } & { readonly times: Set<string> }

/** Distinct events that are kept one by one; above it numbers in the text no longer tell events apart. */
const MOST_EXACT = 4000
const MOST_EVENTS = 8000
/** Times remembered, to tell a repeat from a second copy of the same line: for an event, and for all. */
const MOST_TIMES = 2000
const MOST_TIMES_OVER_ALL = 200_000

/** Folds repeats as they come, in bounded memory: a flapping link or an AER storm prints a line a millisecond for days. */
export class KernelEventFold {
  dropped = 0
  #times = 0
  readonly #events = new Map<string, Growing>()

  all(): readonly KernelEvent[] {
    return [...this.#events.values()].map(({ times: _times, ...event }) => event)
  }

  add(message: KernelMessage, prefix: KernelPrefix, line: number, endLine: number): void {
    const place = `${message.kind} ${message.code ?? ''} ${message.busId ?? ''} ${prefix.host ?? ''} `
    const exact = this.#events.size < MOST_EXACT
    const key = place + (exact ? message.text : message.text.replace(/\d[0-9a-fx]*/g, '#'))
    const known = this.#events.get(key)
    const time = prefix.timeText ?? ''
    if (known) {
      // The same line at the same time is a second copy (dmesg and journal in one report), not a second event.
      if (time !== '' && known.times.has(time)) return
      if (known.times.size < MOST_TIMES && this.#times++ < MOST_TIMES_OVER_ALL) known.times.add(keep(time))
      known.count++
      known.lastLine = line
      known.lastTimeText = time === '' ? known.lastTimeText : keep(time)
      return
    }
    if (this.#events.size >= MOST_EVENTS) {
      this.dropped++
      return
    }
    this.#events.set(keep(key), {
      ...message,
      text: keep(message.text),
      device: message.device === undefined ? undefined : keep(message.device),
      process: message.process === undefined ? undefined : keep(message.process),
      bootSeconds: prefix.bootSeconds,
      time: prefix.time,
      timeText: prefix.timeText === undefined ? undefined : keep(prefix.timeText),
      host: prefix.host === undefined ? undefined : keep(prefix.host),
      count: 1,
      line,
      endLine,
      lastLine: line,
      times: new Set(time === '' ? [] : [keep(time)]),
    })
  }

  /** `Severity 1 Engine instance 30` belongs to the message line with the same code and port, which may lack the word. */
  severity(detail: SxidLine): void {
    for (const event of this.#events.values()) {
      if (event.kind !== 'sxid' || event.code !== detail.code || event.busId !== detail.busId) continue
      if (event.severity === undefined && (event.link === undefined || event.link === detail.instance)) {
        event.severity = detail.isFatal ? 'fatal' : 'nonfatal'
      }
    }
  }
}
