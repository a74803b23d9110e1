import type { Line } from '../../../model/format'

/** What stands before a kernel message: a time in one of many forms, a host, `kernel:`. */
export interface KernelPrefix {
  /** The message itself. */
  readonly text: string
  readonly bootSeconds?: number
  /** Milliseconds since 1970, only where the line has a year and a zone. */
  readonly time?: number
  readonly timeText?: string
  readonly host?: string
  /** `kernel:` or a kernel time stamp was seen: this is no sentence about a kernel message. */
  readonly certain: boolean
}

interface Found {
  bootSeconds?: number
  time?: number
  timeText?: string
  host?: string
  certain: boolean
}

interface Piece {
  /** Sticky; must match at the present place. */
  readonly form: RegExp
  read?(found: RegExpExecArray, into: Found): void
}

const PIECES: readonly Piece[] = [
  // `[   38.174242] `, dmesg and the kernel's own stamp behind a syslog prefix; `[   38.174242][ T1234] `
  {
    form: /\[ *(\d{1,12}\.\d{1,9})\](?:\[ *[TC]\d+\])? ?/y,
    read(found, into) {
      into.bootSeconds = Number(found[1])
      into.timeText ??= found[1]
      into.certain = true
    },
  },
  // `[Sun Feb 23 16:24:18 2025] `, dmesg -T: local time, zone unknown
  { form: /\[([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})\] ?/y, read: stamp },
  // `[2026-04-22T21:27:51.288Z]: `, talosctl
  { form: /\[(\d{4}-\d\d-\d\dT[\d:.,]{8,20}(?:Z|[+-]\d\d:?\d\d))\]:? */y, read: iso },
  // `[  +0.000012] `, `[Jul 9 10:42] `, dmesg -H
  { form: /\[ *\+\d{1,9}\.\d{1,9}\] ?/y, read: (_found, into) => (into.certain = true) },
  { form: /\[([A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d)\] ?/y, read: stamp },
  // `kern  :warn  : `, dmesg -x; `kern: warning: `, talosctl
  {
    form: /(?:kern|user|mail|daemon|auth|syslog|lpr|news|local\d) *: *(?:emerg|alert|crit|err|error|warn|warning|notice|info|debug) *: */y,
    read: (_found, into) => (into.certain = true),
  },
  // `4,3973,227996636,-;`, /dev/kmsg: priority, sequence, microseconds, flags
  {
    form: /\d{1,4},\d{1,12},(\d{1,15}),[^;]{1,40};/y,
    read(found, into) {
      into.bootSeconds = Number(found[1]) / 1e6
      into.timeText ??= found[1]
      into.certain = true
    },
  },
  // `<4>`, `<4>1 `
  { form: /<\d{1,3}>(?:1 )?/y },
  // `2025-01-21T04:41:44,283302+00:00 `, `2026-04-22T21:27:51.288830314Z `
  { form: /(\d{4}-\d\d-\d\d[T ][\d:]{8}(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?) /y, read: iso },
  // `Jul 09 10:42:47 `, `april 24 16:22:15 `, `12月 19 15:21:07 `: the month in the user's language, no year
  { form: /((?:\p{L}{2,12}\.?|\d{1,2}月) {1,2}\d{1,2}(?: \d{4})? \d\d:\d\d:\d\d(?:\.\d{1,9})?) /uy, read: stamp },
  // `host kernel: `, `host systemd-networkd[812]: `, `kernel: `, RFC 5424 `host kernel - - - `
  {
    form: /(?:([\w.-]{1,64}) )?(?:kernel|systemd-networkd)(?:\[\d+\])?(?:: ?| - - (?:- )?)/y,
    read(found, into) {
      if (found[1] !== undefined) into.host = found[1]
      into.certain = true
    },
  },
  // What a mail or a copy puts before a line.
  { form: /[>\s"'`]+/y },
]

function stamp(found: RegExpExecArray, into: Found): void {
  into.timeText ??= found[1]
  into.certain = true
}

function iso(found: RegExpExecArray, into: Found): void {
  const text = found[1] ?? ''
  into.timeText ??= text
  into.certain = true
  if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return
  const time = Date.parse(
    text
      .replace(',', '.')
      .replace(/(\.\d{3})\d+/, '$1')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  )
  if (Number.isFinite(time)) into.time = time
}

/**
 * Peels the prefix off a kernel line. What the segmenter took off already is read again for its time; a prefix of a form unknown
 * here is skipped only where the segmenter vouches for it.
 */
export function readKernelPrefix(line: Line): KernelPrefix {
  const peeled = line.prefix?.length ?? 0
  const full = peeled > 0 ? `${line.prefix ?? ''}${line.text}` : line.text
  const found: Found = { certain: false }
  let at = 0
  for (let round = 0; round < 12; round++) {
    const next = onePiece(full, at, found)
    if (next > at) at = next
    else if (at < peeled) at = peeled
    else break
  }
  return { text: at === 0 ? full : full.slice(at), ...found }
}

function onePiece(text: string, at: number, into: Found): number {
  for (const { form, read } of PIECES) {
    form.lastIndex = at
    const found = form.exec(text)
    if (!found || found[0] === '') continue
    read?.(found, into)
    return at + found[0].length
  }
  return at
}
