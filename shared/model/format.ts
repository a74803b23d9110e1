import type { Quality, SectionNote } from './document'
import type { DocumentId, LineRange, SourceRef } from './source'

/**
 * What a format is. There are two kinds: a block format owns a run of lines (a matrix, a table, a dump), a stream format
 * owns single lines wherever they stand (NCCL log lines, kernel lines). One file per format, listed in
 * shared/formats/index.ts. Parsers are total: they never throw on content, they keep what they understood and name the rest.
 */

/** A cleaned line: no ANSI codes, no CR, no line prefix; `number` is the line in the untouched document. */
export interface Line {
  readonly text: string
  readonly number: number
  /** The rest of a line whose other part a stream format claimed: a row that a log line cut in two. */
  readonly torn?: boolean
  /** What was peeled off the front: a journald or ISO time stamp, an mpirun tag. Kernel lines read their time from it. */
  readonly prefix?: string
}

/** What stands around a block. Hints name things; they are never required. */
export interface Hint {
  /** The command line above the block, prompt removed: `nvidia-smi topo -m`. */
  readonly command?: string
  /** A section heading above the block (bug report, collect_env, home-made collector). */
  readonly title?: string
  /** Name of the document. */
  readonly fileName: string
  /** Host from a line prefix or a prompt. */
  readonly host?: string
  /** User of the prompt: only redaction wants it. */
  readonly user?: string
}

/** Lines from the start of a block onwards. What is not taken with `next` goes back to the segmenter. */
export interface LineCursor {
  /** The line `offset` ahead (0 = the next one), undefined behind the end. */
  peek(offset?: number): Line | undefined
  next(): Line | undefined
  readonly hint: Hint
}

/** How a parser accounts for its lines. Lines taken and not mentioned count as used. */
export interface Note {
  /** Taken because it belongs to the block, but not understood. */
  unread(line: Line, why?: string): void
  /** The block is cut, elided or ragged: quality becomes partial, rules that read absence stay silent. */
  damaged(why: string, line?: Line): void
  /** Something the user should know, without loss of quality. */
  remark(text: string, line?: Line): void
}

interface FormatBase {
  /** `tool/output`, stable for ever. */
  readonly id: string
  readonly title: string
  /** The command (or file) that produces it, as one would type it. */
  readonly command: string
  /** One line as it stands in a real output: shown in docs/formats.md, and recognised by a test. */
  readonly example: string
  /**
   * Literals, case-sensitive: a line that begins a block (or belongs to a stream) contains at least one of them.
   * The segmenter skips every line without any literal of any format, so each must be as rare as possible.
   */
  readonly anchors: readonly string[]
}

export interface BlockFormat<T = unknown> extends FormatBase {
  readonly kind: 'block'
  /** Names of files that hold nothing else (`hostname` of a support archive): their first line is offered without an anchor. */
  readonly files?: RegExp
  /** True when `line` begins such a block. `lines.peek(0)` is that line; look ahead to tell look-alikes apart. */
  begins(line: string, hint: Hint, lines: LineCursor): boolean
  /** Takes the lines of the block; null when it is not one after all (then nothing is taken). */
  parse(lines: LineCursor, note: Note): T | null
}

/** What a stream format says of a line: the part before its claim goes on to the block formats. */
export interface Claim {
  readonly before?: string
}

export interface StreamReader<T = unknown> {
  /** Claims the line (or its tail), or null. */
  take(line: Line, hint: Hint): Claim | null
  /** True while the reader waits for a continuation line that carries no anchor. */
  readonly open?: boolean
  /** The value of all claimed lines; null if there is none. */
  close(): T | null
}

export interface StreamFormat<T = unknown> extends FormatBase {
  readonly kind: 'stream'
  reader(note: Note): StreamReader<T>
}

export type Format<T = unknown> = BlockFormat<T> | StreamFormat<T>

export function defineBlockFormat<T>(format: Omit<BlockFormat<T>, 'kind'>): BlockFormat<T> {
  return { kind: 'block', ...format }
}

export function defineStreamFormat<T>(format: Omit<StreamFormat<T>, 'kind'>): StreamFormat<T> {
  return { kind: 'stream', ...format }
}

/** A section with its value, as combiners and rules see it. */
export interface Parsed<T = unknown> extends LineRange {
  readonly format: string
  readonly document: DocumentId
  readonly value: T
  readonly quality: Quality
  readonly linesUsed: number
  readonly linesTotal: number
  readonly notes: readonly SectionNote[]
  readonly hint: Hint
}

/** The reference of one line (or stretch) inside a parsed section. */
export function refIn(parsed: Parsed, line: number, endLine = line): SourceRef {
  return { document: parsed.document, line, endLine }
}

/** All sections of one format, typed: the way from a rule or a combiner to a format that has no facts of its own. */
export function sectionsOf<T>(parsed: readonly Parsed[], format: Format<T>): readonly Parsed<T>[] {
  return parsed.filter((section): section is Parsed<T> => section.format === format.id)
}
