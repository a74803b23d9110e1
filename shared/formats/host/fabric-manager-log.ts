import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Claim, Hint, Line, StreamReader } from '../../model/format'
import { classifyFabric, type FabricEventKind, type FabricFacts } from './support/fabric-message'
import { keep } from './support/text'

export interface FabricEvent {
  readonly kind: FabricEventKind
  /** INFO, WARNING, ERROR, CRITICAL; undefined in journal lines. */
  readonly level?: string
  readonly text: string
  readonly code?: number
  readonly fatal?: boolean
  readonly busId?: string
  readonly physicalId?: number
  readonly port?: number
  readonly timeText?: string
  readonly lastTimeText?: string
  readonly host?: string
  readonly count: number
  readonly line: number
  readonly endLine: number
  readonly lastLine: number
}

/** Log of nv-fabricmanager, from its file or the journal. */
export interface FabricManagerLog {
  readonly version?: AtLine<string>
  /** Driver version that a mismatch message names. */
  readonly driver?: AtLine<string>
  /** Errors, warnings, and the INFO lines worth reading; repeats folded. */
  readonly events: readonly FabricEvent[]
  readonly gpusFound?: AtLine<number>
  readonly switchesFound?: AtLine<number>
  /** NVLS is in use: multicast groups were set up. */
  readonly multicastGroups: number
  /** RDMA devices that are NVSwitch management functions, never NICs. */
  readonly managementDevices: readonly AtLine<string>[]
  readonly hosts: readonly string[]
  readonly total: number
}

export const fabricManagerLog = defineStreamFormat<FabricManagerLog>({
  id: 'host/fabric-manager-log',
  title: 'Fabric Manager log',
  command: '/var/log/fabricmanager.log',
  example:
    '[Feb 27 2026 15:10:02] [ERROR] [tid 12727] detected NVSwitch non-fatal error 12028 on fid 0 on NVSwitch pci bus id 00000000:86:00.0 physical id 3 port 61',
  anchors: ['[tid ', 'NV_WARN_', 'NVSwitch', 'abric manager', 'abric Manager', 'fabricmanager', 'NVL5', 'OpenSM'],
  reader: () => new FabricReader(),
})

// `[Feb 27 2026 15:10:02] [ERROR] [tid 12727] text`
const ENTRY = /^\[([A-Z][a-z]{2} {1,2}\d{1,2} \d{4} \d\d:\d\d:\d\d)\] \[([A-Z]{4,8})\] \[tid \d+\] ?(.*)$/
// Journal: `... host nv-fabricmanager[4177]: text`, a wrapper of another distribution, systemd about the service
const JOURNAL = /(?:^|\s)(?:(nv-fabricmanager|nvidia-fabricmanager[\w.-]{0,24}|nvlsm)|systemd)(?:\[\d+\])?: (.*)$/
const STAMP =
  /(?:[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)?|\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d[\w.,:+-]{0,20})/
const HOST = /\d\d:\d\d:\d\d\S{0,20} ([\w.-]{1,64}) (?:nv-fabricmanager|nvidia-fabricmanager|systemd)/
// Sentences that only Fabric Manager says, copied without their frame.
const BARE =
  /^\s{0,8}(?:fabric manager NVIDIA GPU driver interface version \d|request to query NVSwitch device information from NVSwitch driver failed|detected number of NVSwitches don.?t match)/i
const MOST_EVENTS = 2000

class FabricReader implements StreamReader<FabricManagerLog> {
  readonly #events = new Map<string, { -readonly [key in keyof FabricEvent]: FabricEvent[key] }>()
  readonly #hosts = new Set<string>()
  readonly #devices = new Map<string, AtLine<string>>()
  #version: AtLine<string> | undefined
  #driver: AtLine<string> | undefined
  #gpus: AtLine<number> | undefined
  #switches: AtLine<number> | undefined
  #multicast = 0
  #total = 0
  #last: { -readonly [key in keyof FabricEvent]: FabricEvent[key] } | undefined
  /** A message in its first lines; its second line has no stamp. */
  #goesOn = false

  get open(): boolean {
    return this.#goesOn
  }

  take(line: Line, hint: Hint): Claim | null {
    const entry = ENTRY.exec(line.text)
    if (entry) {
      this.#add(entry[3] ?? '', entry[2], entry[1], line, hint)
      this.#goesOn = /Message header details:/.test(line.text)
      return {}
    }
    if (this.#goesOn) {
      this.#goesOn = false
      if (line.text.startsWith('Message payload details:')) {
        this.#total++
        if (this.#last) this.#last.endLine = line.number
        return {}
      }
    }
    const full = line.prefix === undefined ? line.text : line.prefix + line.text
    const journal = JOURNAL.exec(full)
    if (!journal) {
      // `nv-fabricmanager --version`
      if (!/^Fabric Manager version is/.test(line.text) && !BARE.test(line.text)) return null
      this.#add(line.text, undefined, undefined, line, hint)
      return {}
    }
    const text = journal[2] ?? ''
    if (journal[1] === undefined && !/fabric ?manager/i.test(text)) return null
    const host = HOST.exec(full)?.[1]
    if (host !== undefined) this.#hosts.add(keep(host))
    this.#add(text, undefined, STAMP.exec(full)?.[0], line, hint, host)
    return {}
  }

  close(): FabricManagerLog | null {
    if (this.#total === 0) return null
    return {
      version: this.#version,
      driver: this.#driver,
      events: [...this.#events.values()],
      gpusFound: this.#gpus,
      switchesFound: this.#switches,
      multicastGroups: this.#multicast,
      managementDevices: [...this.#devices.values()],
      hosts: [...this.#hosts],
      total: this.#total,
    }
  }

  #add(
    text: string,
    level: string | undefined,
    timeText: string | undefined,
    line: Line,
    hint: Hint,
    host?: string,
  ): void {
    this.#total++
    this.#last = undefined
    const facts = classifyFabric(text, level)
    this.#facts(facts, line.number)
    if (!facts.kind) return
    const key = `${facts.kind} ${level ?? ''} ${text}`
    const known = this.#events.get(key)
    if (known) {
      known.count++
      known.lastLine = line.number
      known.lastTimeText = timeText && keep(timeText)
      return
    }
    if (this.#events.size >= MOST_EVENTS) return
    const event = {
      kind: facts.kind,
      level,
      text: keep(text.trim()),
      code: facts.code,
      fatal: facts.fatal,
      busId: facts.busId,
      physicalId: facts.physicalId,
      port: facts.port,
      timeText: timeText && keep(timeText),
      host: host ?? hint.host,
      count: 1,
      line: line.number,
      endLine: line.number,
      lastLine: line.number,
    }
    this.#events.set(keep(key), event)
    this.#last = event
  }

  #facts(facts: FabricFacts, line: number): void {
    if (facts.version !== undefined) this.#version = { value: keep(facts.version), line }
    if (facts.driver !== undefined) this.#driver = { value: keep(facts.driver), line }
    if (facts.gpus !== undefined) this.#gpus = { value: facts.gpus, line }
    if (facts.switches !== undefined) this.#switches = { value: facts.switches, line }
    if (facts.multicast) this.#multicast++
    if (facts.device !== undefined && this.#devices.size < 64 && !this.#devices.has(facts.device)) {
      this.#devices.set(facts.device, { value: keep(facts.device), line })
    }
  }
}
