import { defineStreamFormat, type Claim, type Line, type StreamReader } from '../../model/format'
import type { AtLine } from '../../model/source'
import { keep } from './support/text'

export interface BugReportSkip {
  readonly item: string
  readonly reason?: string
  readonly line: number
}

/**
 * The frame of nvidia-bug-report.log: head, section separators, what it could not read, end marker. The sections themselves are
 * taken by the formats of their commands; `*** /path` lines stay with the segmenter, which makes titles of them.
 */
export interface BugReportHead {
  readonly begins?: AtLine<boolean>
  readonly scriptVersion?: AtLine<string>
  /** In the language of the user. */
  readonly date?: AtLine<string>
  readonly hostname?: AtLine<string>
  readonly kernel?: AtLine<string>
  readonly flags?: AtLine<string>
  /** Section separators: 44 underscores. */
  readonly separators: number
  /** Missing or unreadable files and skipped commands: what they would show is unknown, not absent. */
  readonly skipped: readonly BugReportSkip[]
  /** Without it the script hung, or the file is cut. */
  readonly ends?: AtLine<boolean>
}

const SEPARATOR = '____________________________________________'

export const bugReportHead = defineStreamFormat<BugReportHead>({
  id: 'host/bug-report-head',
  title: 'Frame of an NVIDIA bug report',
  command: 'nvidia-bug-report.sh',
  example: 'Start of NVIDIA bug report log file.  Please include this file, along',
  anchors: [
    SEPARATOR,
    'NVIDIA bug report log file',
    'with a detailed description of your problem',
    'driver bug via the NVIDIA Linux forum',
    'linux-bugs@nvidia.com',
    'nvidia-bug-report.sh Version:',
    'Date: ',
    'uname: Linux ',
    'command line flags:',
    '*** ls: ',
    ' does not exist',
    ' is not readable',
    'Skipping',
  ],
  reader: () => new BugReportReader(),
})

// A `*** /path does not exist` and its kin
const MISSING = /^\*{3} (\/\S{1,300}) (does not exist|is not readable)\s*$/
const SKIPPING = /^Skipping:? (?:the )?(.{1,200})$/
const UNAME = /^uname: Linux ([\w.-]{1,64}) (\d\S{1,80}) /
const MOST_SKIPS = 500

class BugReportReader implements StreamReader<BugReportHead> {
  #value: { -readonly [key in keyof BugReportHead]: BugReportHead[key] } = { separators: 0, skipped: [] }
  readonly #skipped: BugReportSkip[] = []
  /** The marks of the frame may stand in other text too: only a head or a separator proves a report. */
  #inReport = false
  /** Lines of the head that are left. */
  #head = 0

  take(line: Line): Claim | null {
    const text = line.text.trimEnd()
    const at = line.number
    if (text === SEPARATOR) {
      this.#inReport = true
      this.#value.separators++
      return {}
    }
    if (text.startsWith('Start of NVIDIA bug report log file')) {
      this.#inReport = true
      this.#head = 12
      this.#value.begins ??= { value: true, line: at }
      return {}
    }
    if (text.startsWith('End of NVIDIA bug report log file')) {
      this.#value.ends = { value: true, line: at }
      return {}
    }
    const version = /^nvidia-bug-report\.sh Version: (\S{1,40})/.exec(text)?.[1]
    if (version !== undefined) {
      this.#value.scriptVersion ??= { value: keep(version), line: at }
      this.#head = 8
      return {}
    }
    if (this.#head > 0 && this.#headLine(text, at)) return UNAME.test(text) ? null : {}
    return this.#inReport && this.#frame(text, at) ? {} : null
  }

  close(): BugReportHead | null {
    const { begins, ends, scriptVersion, separators } = this.#value
    if (!begins && !ends && !scriptVersion && separators < 2) return null
    return { ...this.#value, skipped: this.#skipped }
  }

  #headLine(text: string, line: number): boolean {
    this.#head--
    const uname = UNAME.exec(text)
    if (uname) {
      this.#value.hostname ??= { value: keep(uname[1] ?? ''), line }
      this.#value.kernel ??= { value: keep(uname[2] ?? ''), line }
      return true
    }
    const pair = /^(Date|command line flags): ?(.*)$/.exec(text)
    if (pair) {
      const value = (pair[2] ?? '').trim()
      if (value !== '') this.#value[pair[1] === 'Date' ? 'date' : 'flags'] ??= { value: keep(value), line }
      return true
    }
    return /^(?:with a detailed description|driver bug via the NVIDIA|or by sending email)/.test(text)
  }

  #frame(text: string, line: number): boolean {
    if (text.startsWith('*** ls: ')) return true
    const missing = MISSING.exec(text)
    const skipping = missing ? null : SKIPPING.exec(text)
    const [item, reason] = missing ? [missing[1], missing[2]] : [skipping?.[1], undefined]
    if (item === undefined) return false
    if (this.#skipped.length < MOST_SKIPS) this.#skipped.push({ item: keep(item), reason, line })
    return true
  }
}
