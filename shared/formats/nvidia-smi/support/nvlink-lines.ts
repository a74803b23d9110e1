import type { LinkMessage } from '../../../model/gpu'
import { tidy } from './tidy'

/** What one line of `nvidia-smi nvlink` output is. Indentation is TAB + blank natively, anything in copies. */

export type NvlinkKind = 'status' | 'errors' | 'remote' | 'pci' | 'capabilities' | 'throughput' | 'info' | 'other'

export interface NvlinkHeader {
  readonly index: number
  readonly name?: string
  readonly uuid?: string
}

/** `GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1b2c3d4e-...)`; the UUID may be missing or masked. */
const HEADER = /^\s*GPU (\d{1,3}):(?:\s+(\S.*))?$/
const UUID = /\(UUID:\s*([^)]*)\)?\s*$/

export function nvlinkHeader(raw: string): NvlinkHeader | null {
  if (raw.length > 300 || !raw.includes('GPU ')) return null
  const match = HEADER.exec(tidy(raw).trimEnd())
  if (!match?.[1]) return null
  const rest = match[2] ?? ''
  const uuid = UUID.exec(rest)
  const name = (uuid ? rest.slice(0, uuid.index) : rest.replace(/ \((?:\.{3}|…)\)$/, '')).trim()
  const real = uuid?.[1] !== undefined && /^(?:GPU|MIG)-[0-9A-Za-z-]{8,}$/.test(uuid[1].trim())
  return { index: Number(match[1]), ...(name !== '' && { name }), ...(real && { uuid: uuid[1]?.trim() }) }
}

/** `Link 3: 26.562 GB/s`, `Link 3, P2P is supported: true`: number, and what follows the separator. */
const LINK = /^\s*Link (\d{1,3})([:,])(?:\s+(.*))?$/

export interface NvlinkLine {
  readonly index: number
  readonly kind: NvlinkKind | 'unreadable'
  /** Behind `Link n:` */
  readonly text: string
}

export function nvlinkLine(raw: string): NvlinkLine | null {
  if (raw.length > 300 || !raw.includes('Link ')) return null
  const match = LINK.exec(tidy(raw).trimEnd())
  if (!match?.[1]) return null
  const text = (match[3] ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').trim()
  return {
    index: Number(match[1]),
    kind: match[2] === ',' ? (/: (?:true|false)$/i.test(text) ? 'capabilities' : 'unreadable') : kindOf(text),
    text,
  }
}

function kindOf(text: string): NvlinkKind | 'unreadable' {
  if (/^\d+(?:\.\d+)? ?[GM]B\/s$/.test(text) || /^<[a-z ]{3,20}>$/i.test(text) || /^(?:in)?active$/i.test(text))
    return 'status'
  if (/^Remote Device\b/.test(text)) return 'remote'
  if (/^[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.[0-7]$/.test(text)) return 'pci'
  if (/^(?:Data|Raw) [TR]x: /.test(text) || /^[TR]x\d?: \d+ K/.test(text)) return 'throughput'
  if (/^[A-Z][\w /-]{1,60}: [-\w./+<>]+(?: [A-Za-z%/]{1,12})?$/.test(text)) return 'errors'
  return 'unreadable'
}

/** Sentences in place of link lines. Their spelling changes with the driver (`NVLink`/`Nvlink`, `inActive`/`inactive`). */
export function nvlinkSentence(raw: string): LinkMessage | null {
  if (raw.length > 300 || !/nvlink/i.test(raw)) return null
  if (/not supported for devices in MIG/i.test(raw)) return 'mig'
  if (/device does not (?:have|support)(?: or support)? nvlink/i.test(raw)) return 'not-supported'
  if (/unable to (?:retrieve|get|query) nvlink/i.test(raw)) {
    if (/all links are inactive/i.test(raw)) return 'all-inactive'
    return /not supported\s*$/i.test(raw) ? 'not-supported' : 'error'
  }
  return null
}

/** `NVLE: disabled`, `Firmware Version: N/A`: the lines of `-info`. */
export function isInfoLine(raw: string): boolean {
  return (
    /^\s+(?:NVLE|Firmware Version|NVLink Encryption)\s*:/.test(raw) || /^(?:NVLE|Firmware Version)\s*:/.test(raw.trim())
  )
}

/** Answers of the rare sub-commands, and of `nvidia-smi c2c -s`. */
export function isOtherLine(raw: string): boolean {
  return (
    raw.length < 300 &&
    /^\s+\S/.test(raw) &&
    /C2C Link|NVLink|Nvlink|Low Power|LowPwr|Bandwidth Mode|BW Mode|Bridge|Threshold/.test(raw) &&
    nvlinkLine(raw) === null &&
    nvlinkSentence(raw) === null
  )
}

/** The sub-command in a command line, if it is one of `nvidia-smi nvlink`. */
export function nvlinkCommand(command: string | undefined): NvlinkKind | undefined {
  const words = command?.split(/\s+/) ?? []
  if (!words.includes('nvlink')) return undefined
  const flags: readonly (readonly [NvlinkKind, readonly string[]])[] = [
    ['status', ['-s', '--status']],
    ['errors', ['-e', '--errorcounters', '-ec', '--crcerrorcounters']],
    ['remote', ['-R', '--remotelinkinfo']],
    ['pci', ['-p', '--pcibusid']],
    ['capabilities', ['-c', '--capabilities']],
    ['throughput', ['-gt', '--getthroughput', '-g', '--getcounters']],
    ['info', ['-info', '--info']],
  ]
  return flags.find(([, names]) => names.some((name) => words.includes(name)))?.[0]
}

export const NVLINK_ANCHORS: readonly string[] = ['(UUID: ', ...Array.from({ length: 16 }, (_, i) => `GPU ${i}:`)]
