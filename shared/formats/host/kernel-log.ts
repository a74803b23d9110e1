import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { HostEvent } from '../../model/node'
import type { Claim, Line, StreamReader } from '../../model/format'
import {
  readAer,
  readAerDetail,
  readLimit,
  readNic,
  readSxid,
  readXid,
  type BandwidthLimit,
  type KernelMessage,
  type SxidLine,
} from './support/kernel-message'
import { goesOn, isIommuSetting, isNvrmNoise, nvrmMessage, readLoading, readOther } from './support/kernel-nvrm'
import { readKernelPrefix, type KernelPrefix } from './support/kernel-prefix'
import { keep } from './support/text'

export type { BandwidthLimit }

export type KernelEventKind = HostEvent['kind']

/** One event; repeats of the same (time, place, text) are one, repeats over time are folded with a count. */
export interface KernelEvent {
  readonly kind: KernelEventKind
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

/** Kernel lines of any prefix form (dmesg, -T, -x, iso, journalctl, syslog, kmsg). */
export interface KernelLog {
  readonly events: readonly KernelEvent[]
  /** Driver version of `NVRM: loading NVIDIA UNIX ...`, last one last. */
  readonly driver: readonly AtLine<string>[]
  /** The open kernel module was loaded. */
  readonly openModule?: AtLine<boolean>
  /** `iommu: Default domain type: Translated` or `Passthrough`; `DMAR: IOMMU enabled`; AMD-Vi seen. */
  readonly iommu: readonly AtLine<string>[]
  readonly kernelCommandLine?: AtLine<string>
  readonly hosts: readonly string[]
  /** Lines claimed, repeats included. */
  readonly total: number
  /** More distinct events than are kept. */
  readonly dropped: number
}

export const kernelLog = defineStreamFormat<KernelLog>({
  id: 'host/kernel-log',
  title: 'Kernel log: Xid, SXid, AER, NIC and driver lines',
  command: 'dmesg',
  example: '[  812.100001] NVRM: Xid (PCI:0000:5d:00): 79, pid=4242, name=python3, GPU has fallen off the bus.',
  anchors: [
    'NVRM: ',
    'Xid (',
    'AER: ',
    'PCIe Bus Error',
    'mlx5_core ',
    'mlx5_ib ',
    'nvidia-peermem',
    'nvidia_peermem',
    'nv_peer_mem',
    'available PCIe bandwidth',
    'DMAR',
    'AMD-Vi',
    'Default domain type',
    'nvidia-nvswitch',
    'Kernel command line: ',
    ' carrier',
  ],
  reader: () => new KernelLogReader(),
})

type Growing = { -readonly [key in keyof KernelEvent]: KernelEvent[key] } & { readonly times: Set<string> }

/** Distinct events that are kept one by one; above it numbers in the text no longer tell events apart. */
const MOST_EXACT = 4000
const MOST_EVENTS = 8000
/** Times remembered for an event, to tell a repeat from a second copy of the same line. */
const MOST_TIMES = 2000
/** Lines that a joined sentence or the details of a bus error may take. */
const MOST_FOLLOWING = 8

interface Pending {
  readonly message: KernelMessage
  readonly prefix: KernelPrefix
  readonly line: number
  endLine: number
  following: number
  readonly what: 'sentence' | 'bus-error' | 'received'
  bits: string[]
  text: string
}

class KernelLogReader implements StreamReader<KernelLog> {
  readonly #events = new Map<string, Growing>()
  readonly #driver: AtLine<string>[] = []
  readonly #iommu: AtLine<string>[] = []
  readonly #hosts = new Set<string>()
  #openModule: AtLine<boolean> | undefined
  #commandLine: AtLine<string> | undefined
  #pending: Pending | undefined
  #total = 0
  #dropped = 0

  get open(): boolean {
    return this.#pending !== undefined
  }

  take(line: Line): Claim | null {
    const prefix = readKernelPrefix(line)
    if (this.#follows(prefix, line)) return this.#claimed(prefix)
    const { text } = prefix
    if (text.includes('Xid (') && this.#xid(text, prefix, line)) return this.#claimed(prefix)
    if (text.startsWith('NVRM: ')) return this.#nvrm(text, prefix, line) ? this.#claimed(prefix) : null
    const aer = text.includes('AER: ') || text.includes('PCIe Bus Error') ? readAer(text) : null
    if (aer) {
      this.#wait({ ...aer }, prefix, line, aer.received ? 'received' : 'bus-error')
      return this.#claimed(prefix)
    }
    const message = readLimit(text) ?? readNic(text) ?? readOther(text)
    if (message) {
      if (message.kind === 'iommu' && isIommuSetting(text) && this.#iommu.length < 50)
        this.#iommu.push({ value: keep(text), line: line.number })
      if (message.kind !== 'other') this.#add(message, prefix, line.number, line.number)
      return this.#claimed(prefix)
    }
    return this.#kernelCommandLine(prefix, line) ? this.#claimed(prefix) : null
  }

  close(): KernelLog | null {
    this.#flush()
    if (this.#total === 0) return null
    const events = [...this.#events.values()].map(({ times: _times, ...event }) => event)
    return {
      events,
      driver: this.#driver,
      openModule: this.#openModule,
      iommu: this.#iommu,
      kernelCommandLine: this.#commandLine,
      hosts: [...this.#hosts],
      total: this.#total,
      dropped: this.#dropped,
    }
  }

  #claimed(prefix: KernelPrefix): Claim {
    this.#total++
    if (prefix.host !== undefined && this.#hosts.size < 64) this.#hosts.add(keep(prefix.host))
    return {}
  }

  #xid(text: string, prefix: KernelPrefix, line: Line): boolean {
    const xid = readXid(text)
    if (xid) {
      this.#flush()
      this.#add(xid, prefix, line.number, line.number)
      return true
    }
    const sxid = readSxid(text)
    if (!sxid) return false
    this.#flush()
    if (sxid.detail === 'severity') this.#severity(sxid)
    else if (sxid.detail === undefined) this.#add(sxid, prefix, line.number, line.number)
    return true
  }

  /** `Severity 1 Engine instance 30` belongs to the message line with the same code and port, which may lack the word. */
  #severity(detail: SxidLine): void {
    for (const event of this.#events.values()) {
      if (event.kind !== 'sxid' || event.code !== detail.code || event.busId !== detail.busId) continue
      if (event.severity === undefined && (event.link === undefined || event.link === detail.instance)) {
        event.severity = detail.isFatal ? 'fatal' : 'nonfatal'
      }
    }
  }

  #nvrm(text: string, prefix: KernelPrefix, line: Line): boolean {
    const loading = readLoading(text)
    if (loading) {
      if (this.#driver.at(-1)?.value !== loading.version)
        this.#driver.push({ value: keep(loading.version), line: line.number })
      if (loading.open) this.#openModule = { value: true, line: line.number }
      return true
    }
    if (isNvrmNoise(text)) return true
    if (goesOn(text)) this.#wait(nvrmMessage(text), prefix, line, 'sentence')
    else this.#add(nvrmMessage(text), prefix, line.number, line.number)
    return true
  }

  #wait(message: KernelMessage, prefix: KernelPrefix, line: Line, what: Pending['what']): void {
    const before = this.#pending
    // `AER: Corrected error received` is the root port's announcement of the bus error that follows.
    if (before?.what === 'received' && what === 'bus-error') this.#pending = undefined
    this.#flush()
    this.#pending = {
      message,
      prefix,
      line: line.number,
      endLine: line.number,
      following: 0,
      what,
      bits: [],
      text: message.text,
    }
  }

  /** A line that goes on with what the line before began. */
  #follows(prefix: KernelPrefix, line: Line): boolean {
    const pending = this.#pending
    if (!pending) return false
    if (pending.following++ >= MOST_FOLLOWING) {
      this.#flush()
      return false
    }
    if (pending.what === 'sentence') {
      const text = /^NVRM: {1,4}(.*)$/.exec(prefix.text)?.[1]
      if (text === undefined || text.startsWith('Xid (')) {
        this.#flush()
        return false
      }
      pending.text += ` ${text.trim()}`
      pending.endLine = line.number
      if (text.trimEnd().endsWith('.')) this.#flush()
      return true
    }
    const detail = pending.what === 'bus-error' ? readAerDetail(prefix.text) : null
    if (!detail) {
      // Lines of other parts may come between; what is not taken for long ends the wait.
      if (pending.what === 'bus-error' && pending.following > 3) this.#flush()
      return false
    }
    if (detail.bit !== undefined) pending.bits.push(detail.bit)
    pending.endLine = line.number
    return true
  }

  #flush(): void {
    const pending = this.#pending
    if (!pending) return
    this.#pending = undefined
    const bits = pending.bits.length > 0 ? ` [${[...new Set(pending.bits)].join(', ')}]` : ''
    this.#add({ ...pending.message, text: pending.text + bits }, pending.prefix, pending.line, pending.endLine)
  }

  #add(message: KernelMessage, prefix: KernelPrefix, line: number, endLine: number): void {
    const place = `${message.kind} ${message.code ?? ''} ${message.busId ?? ''} ${prefix.host ?? ''} `
    const exact = this.#events.size < MOST_EXACT
    const key = place + (exact ? message.text : message.text.replace(/[0-9a-fx]*\d[0-9a-fx]*/g, '#'))
    const known = this.#events.get(key)
    const time = prefix.timeText ?? ''
    if (known) {
      // The same line at the same time is a second copy (dmesg and journal in one report), not a second event.
      if (time !== '' && known.times.has(time)) return
      if (known.times.size < MOST_TIMES) known.times.add(keep(time))
      known.count++
      known.lastLine = line
      known.lastTimeText = time === '' ? known.lastTimeText : keep(time)
      return
    }
    if (this.#events.size >= MOST_EVENTS) {
      this.#dropped++
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

  /** Of the kernel at boot only: an Xorg log repeats an old one, with three decimals in its time. */
  #kernelCommandLine(prefix: KernelPrefix, line: Line): boolean {
    const found = /^Kernel command line: (.+)$/.exec(prefix.text)
    if (!found || !prefix.certain || (prefix.bootSeconds !== undefined && prefix.bootSeconds > 10)) return false
    if (prefix.bootSeconds === undefined && prefix.host === undefined) return false
    if (/\[ *\d+\.\d{3}\]/.test(line.text)) return false
    this.#commandLine = { value: keep(found[1] ?? ''), line: line.number }
    return true
  }
}
