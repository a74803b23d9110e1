import type { HostEvent } from '../../../model/node'
import { normaliseBusId } from '../../../model/pci-id'

/** What one kernel message says, without time and place in the log. */
export interface KernelMessage {
  readonly kind: HostEvent['kind']
  readonly code?: number
  readonly busId?: string
  readonly severity?: 'fatal' | 'nonfatal' | 'corrected'
  readonly link?: number
  readonly device?: string
  readonly text: string
  readonly pid?: number
  readonly process?: string
  readonly state?: 'up' | 'down'
  readonly limit?: BandwidthLimit
}

export interface BandwidthLimit {
  /** Gb/s that the path gives, and that the device is capable of. */
  readonly available: number
  readonly capable?: number
  /** The limiting link: GT/s a lane and lanes. */
  readonly gigatransfers: number
  readonly width: number
  /** Bus id of the limiting port. */
  readonly at?: string
}

// `NVRM: Xid (PCI:0000:9b:00): 79, pid=0, GPU has fallen off the bus.`; drivers before 2016 print the place without `PCI:`.
const XID = /^(?:NVRM: )?Xid \(([^()]{1,60})\): (\d{1,4})(?:,\s*(.*))?$/
const PID = /^pid=['"]?(\d+|<unknown>)['"]?,\s*/
const NAME = /^name=([^,]{1,64}),\s*/
// `RLW_RXPIPE Nonfatal XC0 i0 Link 13 (0x...)`, `fatal error detected on link 4(0x10000, ...)`, `interrupt hit on link 11 on GPU0`
const LINK = /\blink (-?\d{1,3})\b/i

export function readXid(text: string): KernelMessage | null {
  const found = XID.exec(text)
  if (!found) return null
  let rest = found[3] ?? ''
  const pid = PID.exec(rest)
  if (pid) rest = rest.slice(pid[0].length)
  const name = pid ? NAME.exec(rest) : null
  if (name) rest = rest.slice(name[0].length)
  const process = name?.[1]
  const code = Number(found[2])
  const link = Number(LINK.exec(rest)?.[1] ?? -1)
  return {
    kind: 'xid',
    code,
    busId: normaliseBusId((found[1] ?? '').split(' ')[0] ?? ''),
    severity: /\bnon-?fatal\b/i.test(rest) ? 'nonfatal' : /\bfatal\b/i.test(rest) ? 'fatal' : undefined,
    link: link >= 0 && namesNvlink(code) ? link : undefined,
    pid: pid && pid[1] !== '<unknown>' ? Number(pid[1]) : undefined,
    process: process === undefined || process === '<unknown>' ? undefined : process,
    text: text.startsWith('NVRM: ') ? text : `NVRM: ${text}`,
  }
}

/** Xids whose text names a link of the GPU: NVLink error, NVLink5 units, refused peer access. */
function namesNvlink(code: number): boolean {
  return code === 74 || code === 137 || (code >= 144 && code <= 150)
}

const SXID = /^(nvidia-nvswitch\d*): SXid \(([^()]{1,40})\): (\d{4,6}), (.*)$/
const SXID_ONLY = /^SXid \(([^()]{1,40})\): (\d{4,6}), (.*)$/

export type SxidLine = KernelMessage & {
  readonly detail?: 'severity' | 'data'
  readonly instance?: number
  readonly isFatal?: boolean
}

/** One line of up to four that an NVSwitch prints for an event; only the message line is an event. */
export function readSxid(text: string): SxidLine | null {
  const found = SXID.exec(text)
  const bare = found ? null : SXID_ONLY.exec(text)
  if (!found && !bare) return null
  const [device, place, code, rest] = found ? found.slice(1) : [undefined, ...(bare?.slice(1) ?? [])]
  const message = rest ?? ''
  const head = { kind: 'sxid', code: Number(code), busId: normaliseBusId(place ?? ''), device, text } as const
  if (message.startsWith('Data {')) return { ...head, detail: 'data' }
  const severity = /^Severity (\d) Engine instance (\d+)/.exec(message)
  if (severity) return { ...head, detail: 'severity', instance: Number(severity[2]), isFatal: severity[1] === '1' }
  const link = Number(LINK.exec(message)?.[1] ?? -1)
  return { ...head, link: link >= 0 ? link : undefined, severity: sxidSeverity(message) }
}

function sxidSeverity(message: string): KernelMessage['severity'] {
  if (/^Non-?fatal\b/i.test(message)) return 'nonfatal'
  if (/^Fatal\b/i.test(message)) return 'fatal'
  return /^Correct/i.test(message) ? 'corrected' : undefined
}

const BUS = '([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])'
// `pcieport 0000:00:01.1: AER: Corrected error received: 0000:00:00.0`, newer `... error message received from 0000:01:00.0`
const AER_RECEIVED = new RegExp(
  `^(?:\\S+ ${BUS}: )?AER: (?:Multiple )?(Correct|Uncorrect)\\w+(?: \\((Non-)?Fatal\\))? error(?: message)? received(?: from|:) ?${BUS}?`,
  'i',
)
// `pcieport 0000:00:01.1: PCIe Bus Error: severity=Corrected, type=Data Link Layer, (Receiver ID)`
const AER_ERROR = new RegExp(
  `^(?:\\S+ ${BUS}: )?(?:AER: )?PCIe Bus Error: severity=(Correct|Uncorrect)\\w+(?: \\((Non-)?Fatal\\))?, ?type=(.*)$`,
  'i',
)

// `pcieport 0000:00:01.0: AER: device recovery failed`, `nvidia 0000:01:00.0: AER: can't recover (no error_detected callback)`
const AER_LOST = new RegExp(`^(?:\\S+ ${BUS}: )?AER: (?:device recovery failed|can't recover\\b)`, 'i')

export type AerLine = KernelMessage & { readonly received: boolean }

export function readAer(text: string): AerLine | null {
  const error = AER_ERROR.exec(text)
  if (error)
    return {
      kind: 'aer',
      busId: busOf(error[1]),
      severity: aerSeverity(error[2], error[3], text),
      text,
      received: false,
    }
  const lost = AER_LOST.exec(text)
  if (lost) return { kind: 'aer', busId: busOf(lost[1]), text, received: false }
  const received = AER_RECEIVED.exec(text)
  if (!received) return null
  return {
    kind: 'aer',
    busId: busOf(received[4] ?? received[1]),
    severity: aerSeverity(received[2], received[3], text),
    text,
    received: true,
  }
}

/** `   [ 6] BadTLP`, `device [8086:352a] error status/mask=00000040/00006000`: lines that follow a bus error, with or without the port. */
export function readAerDetail(text: string): { readonly bit?: string } | null {
  const body = text.replace(new RegExp(`^\\s*(?:\\w+ ${BUS}: )?(?:AER: )?\\s*`), '')
  if (/^device \[[0-9a-f]{4}:[0-9a-f]{4}\] error status\/mask=/.test(body)) return {}
  const bit = /^\[ ?\d{1,2}\] ([A-Za-z][\w ]{1,30}?)(?:\s{2,}|\s*\(First\)|\s*$)/.exec(body)
  if (bit) return { bit: bit[1] }
  return /^(?:TLP Header: |AER: +TLP Header|AER: aer_status)/.test(body) ? {} : null
}

function aerSeverity(word: string | undefined, non: string | undefined, text: string): KernelMessage['severity'] {
  if (word?.toLowerCase() === 'correct') return 'corrected'
  if (non !== undefined) return 'nonfatal'
  return /\(Fatal\)/i.test(text) ? 'fatal' : undefined
}

// `pci 0000:04:00.0: 252.048 Gb/s available PCIe bandwidth, limited by 16.0 GT/s PCIe x16 link at 0000:01:00.0 (capable of 504.112 Gb/s with ...)`
const LIMIT = new RegExp(
  `^\\S+ ${BUS}:? ?.{0,40}?([\\d.]+) Gb/s available PCIe bandwidth, limited by ([\\d.]+) ?GT/s (?:PCIe )?x(\\d+) link at ${BUS}(?: \\(capable of ([\\d.]+) Gb/s)?`,
)

export function readLimit(text: string): KernelMessage | null {
  const found = LIMIT.exec(text)
  if (!found) return null
  const available = Number(found[2])
  const gigatransfers = Number(found[3])
  const capable = found[6] === undefined ? undefined : Number(found[6])
  if (![available, gigatransfers, capable ?? 0].every(Number.isFinite)) return null
  const limit = { available, capable, gigatransfers, width: Number(found[4]), at: busOf(found[5]) }
  return { kind: 'pcie-limit', busId: busOf(found[1]), text, limit }
}

// `mlx5_core 0000:5c:00.0 ens1f0np0: Link down`, `mlx5_core 0000:5c:00.0: Port module event: module 0, Cable unplugged`
const MLX5 = new RegExp(`^mlx[45]_(?:core|ib) ${BUS}(?: ([\\w.-]{1,15}))?: (.*)$`)
const CARRIER = /^([A-Za-z][\w.-]{1,14}): (Lost|Gained) carrier$/

export function readNic(text: string): KernelMessage | null {
  const mlx = MLX5.exec(text)
  if (mlx) {
    const state = /^Link (up|down)\b/i.exec(mlx[3] ?? '')?.[1]?.toLowerCase()
    return {
      kind: 'nic',
      busId: busOf(mlx[1]),
      device: mlx[2] ?? 'mlx5_core',
      state: state === 'up' || state === 'down' ? state : undefined,
      text,
    }
  }
  const carrier = CARRIER.exec(text)
  if (!carrier) return null
  return { kind: 'nic', device: carrier[1], state: carrier[2] === 'Lost' ? 'down' : 'up', text }
}

function busOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : normaliseBusId(text)
}
