import type { Line, LineCursor, Note } from '../../../model/format'
import type { PciLink } from '../../../model/node'
import { normaliseBusId } from '../../../model/pci-id'
import type { Lspci, LspciFunction } from './pci'
import { wholeNumber } from './text'

/** One reader for every verbosity of lspci: a list is a verbose output without details. */

// `5d:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)`, with -n `5d:00.0 0302: 10de:2330`
const DEVICE = /^((?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[01][0-9a-f]\.[0-7]) (\S.*)$/i
const HEX_ROW = /^[0-9a-f]{2,3}:(?: [0-9a-f]{2}){1,16}\s*$/i
const NOISE = /^(?:lspci|pcilib): /

export function isDeviceLine(text: string): boolean {
  return DEVICE.test(text) && /^.{0,160}: ?\S/.test(text.slice(8))
}

export function isDetail(text: string): boolean {
  return /^(?:\t| {2})\s*\S/.test(text) || HEX_ROW.test(text)
}

/** A line that lspci prints about itself, with devices behind it. */
export function isLspciNoise(text: string): boolean {
  return NOISE.test(text)
}

type Growing = { -readonly [key in keyof LspciFunction]: LspciFunction[key] }

export function readLspci(lines: LineCursor, note: Note): Lspci {
  const functions: Growing[] = []
  let verbose = false
  for (let line = lines.peek(); line; line = lines.peek()) {
    const { text } = line
    const device = DEVICE.exec(text)
    if (device && isDeviceLine(text)) functions.push(readDevice(device[1] ?? '', device[2] ?? '', line))
    else if (text.trim() === '') {
      if (!goesOn(lines)) break
    } else if (isDetail(text)) {
      const current = functions.at(-1)
      if (!current) break
      verbose = true
      current.endLine = line.number
      readDetail(current, text.trim(), line)
    } else if (text.startsWith('!!! ')) {
      const current = functions.at(-1)
      if (current) current.revisionFf = true
    } else if (text.trim() === '...') note.damaged('cut by the author', line)
    else if (text.trim() !== '--' && !NOISE.test(text)) break
    lines.next()
  }
  for (const entry of functions) finish(entry)
  const denied = functions.some((entry) => entry.accessDenied === true)
  if (denied) note.remark('capabilities were not readable: lspci did not run as root')
  return { functions, verbose, accessDenied: denied }
}

function goesOn(lines: LineCursor): boolean {
  for (let i = 1; i <= 2; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.trim() !== '') return isDeviceLine(text) || isDetail(text)
  }
  return false
}

function readDevice(id: string, text: string, line: Line): Growing {
  const head = { busId: normaliseBusId(id) ?? id.toLowerCase(), text, line: line.number, endLine: line.number }
  const at = text.indexOf(': ')
  const left = at < 0 ? text.replace(/:.*$/, '') : text.slice(0, at)
  const right = at < 0 ? '' : text.slice(at + 2)
  const code = /\[([0-9a-f]{4})\]$/i.exec(left)?.[1] ?? /^(?:Class )?([0-9a-f]{4})$/i.exec(left)?.[1]
  const name = left.replace(/ ?\[[0-9a-f]{4}\]$/i, '')
  const ids =
    [...right.matchAll(/\[([0-9a-f]{4}:[0-9a-f]{4})\]/gi)].at(-1)?.[1] ??
    /^(?:Device )?([0-9a-f]{4}:[0-9a-f]{4})\b/i.exec(right)?.[1]
  return {
    ...head,
    className: code !== undefined && name.replace('Class ', '') === code ? undefined : name,
    classCode: code?.toLowerCase(),
    vendorDevice: ids?.toLowerCase(),
    ...(/\(rev ff\)/.test(text) ? { revisionFf: true } : {}),
  }
}

function readDetail(entry: Growing, text: string, line: Line): void {
  const at = line.number
  const colon = text.indexOf(':')
  const key = colon < 0 ? '' : text.slice(0, colon)
  const value = colon < 0 ? text : text.slice(colon + 1).trim()
  switch (key) {
    case 'LnkCap': {
      const link = readLink(value)
      if (link) entry.capability = { value: link, line: at }
      return
    }
    case 'LnkSta': {
      const link = readStatus(value)
      if (link) entry.status = { value: link, line: at }
      return
    }
    case 'ACSCtl':
      entry.acsControl = { value, line: at }
      return
    case 'NUMA node':
    case 'IOMMU group': {
      const number = wholeNumber(value)
      if (number !== undefined) entry[key === 'NUMA node' ? 'numaNode' : 'iommuGroup'] = { value: number, line: at }
      return
    }
    case 'Physical Slot':
      entry.slot = { value, line: at }
      return
    case 'Kernel driver in use':
      entry.driver = { value, line: at }
      return
    case 'Bus':
      readBuses(entry, value)
      return
    case 'CESta':
      entry.correctableStatus = { value: raised(value), line: at }
      return
    case 'UESta':
      entry.uncorrectableStatus = { value: raised(value), line: at }
      return
    case 'LaneErrStat':
      if (value !== '0') entry.laneErrors = { value: value.replace(/^LaneErr at lane: ?/, ''), line: at }
      return
    case 'ATSCtl':
      entry.atsEnabled = { value: value.includes('Enable+'), line: at }
      return
    case 'Capabilities':
      if (value.includes('<access denied>')) entry.accessDenied = true
      return
  }
  if (key.startsWith('Region ')) readRegion(entry, value, at)
  else if (text.includes('MaxReadReq ')) readSizes(entry, text, at)
  else if (/\bRlxdOrd[+-]/.test(text)) entry.relaxedOrdering = text.includes('RlxdOrd+')
  else if (text.includes('SW_MNG')) entry.switchManagement = true
  else if (text.startsWith('!!! ')) entry.revisionFf = true
  else if (/^BAR \d+: current size:/.test(text)) entry.resizableBar ??= { value: text, line: at }
}

/** `Port #0, Speed 32GT/s, Width x16, ...`; a width of 0 (virtual machines) or an unknown speed says nothing. */
export function readLink(text: string): PciLink | null {
  const found = /Speed ([\d.]{1,6})GT\/s(?: \([\w ]+\))?, Width x(\d{1,2})\b/.exec(text)
  const gigatransfers = Number(found?.[1])
  const width = Number(found?.[2])
  return found && gigatransfers > 0 && width > 0 ? { gigatransfers, width } : null
}

export function readStatus(text: string): NonNullable<LspciFunction['status']>['value'] | null {
  const link = readLink(text)
  if (!link) return null
  const marks = /GT\/s(?: \(([\w ]+)\))?, Width x\d{1,2}(?: \(([\w ]+)\))?/.exec(text)
  return { ...link, ...mark('speedDowngraded', marks?.[1]), ...mark('widthDowngraded', marks?.[2]) }
}

// pciutils 3.6 to 3.9 print `(ok)`, later only deviations, earlier nothing: no mark says nothing by itself.
function mark<K extends string>(key: K, word: string | undefined): { readonly [key in K]?: boolean } {
  if (word === undefined) return {}
  return { [key]: word === 'downgraded' } as { readonly [key in K]?: boolean }
}

/** Where lspci printed no mark, the capability decides. */
function finish(entry: Growing): void {
  const { status, capability } = entry
  if (!status || !capability) return
  entry.status = {
    line: status.line,
    value: {
      ...status.value,
      speedDowngraded: status.value.speedDowngraded ?? status.value.gigatransfers < capability.value.gigatransfers,
      widthDowngraded: status.value.widthDowngraded ?? status.value.width < capability.value.width,
    },
  }
}

function readBuses(entry: Growing, text: string): void {
  const secondary = /\bsecondary=([0-9a-f]{2})\b/.exec(text)?.[1]
  const subordinate = /\bsubordinate=([0-9a-f]{2})\b/.exec(text)?.[1]
  if (secondary !== undefined) entry.secondaryBus = parseInt(secondary, 16)
  if (subordinate !== undefined) entry.subordinateBus = parseInt(subordinate, 16)
}

/** `RxErr+ BadTLP+ BadDLLP-`: the raised bits, '' when none is. */
function raised(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => word.endsWith('+'))
    .map((word) => word.slice(0, -1))
    .join(' ')
}

const UNITS: Readonly<Record<string, number>> = { K: 1, M: 2, G: 3, T: 4 }

function regionSize(text: string): number {
  const found = /\[size=(\d{1,5})([KMGT])?\]/.exec(text)
  return found ? Number(found[1]) * 1024 ** (UNITS[found[2] ?? ''] ?? 0) : 0
}

function readRegion(entry: Growing, text: string, line: number): void {
  if (regionSize(text) > regionSize(entry.largestRegion?.value ?? '')) entry.largestRegion = { value: text, line }
}

// `MaxPayload 256 bytes, MaxReadReq 512 bytes` stands in DevCtl; DevCap has a MaxPayload of its own without MaxReadReq.
function readSizes(entry: Growing, text: string, line: number): void {
  const payload = wholeNumber(/MaxPayload (\d{1,5}) bytes/.exec(text)?.[1] ?? '')
  const request = wholeNumber(/MaxReadReq (\d{1,5}) bytes/.exec(text)?.[1] ?? '')
  if (payload !== undefined) entry.maxPayload = { value: payload, line }
  if (request !== undefined) entry.maxReadRequest = { value: request, line }
  if (/\bRlxdOrd[+-]/.test(text)) entry.relaxedOrdering = text.includes('RlxdOrd+')
}
