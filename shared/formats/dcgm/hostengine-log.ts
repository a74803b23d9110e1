import { defineStreamFormat } from '../../model/format'
import type { AtLine } from '../../model/source'
import type { Claim, Line, StreamReader } from '../../model/format'
import { keep } from './support/text'

export interface HostengineEntry {
  readonly timeText: string
  readonly level: string
  readonly module?: string
  readonly text: string
  readonly count: number
  readonly line: number
  readonly lastLine: number
}

/** nv-hostengine.log and nvvs.log: no measurements; errors, warnings, and lines that name the version. Repeats are folded. */
export interface DcgmHostengineLog {
  readonly entries: readonly HostengineEntry[]
  readonly version?: AtLine<string>
  readonly total: number
}

export const dcgmHostengineLog = defineStreamFormat<DcgmHostengineLog>({
  id: 'dcgm/hostengine-log',
  title: 'Log of nv-hostengine',
  command: '/var/log/nv-hostengine.log',
  example:
    '2026-02-01 14:12:01.205 ERROR [9596:9598] [[NvSwitch]] Could not load NSCQ. [DcgmNscqManager.cpp:198] [Init]',
  anchors: [' [[', 'ERROR [', 'WARN  [', 'WARN [', 'INFO  [', 'INFO [', 'DEBUG ['],
  reader: () => new HostengineReader(),
})

// `2026-02-01 14:12:01.205 ERROR [9596:9598] [[SysMon]] text [file:line] [function]`
const ENTRY =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,6}) (ERROR|WARN|WARNING|INFO|DEBUG|VERB|FATAL|CRITICAL) +\[\d+:\d+\] (?:\[\[([\w-]{1,40})\]\] )?(.*)$/
const VERSION = /\b(?:DCGM|Host Engine|hostengine|nv-hostengine) version:? (\d+\.\d+\.\d+)/i
const WORTH = /Fabric manager successfully started|version|Failed to load|not loaded/i
const MOST_ENTRIES = 1000

class HostengineReader implements StreamReader<DcgmHostengineLog> {
  readonly #entries = new Map<string, { -readonly [key in keyof HostengineEntry]: HostengineEntry[key] }>()
  #version: AtLine<string> | undefined
  #total = 0

  take(line: Line): Claim | null {
    const full = line.prefix === undefined ? line.text : line.prefix + line.text
    const found = ENTRY.exec(full)
    if (!found) return null
    this.#total++
    const [, timeText = '', level = '', module, text = ''] = found
    const version = VERSION.exec(text)?.[1]
    if (version !== undefined) this.#version = { value: version, line: line.number }
    if (/^(?:INFO|DEBUG|VERB)$/.test(level) && !WORTH.test(text)) return {}
    const key = `${level} ${module ?? ''} ${text}`
    const known = this.#entries.get(key)
    if (known) {
      known.count++
      known.lastLine = line.number
    } else if (this.#entries.size < MOST_ENTRIES) {
      const entry = {
        timeText: keep(timeText),
        level,
        module: module && keep(module),
        text: keep(text),
        count: 1,
        line: line.number,
        lastLine: line.number,
      }
      this.#entries.set(keep(key), entry)
    }
    return {}
  }

  close(): DcgmHostengineLog | null {
    return this.#total === 0
      ? null
      : { entries: [...this.#entries.values()], version: this.#version, total: this.#total }
  }
}
