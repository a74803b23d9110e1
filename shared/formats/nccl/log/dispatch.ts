import { detach } from '../../../segment/detach'
import type { LogBuilder } from './builder'
import { channelTopic } from './connection'
import { communicatorTopic } from './communicator'
import { fabricTopics, readLibraryVersion } from './fabric'
import type { Frame } from './frame'
import { GraphReader } from './graph'
import { HOUSEKEEPING, NOTICES } from './housekeeping'
import { networkTopics } from './network'
import { pluginTopic } from './plugin'
import { readSetting, settingsTopic } from './settings'
import type { Topic, TopicReader } from './topic'
import { readChannelCounts, treeTopics } from './trees'
import { readChoice, TuningReader } from './tuning'
import { FAULTS, readStack, WarningReader } from './warning'

interface Entry {
  readonly start: string
  readonly read: TopicReader
}

/** Sends the text of each line to its topic: by its first character, then by literal starts, only then by expressions. */
export class Dispatcher {
  readonly graph = new GraphReader()
  readonly warnings = new WarningReader()
  readonly #tuning = new TuningReader()
  readonly #table: (readonly Entry[] | undefined)[] = []

  constructor() {
    const topics: readonly Topic[] = [
      communicatorTopic,
      settingsTopic,
      pluginTopic,
      ...networkTopics,
      channelTopic,
      ...treeTopics,
      ...fabricTopics,
      {
        starts: FAULTS,
        read: (text, frame, log) => this.warnings.warn(text, frame, log, 'INFO') !== undefined || true,
      },
      ...HOUSEKEEPING.map(([start, kind]): Topic => ({
        starts: [start],
        read: (_text, _frame, log) => (log.count(kind), true),
      })),
      ...NOTICES.map(([start, topic]): Topic => ({
        starts: [start],
        read: (text, frame, log) => {
          log.notices.add(`${frame.host}|${text}`, frame, () => ({ topic, text: detach(text.slice(0, 2000)) }))
          return true
        },
      })),
    ]
    const buckets = new Map<number, Entry[]>()
    for (const { starts, read } of topics) {
      for (const start of starts) {
        const code = start.charCodeAt(0)
        const bucket = buckets.get(code) ?? []
        bucket.push({ start, read })
        buckets.set(code, bucket)
      }
    }
    for (const [code, bucket] of buckets) this.#table[code] = bucket
  }

  take(frame: Frame, log: LogBuilder): void {
    log.process(frame)
    switch (frame.level) {
      case 'WARN':
        this.warnings.warn(frame.text, frame, log, 'WARN')
        return
      case 'TRACE':
        log.count('trace')
        return
      case 'CALL':
        log.call(/^\w{1,60}/.exec(frame.text)?.[0] ?? 'other')
        return
      case 'VERSION':
        readLibraryVersion(frame.text, frame, log)
        return
      case 'INFO':
        this.#info(frame, log)
    }
  }

  #info(frame: Frame, log: LogBuilder): void {
    const { text } = frame
    // Collective calls and allocations are most of a long log.
    const colon = text.indexOf(': opCount ')
    if (colon > 0 && colon < 24) {
      log.call(text.slice(0, colon))
      return
    }
    const lead = text.charCodeAt(0) === 32 ? text.trimStart() : text
    const bucket = this.#table[lead.charCodeAt(0)]
    if (bucket) {
      for (const { start, read } of bucket) if (lead.startsWith(start) && read(lead, frame, log)) return
    }
    if (!this.#other(text, frame, log)) log.count('other')
  }

  #other(text: string, frame: Frame, log: LogBuilder): boolean {
    const code = text.charCodeAt(0)
    if (code >= 48 && code <= 57 && readChannelCounts(text, frame, log)) return true
    if (text.includes(' Bytes -> Algo ')) return readChoice(text, frame, log)
    if (text.includes(' set by environment to ')) return readSetting(text, frame, log)
    if (text.includes(' -> ') && readStack(text, frame, log)) return true
    if (isAllocation(text)) {
      log.count('memory')
      return true
    }
    if (text.includes('|')) return this.#tuning.read(text, frame, log)
    return this.graph.read(text, frame, log)
  }
}

// init.cc:1798 Cuda Host Alloc Size 4 pointer 0x7fc399200000      misc/utils.cc:303 memory stack hunk malloc(65536)
function isAllocation(text: string): boolean {
  return (
    text.includes(' Alloc Size ') ||
    text.includes(' memory stack hunk ') ||
    text.includes(' Free ') ||
    text.includes(' malloc(')
  )
}
