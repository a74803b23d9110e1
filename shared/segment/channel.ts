import type { BlockFormat, Hint, Line, LineCursor, Parsed, StreamFormat, StreamReader } from '../model/format'
import { readCommandLine, readTitle, type CommandLine } from './command-line'
import { detach } from './detach'
import { readHostHeading, RuledHost } from './host-heading'
import { SectionNotes } from './section-note'

/** No block is longer: a runaway parser gives the rest back. */
const MOST_BLOCK_LINES = 400_000

/** What a line says of the lines after it. */
type Context =
  | { readonly kind: 'command'; readonly found: CommandLine }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'host'; readonly host: string }

interface Waiting {
  readonly line: Line
  readonly owners: readonly number[]
}

interface Place {
  host?: string
  user?: string
  command?: string
  title?: string
}

/** Lines of one writer (the document itself, or one rank, host or pod in it), waiting to be read as blocks. */
export class Channel {
  readonly key: string
  readonly readers = new Map<StreamFormat, OpenReader>()
  readonly #fileName: string
  readonly #queue: Waiting[] = []
  readonly #contexts = new Map<number, Context>()
  readonly #ruled = new RuledHost()
  #head = 0
  #open: { readonly number: number; readonly command: CommandLine } | undefined
  /** Lines that left the queue, over all time. */
  dropped = 0
  /** Context at the head of the queue, for blocks, and behind its end, for streams: streams see a line before blocks do. */
  readonly #here: Place = {}
  readonly #ahead: Place = {}

  constructor(key: string, fileName: string, host?: string) {
    this.key = key
    this.#fileName = fileName
    this.#here.host = host
    this.#ahead.host = host
  }

  get waiting(): number {
    return this.#queue.length - this.#head
  }

  get host(): string | undefined {
    return this.#here.host
  }

  set host(host: string | undefined) {
    this.#here.host = host
    this.#ahead.host = host
  }

  /** `owners`: formats with an anchor in the line, found once when it came in. */
  push(line: Line, owners: readonly number[]): void {
    this.#queue.push({ line, owners })
    if (this.#goesOn(line)) return
    const context = contextOf(line.text, this.#ruled)
    if (!context) return
    this.#contexts.set(line.number, context)
    apply(context, this.#ahead)
    this.#open =
      context.kind === 'command' && endsOpen(line.text) ? { number: line.number, command: context.found } : undefined
  }

  /** `mpirun -np 2 \` goes on below: the whole command is the context, at the line where it begins. */
  #goesOn(line: Line): boolean {
    const open = this.#open
    if (!open) return false
    const found = {
      ...open.command,
      command: `${withoutBackslash(open.command.command)} ${withoutBackslash(line.text).replace(/^[\s>]+/, '')}`,
    }
    this.#open =
      endsOpen(line.text) && found.command.length < 16_000 ? { number: open.number, command: found } : undefined
    const context: Context = { kind: 'command', found }
    apply(context, this.#ahead)
    if (this.#contexts.has(open.number)) this.#contexts.set(open.number, context)
    else apply(context, this.#here)
    return true
  }

  /** A block may take the command line itself (settings before a command): what follows is still its output. */
  enterCommand(line: Line): void {
    const kind = this.#contexts.get(line.number)?.kind
    if (kind === 'command' || kind === 'host') this.enter(line)
    else this.#contexts.delete(line.number)
  }

  at(offset: number): Line | undefined {
    return this.#queue[this.#head + offset]?.line
  }

  ownersAt(offset: number): readonly number[] {
    return this.#queue[this.#head + offset]?.owners ?? []
  }

  drop(count: number): void {
    this.#head += count
    this.dropped += count
    // Titles inside blocks are never entered; they are few, and none is needed once its block is read.
    if (this.#contexts.size > 10_000) this.#contexts.clear()
    if (this.#head > 4096 && this.#head * 2 > this.#queue.length) {
      this.#queue.splice(0, this.#head)
      this.#head = 0
    }
  }

  /** For blocks at the head. */
  hint(): Hint {
    return { ...this.#here, fileName: this.#fileName }
  }

  /** For streams, which see lines when they come in. */
  hintAhead(): Hint {
    return { ...this.#ahead, fileName: this.#fileName }
  }

  /** Takes the command line, prompt or title at the head as context for what follows. */
  enter(line: Line): 'command' | 'title' | null {
    const context = this.#contexts.get(line.number)
    if (!context) return null
    this.#contexts.delete(line.number)
    apply(context, this.#here)
    return context.kind === 'title' ? 'title' : 'command'
  }
}

/** The line ends in a blank and a backslash: the command goes on below. */
function endsOpen(text: string): boolean {
  if (!text.includes('\\')) return false
  const trimmed = text.trimEnd()
  return trimmed.endsWith('\\') && /\s/.test(trimmed.at(-2) ?? '')
}

function withoutBackslash(text: string): string {
  return endsOpen(text) ? text.trimEnd().slice(0, -1).trimEnd() : text
}

function contextOf(text: string, ruled: RuledHost): Context | null {
  const host = ruled.take(text) ?? readHostHeading(text)
  if (host !== null && host !== undefined) return { kind: 'host', host: detach(host) }
  const found = readCommandLine(withoutBackslash(text))
  if (found) return { kind: 'command', found }
  const title = readTitle(text)
  return title === null ? null : { kind: 'title', title: detach(title) }
}

function apply(context: Context, place: Place): void {
  if (context.kind === 'title') {
    place.title = context.title
    return
  }
  if (context.kind === 'host') {
    place.command = undefined
    place.title = undefined
    place.host = context.host === '' ? undefined : context.host
    return
  }
  const { command, host, user } = context.found
  place.command = command === '' ? undefined : detach(command)
  place.title = undefined
  if (host) place.host = detach(host)
  if (user) place.user = detach(user)
}

export interface OpenReader {
  readonly format: StreamFormat
  readonly reader: StreamReader
  readonly notes: SectionNotes
  first: number
  last: number
  lines: number
  hint: Hint
}

/** A parser's view of the channel: it may look further than what waits, so more is pulled from the source on demand. */
export class ChannelCursor implements LineCursor {
  readonly hint: Hint
  taken = 0
  readonly #channel: Channel
  readonly #more: () => boolean

  constructor(channel: Channel, hint: Hint, more: () => boolean) {
    this.#channel = channel
    this.hint = hint
    this.#more = more
  }

  peek(offset = 0): Line | undefined {
    const at = this.taken + offset
    if (at >= MOST_BLOCK_LINES) return undefined
    while (at >= this.#channel.waiting) if (!this.#more()) return undefined
    return this.#channel.at(at)
  }

  next(): Line | undefined {
    const line = this.peek()
    if (line) this.taken++
    return line
  }
}

/** One try of one block format at the head of the channel; undefined when it is not that block. Our own throws are caught here. */
export function tryBlock(
  format: BlockFormat,
  channel: Channel,
  document: string,
  more: () => boolean,
): Parsed | undefined {
  const hint = channel.hint()
  const first = channel.at(0)
  if (!first) return undefined
  const notes = new SectionNotes()
  const cursor = new ChannelCursor(channel, hint, more)
  try {
    if (!format.begins(first.text, hint, new ChannelCursor(channel, hint, more))) return undefined
    const value = format.parse(cursor, notes)
    if (value === null || cursor.taken === 0) return undefined
    return section(format.id, document, value, channel, cursor.taken, notes, hint)
  } catch (error) {
    notes.damaged(
      `internal error in format ${format.id}: ${error instanceof Error ? error.message : String(error)}`,
      first,
    )
    return { ...section(format.id, document, null, channel, Math.max(1, cursor.taken), notes, hint), quality: 'none' }
  }
}

function section(
  format: string,
  document: string,
  value: unknown,
  channel: Channel,
  taken: number,
  notes: SectionNotes,
  hint: Hint,
): Parsed {
  let total = 0
  let last = channel.at(0)?.number ?? 0
  for (let i = 0; i < taken; i++) {
    const line = channel.at(i)
    if (line) channel.enterCommand(line)
    if (!line || line.text.trim() === '') continue
    total++
    last = line.number
  }
  const line = channel.at(0)?.number ?? last
  channel.drop(taken)
  const linesUsed = Math.max(0, total - notes.unreadLines)
  return {
    format,
    document,
    value,
    line,
    endLine: last,
    quality: notes.quality,
    linesUsed,
    linesTotal: total,
    notes: notes.notes,
    hint,
  }
}
