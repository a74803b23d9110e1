import { createHash } from 'node:crypto'
import type { DocumentProblem, Encoding, SectionNote } from '@shared/model/document'
import type { LineSource } from '@shared/pipeline/line-source'
import type { Blob } from './blob'
import { chunksOf, headOf } from './blob'
import { CHUNK } from './limits'
import { LineReader, type LineIndex } from './line-reader'
import { problem, systemReason, type ProblemCode } from './problems'
import type { Kind } from './sniff'

/** What is known of a document once it has been read. */
export interface MemberFacts {
  readonly bytes: number
  /** Of the bytes as read (unpacked), hexadecimal; '' where there was nothing to read. */
  readonly sha256: string
  readonly encoding: Encoding
  readonly notes: readonly SectionNote[]
  readonly problem?: DocumentProblem
}

export interface MemberSource extends LineSource {
  /** Reads what is left and gives the file back. */
  finish(): MemberFacts
}

/** A file, an archive member, standard input or pasted text, ready to be read line by line. */
export interface Member {
  /** Path as the user knows it: relative to what was opened, `outer.tar.gz/inner/file.txt` inside archives. */
  readonly name: string
  readonly folders: readonly string[]
  /** Size before reading; files below /proc say 0. */
  readonly bytes: number
  readonly problem?: DocumentProblem
  readonly encoding: Encoding
  /** Starts reading from the first line. */
  open(): MemberSource
  /** Lines from `fromLine` (1-based) on, fewer at the end. Throws when the file is gone or has changed. */
  readWindow(fromLine: number, count: number): string[]
  /** All lines from `fromLine` on, as they are asked for. Throws as readWindow does. */
  linesFrom(fromLine: number): Generator<string>
}

export interface MemberInput {
  readonly name: string
  readonly folders: readonly string[]
  readonly bytes: number
  readonly blob?: Blob
  readonly kind?: Kind
  readonly problem?: DocumentProblem
}

export function createMember(input: MemberInput): Member {
  const { name, folders, bytes, blob, kind } = input
  if (blob !== undefined && kind?.is === 'text') return textMember(input, blob, kind)
  const found = input.problem ?? problemOf(kind)
  return {
    name,
    folders,
    bytes,
    problem: found,
    encoding: kind?.is === 'empty' ? 'utf-8' : 'binary',
    open: () => ({ next: () => undefined, finish: () => bareFacts(input, found) }),
    readWindow: () => [],
    *linesFrom() {
      // Nothing to show.
    },
  }
}

function problemOf(kind: Kind | undefined): DocumentProblem | undefined {
  if (kind === undefined) return undefined
  if (kind.is === 'packed') return problem('unsupported-compression', { method: kind.method, command: kind.command })
  const codes: Partial<Record<Kind['is'], ProblemCode>> = { empty: 'empty-file', binary: 'binary-file' }
  const code = codes[kind.is]
  return code === undefined ? undefined : problem(code)
}

/** A document without text still has a checksum, so that it can be told from another. */
function bareFacts(input: MemberInput, found: DocumentProblem | undefined): MemberFacts {
  const encoding = input.kind?.is === 'empty' ? 'utf-8' : 'binary'
  if (!input.blob) return { bytes: input.bytes, sha256: '', encoding, notes: [], problem: found }
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for (const chunk of chunksOf(input.blob, CHUNK)) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    return { bytes, sha256: '', encoding, notes: [], problem: problem('not-readable', { why: systemReason(error) }) }
  } finally {
    input.blob.close()
  }
  return { bytes, sha256: hash.digest('hex'), encoding, notes: [], problem: found }
}

type TextKind = Extract<Kind, { is: 'text' }>

function textMember(input: MemberInput, blob: Blob, kind: TextKind): Member {
  const index: LineIndex = { lines: [], offsets: [] }
  const { name, folders, bytes, problem: known } = input
  function* linesFrom(fromLine: number): Generator<string> {
    const start = startOf(index, fromLine, kind.bom)
    try {
      const reader = new LineReader(blob, { encoding: kind.encoding, offset: start.offset, line: start.line })
      while (reader.line < fromLine) if (reader.next() === undefined) return
      for (let line = reader.next(); line !== undefined; line = reader.next()) yield line
    } finally {
      blob.close()
    }
  }
  return {
    name,
    folders,
    bytes,
    problem: known,
    encoding: kind.encoding,
    open: () => openText(blob, kind, index, known),
    linesFrom,
    readWindow(fromLine, count) {
      const lines: string[] = []
      if (count <= 0) return lines
      for (const line of linesFrom(fromLine)) if (lines.push(line) >= count) break
      return lines
    },
  }
}

function openText(blob: Blob, kind: TextKind, index: LineIndex, known: DocumentProblem | undefined): MemberSource {
  index.lines.length = 0
  index.offsets.length = 0
  const hash = createHash('sha256')
  let failed: DocumentProblem | undefined
  try {
    hash.update(headOf(blob, kind.bom))
  } catch (error) {
    failed = problem('not-readable', { why: systemReason(error) })
  }
  const reader = new LineReader(blob, { encoding: kind.encoding, offset: kind.bom, line: 1, hash, index })
  const next = (): string | undefined => {
    if (failed) return undefined
    try {
      return reader.next()
    } catch (error) {
      // A disk that fails or a file that goes away in the middle: what was read stays.
      failed = problem('not-readable', { why: systemReason(error) })
      return undefined
    }
  }
  return {
    next,
    finish() {
      while (next() !== undefined);
      blob.close()
      return {
        bytes: reader.bytesRead + kind.bom,
        sha256: hash.digest('hex'),
        encoding: kind.encoding,
        notes: reader.notes(),
        problem: failed ?? known,
      }
    },
  }
}

/** The nearest indexed line at or before `fromLine`. */
function startOf(index: LineIndex, fromLine: number, bom: number): { line: number; offset: number } {
  let low = 0
  let high = index.lines.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((index.lines[middle] ?? Infinity) <= fromLine) low = middle + 1
    else high = middle
  }
  if (low === 0) return { line: 1, offset: bom }
  return { line: index.lines[low - 1] ?? 1, offset: index.offsets[low - 1] ?? bom }
}
