import { detach } from '../../../segment/detach'

/**
 * The frame of an NCCL debug line:
 *   HOST:PID:TID [DEV] NCCL INFO TEXT
 *   [2025-07-21 19:05:29] HOST:PID:TID [DEV] transport/nvls.cc:254 NCCL WARN TEXT
 *   HOST:PID:TID NCCL CALL TEXT
 *   HOST:PID:TID [DEV] ncclIbConnect, 1364 NCCL INFO TEXT      (private builds)
 *   HOST:PID:TID [DEV] INFO TEXT                                (2.2 and older)
 * Source: src/debug.cc of NCCL 2.2 to 2.30.
 */
export type FrameLevel = 'INFO' | 'WARN' | 'TRACE' | 'CALL' | 'VERSION'

export interface Frame {
  readonly level: FrameLevel
  /** '' when the line lacks the frame (a copy cut it off). */
  readonly host: string
  readonly pid: number
  /** `host|pid|`: the start of keys of what each process says for itself. */
  readonly process: string
  readonly tid: number
  readonly device?: number
  readonly text: string
  /** What stands between `[DEV]` and NCCL: `transport/nvls.cc:254`, `(FUNC)`. */
  readonly place?: string
  readonly time?: string
  /** Text before the frame that is not the frame's: a row that was cut in two. */
  readonly before?: string
  readonly number: number
}

interface ProcessName {
  readonly host: string
  readonly key: string
}

/** Host names seen so far: they decide where a host begins that is glued to the end of a row, and mend torn ones. */
export class Hosts {
  readonly #names = new Map<string, Map<number, ProcessName>>()
  /** First host with a process of this number. */
  readonly #byPid = new Map<number, ProcessName>()

  /** The process of a line; a host name torn at a buffer limit is mended by the process of the same number. */
  process(name: string, pid: number): ProcessName {
    const known = this.#names.get(name)
    const found = known?.get(pid)
    if (found) return found
    const other = known ? undefined : this.#byPid.get(pid)
    if (other && other.host.length > name.length && other.host.endsWith(name)) return other
    const host = detach(name)
    const process = { host, key: `${host}|${pid}|` }
    if (known) {
      if (known.size < MOST_PROCESSES) known.set(pid, process)
    } else if (this.#names.size < MOST_HOSTS) this.#names.set(host, new Map([[pid, process]]))
    if (this.#byPid.size < MOST_PROCESSES && !this.#byPid.has(pid)) this.#byPid.set(pid, process)
    return process
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** The known host that `run` ends in, when it begins with a row's last value. */
  endingOf(run: string): string | undefined {
    let best: string | undefined
    for (const name of this.#names.keys()) {
      if (run.length > name.length && run.endsWith(name) && (best === undefined || name.length > best.length))
        best = name
    }
    return best
  }
}

const MOST_HOSTS = 20_000
const MOST_PROCESSES = 50_000

const LEVELS: readonly (readonly [string, FrameLevel])[] = [
  ['INFO ', 'INFO'],
  ['WARN ', 'WARN'],
  ['CALL ', 'CALL'],
  ['TRACE ', 'TRACE'],
]

export function readFrame(text: string, number: number, hosts: Hosts): Frame | null {
  let at = text.indexOf('NCCL ')
  while (at >= 0) {
    for (const [word, level] of LEVELS) {
      if (
        !text.startsWith(word, at + 5) &&
        !(text.length === at + 4 + word.length && text.startsWith(word.trim(), at + 5))
      )
        continue
      const frame = around(text, at, level, at + 5 + word.length, number, hosts)
      if (frame) return frame
    }
    // Alone on its line; `NCCL version 2.28.9 compiled with CUDA 13.0` is the head of a RAS report.
    if (at === 0 && /^NCCL version \d\S*\s*$/.test(text)) {
      return { level: 'VERSION', host: '', pid: 0, process: '|0|', tid: 0, text: text.slice(13).trim(), number }
    }
    at = text.indexOf('NCCL ', at + 5)
  }
  if (text.includes('libfabric:')) return libfabricFrame(text, number)
  return text.includes('] INFO ') || text.includes(' WARN ') ? oldFrame(text, number, hosts) : null
}

// libfabric:85:1747438790::core:core:fi_getinfo_():1392<warn> fi_getinfo: provider efa output empty list
const LIBFABRIC = /libfabric:(\d{1,10}):\d{1,12}:[^<]{0,80}<warn> (fi_getinfo: provider \S{1,40} output empty list)/

/** The library below the OFI plugin says by itself why the plugin finds nothing; the rest of what it prints is left. */
function libfabricFrame(text: string, number: number): Frame | null {
  const found = LIBFABRIC.exec(text)
  if (!found) return null
  const pid = Number(found[1])
  return { level: 'WARN', host: '', pid, process: `|${pid}|`, tid: pid, text: found[2] ?? '', number }
}

// gn-a07:18553:18611 [0] include/socket.h:360 WARN Call to connect failed
const OLD = /^([\w.-]{1,64}):(\d{1,10}):(\d{1,10}) \[(\d{1,3})\] (?:([\w./]{1,120}:\d{1,6}) )?(INFO|WARN) (.*)$/

function oldFrame(text: string, number: number, hosts: Hosts): Frame | null {
  const found = OLD.exec(text)
  if (!found) return null
  const process = hosts.process(found[1] ?? '', Number(found[2]))
  return {
    level: found[6] === 'WARN' ? 'WARN' : 'INFO',
    host: process.host,
    pid: Number(found[2]),
    process: process.key,
    tid: Number(found[3]),
    device: Number(found[4]),
    place: found[5],
    text: found[7] ?? '',
    number,
  }
}

/** `NCCL WARN messages appear` is a sentence, `NCCL WARN Duplicate GPU detected` a copy without its frame. */
const SENTENCE =
  /^(?:messages?|lines?|logs?|logging|output|levels?|is|are|was|and|or|shows?|in|on|from|at|would|should|can)\b/

/** The frame whose word NCCL stands at `at`; null when what is left of it is no frame. */
function around(text: string, at: number, level: FrameLevel, from: number, number: number, hosts: Hosts): Frame | null {
  const rest = text.slice(from)
  if (at === 0 && SENTENCE.test(rest)) return null
  if (at === 0) return { level, host: '', pid: 0, process: '|0|', tid: 0, text: rest, number }
  let end = at - 1
  if (text.charCodeAt(end) !== 32) return null
  let device: number | undefined
  let place: string | undefined
  const open = level === 'CALL' ? -1 : deviceBracket(text, end)
  if (open >= 0) {
    const close = text.indexOf(']', open)
    device = Number(text.slice(open + 1, close))
    if (close + 1 < end) place = text.slice(close + 1, end).trim()
    end = open - 1
  }
  // The text before is HOST:PID:TID, read from its end.
  const ids = readIds(text, end)
  if (!ids) return bare(text, at, level, rest, device, place, number)
  const { start, pid, tid } = ids
  let hostStart = start
  let host = text.slice(hostStart, ids.hostEnd)
  if (hostStart > 0 && !hosts.has(host)) {
    const glued = unglue(text, hostStart, ids.hostEnd, hosts)
    hostStart += glued
    host = text.slice(hostStart, ids.hostEnd)
  }
  const left = hostStart === 0 ? '' : text.slice(0, hostStart)
  const time = left === '' ? undefined : bracketedTime(left)
  const before = left === '' || time !== undefined || isClock(left) || isTag(left) ? undefined : left
  const process = hosts.process(host, pid)
  return { level, host: process.host, pid, process: process.key, tid, device, place, text: rest, time, before, number }
}

/** Index of `[` in the ` [DEV]` nearest to the left of `end`, -1 without one. */
function deviceBracket(text: string, end: number): number {
  let close = text.lastIndexOf(']', end)
  for (let tries = 0; close > 1 && tries < 4; tries++) {
    let i = close - 1
    while (i >= 0 && isDigit(text.charCodeAt(i))) i--
    if (i >= 0 && text.charCodeAt(i) === 45) i--
    if (text.charCodeAt(i) === 91 && i < close - 1 && (i === 0 || text.charCodeAt(i - 1) === 32)) return i
    close = text.lastIndexOf(']', close - 1)
  }
  return -1
}

function readIds(text: string, end: number): { start: number; hostEnd: number; pid: number; tid: number } | null {
  let i = end
  while (i > 0 && text.charCodeAt(i - 1) === 32 && end - i < 3) i--
  const tidEnd = i
  while (i > 0 && isDigit(text.charCodeAt(i - 1))) i--
  if (i === tidEnd || i < 1 || text.charCodeAt(i - 1) !== 58) return null
  const tid = Number(text.slice(i, tidEnd))
  const pidEnd = --i
  while (i > 0 && isDigit(text.charCodeAt(i - 1))) i--
  if (i === pidEnd || i < 1 || text.charCodeAt(i - 1) !== 58) return null
  const pid = Number(text.slice(i, pidEnd))
  const hostEnd = --i
  while (i > 0 && isHostCode(text.charCodeAt(i - 1))) i--
  return i === hostEnd ? null : { start: i, hostEnd, pid, tid }
}

/** How many characters of a host run belong to the row before it: `-1node01`, `0node01`, `N/Anode01`. */
function unglue(text: string, start: number, end: number, hosts: Hosts): number {
  const run = text.slice(start, end)
  const known = hosts.endingOf(run)
  if (known !== undefined) return run.length - known.length
  if (run.startsWith('-1') && run.length > 2) return 2
  if (text.charCodeAt(start - 1) === 47 && run.startsWith('A') && text.startsWith('N/', start - 2)) return 1
  // The last value of a row is its count of wrong results, nearly always 0.
  if (run.startsWith('0') && run.length > 1 && /[\d.]\s+$/.test(text.slice(Math.max(0, start - 24), start))) return 1
  return 0
}

/** Lines whose frame was lost in part: a copy that begins at [DEV] or at NCCL, or that a buffer limit tore. */
function bare(
  text: string,
  at: number,
  level: FrameLevel,
  rest: string,
  device: number | undefined,
  place: string | undefined,
  number: number,
): Frame | null {
  const left = text.slice(0, at).trim()
  const time = left === '' ? undefined : bracketedTime(left)
  if (left === '' || time !== undefined)
    return { level, host: '', pid: 0, process: '|0|', tid: 0, text: rest, time, number }
  if (device !== undefined && /^(?:\[[^\]]{8,40}\] )?[\w.-]{0,64}:?\d{0,10}:?\d{0,10} ?\[\d{1,3}\]/.test(left)) {
    return { level, host: '', pid: 0, process: '|0|', tid: 0, device, place, text: rest, number }
  }
  // transport/nvls.cc:254 NCCL WARN ...
  if (level === 'WARN' && /^[\w./-]{1,120}:\d{1,6}(?: \(\w{1,80}\))?$/.test(left)) {
    return { level, host: '', pid: 0, process: '|0|', tid: 0, place: left, text: rest, number }
  }
  return null
}

function bracketedTime(left: string): string | undefined {
  return /^\s*\[(\d[^\]]{6,40})\] ?$/.exec(left)?.[1]
}

/** A time or a tag of some collector before the frame: no part of a row. */
function isClock(left: string): boolean {
  return (
    /^[\s\d:.,TZ/+-]*\d\d:\d\d(?::\d\d)?[\s\d:.,TZ/+-]*$/.test(left) ||
    /^\s*(?:\[[^\]]{0,60}\]|<[^>]{0,40}>|\([^)]{0,60}\))[\s:]*$/.test(left) ||
    left.trim() === ''
  )
}

/** One word that is no figure: the tag of a collector that nobody peeled. */
function isTag(left: string): boolean {
  return /^\s*[^\s\d-]\S*\s*$/.test(left)
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Letters, digits, `-`, `_`, `.`. */
function isHostCode(code: number): boolean {
  return (
    isDigit(code) ||
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 45 ||
    code === 46 ||
    code === 95
  )
}
