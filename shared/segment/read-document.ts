import type { DocumentProblem, Encoding, Section, TextDocument } from '../model/document'
import type { BlockFormat, Format, Line, Parsed, StreamFormat } from '../model/format'
import type { LineRange } from '../model/source'
import type { LineSource } from '../pipeline/line-source'
import { AnchorIndex } from './anchor-index'
import { Channel, tryBlock, type OpenReader } from './channel'
import { cleanLine } from './clean'
import { readInnerTexts, readJsonHost, readListItem, readLogRecord } from './json-text'
import { Peeler } from './prefix'
import { SectionNotes } from './section-note'

export interface DocumentMeta {
  readonly id: string
  readonly name: string
  readonly folders: readonly string[]
  readonly bytes: number
  readonly sha256: string
  readonly encoding: Encoding
  readonly problem?: DocumentProblem
}

export interface HostHint {
  readonly host: string
  readonly line: number
}

export interface DocumentReading {
  readonly document: TextDocument
  readonly parsed: readonly Parsed[]
  /** Hosts that prompts and prefixes name, first line of each. */
  readonly hostHints: readonly HostHint[]
}

export interface ReadOptions {
  readonly formats: readonly Format[]
  /** Called about every window of lines; throw to cancel. */
  readonly onLines?: (lines: number) => void
}

const WINDOW = 256
/** Lines that wait in a channel before its blocks are read: reading in batches keeps the loop over lines short. */
const BATCH = 128
const MOST_UNRECOGNISED = 200
/** Lines that may wait over all channels before a parser must do with what it has. */
const MOST_WAITING = 300_000
/** A string of JSON belongs to the host that an object names so many lines before it. */
const NEAR = 40
const BRACE = 0x7b
const NESTED = 'json '
const LIST = `${NESTED}list `

/** Reads one document: cleans, peels prefixes, lets streams claim their lines, and blocks take what is left. Never throws on content. */
export function readDocument(meta: DocumentMeta, source: LineSource, options: ReadOptions): DocumentReading {
  return new Reader(meta, source, options).read()
}

class Reader {
  readonly #meta: DocumentMeta
  readonly #source: LineSource
  readonly #formats: readonly Format[]
  readonly #index: AnchorIndex
  readonly #onLines: ((lines: number) => void) | undefined
  /** Formats that the name of the file alone points at. */
  readonly #byFile: readonly number[]
  readonly #peeler = new Peeler()
  readonly #channels = new Map<string, Channel>()
  readonly #parsed: Parsed[] = []
  readonly #hosts = new Map<string, number>()
  readonly #unrecognised: { line: number; endLine: number }[] = []
  #unrecognisedLines = 0
  #window: string[] = []
  /** Places in the window whose text stands in the same line of the document as the one before. */
  #goesOn: ReadonlySet<number> = NONE
  #jsonHost: HostHint | undefined
  /** Items of a list that go on: read together when it ends. */
  #list: Channel | undefined
  #lastMissed = 0
  #at = 0
  #number = 0
  #ended = false
  #waiting = 0
  #last: Channel | undefined

  constructor(meta: DocumentMeta, source: LineSource, options: ReadOptions) {
    this.#meta = meta
    this.#source = source
    this.#formats = options.formats
    this.#onLines = options.onLines
    this.#index = anchorIndexOf(options.formats)
    const file = meta.name.slice(meta.name.lastIndexOf('/') + 1)
    this.#byFile = options.formats.flatMap((format, i) =>
      format.kind === 'block' && format.files?.test(file) ? [i] : [],
    )
  }

  read(): DocumentReading {
    const more = (): boolean => this.#pump()
    while (this.#pump()) {
      // A block that is longer than what waits pulls more lines by itself, so no batch is too small.
      if (this.#last && this.#last.waiting >= BATCH) this.#drain(this.#last, more)
      if (this.#waiting > MOST_WAITING / 2) for (const channel of this.#channels.values()) this.#drain(channel, more)
    }
    for (const channel of this.#channels.values()) this.#drain(channel, more)
    this.#closeReaders()
    this.#parsed.sort((a, b) => a.line - b.line || a.endLine - b.endLine)
    return {
      document: this.#document(),
      parsed: this.#parsed,
      hostHints: [...this.#hosts].map(([host, line]) => ({ host, line })),
    }
  }

  /** Brings one more line into a channel (or into a stream); false at the end of the source. */
  #pump(): boolean {
    if (this.#ended || this.#waiting > MOST_WAITING) return false
    if (this.#at >= this.#window.length && !this.#fill()) return false
    const at = this.#at++
    const text = this.#window[at] ?? ''
    if (this.#goesOn === NONE || !this.#goesOn.has(at)) this.#number++
    const peeled = this.#peeler.peel(text)
    const channel = this.#channel(peeled.key, peeled.host, this.#number)
    this.#last = channel
    this.#bring(
      channel,
      peeled.prefix === ''
        ? { text: peeled.text, number: this.#number }
        : { text: peeled.text, number: this.#number, prefix: peeled.prefix },
    )
    return true
  }

  #channel(key: string, host: string | undefined, line: number): Channel {
    const found = this.#channels.get(key)
    if (found) return found
    const channel = new Channel(key, this.#meta.name, host)
    this.#channels.set(key, channel)
    if (host) this.#see(host, line)
    return channel
  }

  /** Offers a line to the streams and lets the rest of it wait for the blocks; true where a stream took all of it. */
  #bring(channel: Channel, line: Line): boolean {
    const anchored = this.#index.find(line.text)
    const owners = line.number === 1 && this.#byFile.length > 0 ? [...this.#byFile, ...anchored] : anchored
    // A line that holds the text of others is for a block of JSON, or is opened when none takes it.
    const left = holdsText(line) ? line : this.#claim(line, channel, owners)
    if (!left) return true
    // Where a stream took part of the line, what is left may begin other blocks than the whole did.
    channel.push(left, left === line ? owners : this.#index.find(left.text))
    this.#waiting++
    return false
  }

  #fill(): boolean {
    const window: string[] = []
    const goesOn = new Set<number>()
    while (window.length < WINDOW) {
      const raw = this.#source.next()
      if (raw === undefined) break
      const text = cleanLine(raw)
      // Asked of every line of a large log: a call costs more than the first character.
      const record = text.charCodeAt(0) === BRACE ? readLogRecord(text) : null
      if (record === null) window.push(text)
      else
        record.forEach((inner, i) => {
          if (i > 0) goesOn.add(window.length)
          window.push(cleanLine(inner))
        })
    }
    if (window.length === 0) {
      this.#ended = true
      return false
    }
    this.#peeler.look(window)
    this.#window = window
    this.#goesOn = goesOn.size === 0 ? NONE : goesOn
    this.#at = 0
    this.#onLines?.(this.#number)
    return true
  }

  /** Offers the line to the streams. What they leave goes on to the blocks. */
  #claim(line: Line, channel: Channel, owners: readonly number[]): Line | null {
    let current: Line | null = line
    for (const open of channel.readers.values()) {
      if (open.reader.open !== true) continue
      current = this.#offer(open, current, channel)
      if (!current) return null
    }
    for (const owner of owners) {
      const format = this.#formats[owner]
      if (format?.kind !== 'stream') continue
      current = this.#offer(this.#reader(format, channel), current, channel)
      if (!current) return null
    }
    return current
  }

  #offer(open: OpenReader, line: Line, channel: Channel): Line | null {
    try {
      const claim = open.reader.take(line, channel.hintAhead())
      if (!claim) return line
      open.lines++
      if (open.first === 0) {
        open.first = line.number
        open.hint = channel.hintAhead()
      }
      open.last = line.number
      return claim.before !== undefined && claim.before.trim() !== ''
        ? { ...line, text: claim.before, torn: true }
        : null
    } catch (error) {
      open.notes.damaged(
        `internal error in format ${open.format.id}: ${error instanceof Error ? error.message : String(error)}`,
        line,
      )
      return line
    }
  }

  #reader(format: StreamFormat, channel: Channel): OpenReader {
    const found = channel.readers.get(format)
    if (found) return found
    const notes = new SectionNotes()
    const open = { format, reader: format.reader(notes), notes, first: 0, last: 0, lines: 0, hint: channel.hintAhead() }
    channel.readers.set(format, open)
    return open
  }

  /** Reads blocks from the head of the channel until nothing waits. */
  #drain(channel: Channel, more: () => boolean): void {
    for (;;) {
      const line = channel.at(0)
      if (!line) return
      const before = channel.dropped
      if (line.text.trim() === '') channel.drop(1)
      else if (!this.#block(channel, more)) {
        const context = channel.enter(line)
        if (context === 'command' && channel.host) this.#see(channel.host, line.number)
        if (context !== 'command' && !this.#nested(line, channel) && !isInside(channel)) this.#missed(line)
        channel.drop(1)
      }
      this.#waiting -= channel.dropped - before
    }
  }

  /** Opens the strings of a line of JSON and reads each as the output that it is; false where there are none. */
  #nested(line: Line, outer: Channel): boolean {
    if (outer.key.startsWith(NESTED)) return false
    const host = readJsonHost(line.text)
    if (host !== null) this.#jsonHost = { host, line: line.number }
    const near = this.#jsonHost && line.number - this.#jsonHost.line <= NEAR ? this.#jsonHost.host : outer.host
    const item = readListItem(line.text)
    if (item !== null) {
      const list = this.#channel(LIST + (near ?? ''), near, line.number)
      this.#bring(list, { text: cleanLine(item), number: line.number })
      this.#list = list
      return true
    }
    if (this.#list) this.#drain(this.#list, () => false)
    this.#list = undefined
    const inner = readInnerTexts(line.text)
    if (!inner) return false
    const before = this.#parsed.length
    let taken = 0
    for (const { lines, host: own } of inner) {
      const name = own ?? near
      const channel = this.#channel(NESTED + (name ?? ''), name, line.number)
      for (const text of lines) if (this.#bring(channel, { text: cleanLine(text), number: line.number })) taken++
      this.#drain(channel, () => false)
    }
    return taken > 0 || this.#parsed.length > before
  }

  #block(channel: Channel, more: () => boolean): boolean {
    for (const owner of channel.ownersAt(0)) {
      const format = this.#formats[owner]
      if (format?.kind !== 'block') continue
      const parsed = tryBlock(format as BlockFormat, channel, this.#meta.id, more)
      if (!parsed) continue
      this.#parsed.push(parsed)
      if (channel.host) this.#see(channel.host, parsed.line)
      return true
    }
    return false
  }

  #missed(line: Line): void {
    if (line.number === this.#lastMissed) return
    this.#lastMissed = line.number
    this.#unrecognisedLines++
    const last = this.#unrecognised.at(-1)
    if (last && line.number >= last.line && line.number <= last.endLine + 2)
      last.endLine = Math.max(last.endLine, line.number)
    else if (this.#unrecognised.length < MOST_UNRECOGNISED)
      this.#unrecognised.push({ line: line.number, endLine: line.number })
  }

  #see(host: string, line: number): void {
    if (!this.#hosts.has(host)) this.#hosts.set(host, line)
  }

  #closeReaders(): void {
    for (const channel of this.#channels.values()) {
      for (const open of channel.readers.values()) {
        if (open.first === 0) continue
        let value: unknown = null
        try {
          value = open.reader.close()
        } catch (error) {
          open.notes.damaged(
            `internal error in format ${open.format.id}: ${error instanceof Error ? error.message : String(error)}`,
          )
        }
        if (value === null && open.notes.notes.length === 0) continue
        this.#parsed.push({
          format: open.format.id,
          document: this.#meta.id,
          value,
          line: open.first,
          endLine: open.last,
          quality: value === null ? 'none' : open.notes.quality,
          linesUsed: Math.max(0, open.lines - open.notes.unreadLines),
          linesTotal: open.lines,
          notes: open.notes.notes,
          hint: channel.host && !open.hint.host ? { ...open.hint, host: channel.host } : open.hint,
        })
      }
    }
  }

  #document(): TextDocument {
    const { id, name, folders, bytes, sha256, encoding, problem } = this.#meta
    const sections: Section[] = this.#parsed.map(
      ({ format, line, endLine, quality, linesUsed, linesTotal, notes, hint }) => ({
        format,
        line,
        endLine,
        quality,
        linesUsed,
        linesTotal,
        notes,
        command: hint.command,
        host: hint.host,
        user: hint.user,
      }),
    )
    const unrecognised: readonly LineRange[] = this.#unrecognised
    const lines = this.#number
    return {
      id,
      name,
      folders,
      bytes,
      sha256,
      encoding,
      problem,
      lines,
      sections,
      unrecognisedLines: this.#unrecognisedLines,
      unrecognised,
    }
  }
}

const NONE: ReadonlySet<number> = new Set()

/** Lines of one string in JSON: the line that holds them is counted, not each of them. */
const isInside = ({ key }: Channel): boolean => key.startsWith(NESTED) && !key.startsWith(LIST)

const holdsText = ({ text }: Line): boolean =>
  (text.includes('\\n') && readInnerTexts(text) !== null) || (text.startsWith('  ') && readListItem(text) !== null)

const indexes = new WeakMap<readonly Format[], AnchorIndex>()

/** The index is built once per list of formats, not per document. */
function anchorIndexOf(formats: readonly Format[]): AnchorIndex {
  const found = indexes.get(formats) ?? new AnchorIndex(formats.map((format) => format.anchors))
  indexes.set(formats, found)
  return found
}
