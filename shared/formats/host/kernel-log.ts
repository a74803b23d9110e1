import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Claim, Line, StreamReader } from '../../model/format'
import {
  readAer,
  readAerDetail,
  readLimit,
  readNic,
  readSxid,
  readXid,
  type KernelMessage,
} from './support/kernel-message'
import { goesOn, isIommuSetting, isNvrmNoise, nvrmMessage, readLoading, readOther } from './support/kernel-nvrm'
import { KernelEventFold, type KernelEvent } from './support/kernel-fold'
import { readKernelPrefix, type KernelPrefix } from './support/kernel-prefix'
import { keep } from './support/text'

export type { KernelEvent }

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
  readonly #events = new KernelEventFold()
  readonly #driver: AtLine<string>[] = []
  readonly #iommu: AtLine<string>[] = []
  readonly #hosts = new Set<string>()
  #openModule: AtLine<boolean> | undefined
  #commandLine: AtLine<string> | undefined
  #pending: Pending | undefined
  #total = 0

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
      const { received, ...message } = aer
      this.#wait(message, prefix, line, received ? 'received' : 'bus-error')
      return this.#claimed(prefix)
    }
    const message = readLimit(text) ?? readNic(text) ?? readOther(text)
    if (message) {
      if (message.kind === 'iommu' && isIommuSetting(text) && this.#iommu.length < 50)
        this.#iommu.push({ value: keep(text), line: line.number })
      if (message.kind !== 'other') this.#events.add(message, prefix, line.number, line.number)
      return this.#claimed(prefix)
    }
    return this.#kernelCommandLine(prefix, line) ? this.#claimed(prefix) : null
  }

  close(): KernelLog | null {
    this.#flush()
    if (this.#total === 0) return null
    return {
      events: this.#events.all(),
      driver: this.#driver,
      openModule: this.#openModule,
      iommu: this.#iommu,
      kernelCommandLine: this.#commandLine,
      hosts: [...this.#hosts],
      total: this.#total,
      dropped: this.#events.dropped,
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
      this.#events.add(xid, prefix, line.number, line.number)
      return true
    }
    const sxid = readSxid(text)
    if (!sxid) return false
    this.#flush()
    if (sxid.detail === 'severity') this.#events.severity(sxid)
    else if (sxid.detail === undefined) this.#events.add(sxid, prefix, line.number, line.number)
    return true
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
    else this.#events.add(nvrmMessage(text), prefix, line.number, line.number)
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
    this.#events.add({ ...pending.message, text: pending.text + bits }, pending.prefix, pending.line, pending.endLine)
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
