import { isAscii, isUtf8 } from 'node:buffer'
import type { Hash } from 'node:crypto'
import type { SectionNote } from '@shared/model/document'
import type { LineSource } from '@shared/pipeline/line-source'
import type { Blob } from './blob'
import { CHUNK, LONG_LINE } from './limits'

/** Where lines begin, about one entry per chunk. Offsets are bytes; lines are 1-based. */
export interface LineIndex {
  readonly lines: number[]
  readonly offsets: number[]
}

export interface LineReaderOptions {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1'
  /** Place and number of the line to start with; behind a byte order mark for the first. */
  readonly offset: number
  readonly line: number
  /** Fed with every byte read. */
  readonly hash?: Hash
  /** Filled while reading. */
  readonly index?: LineIndex
  /** Called once per chunk with the bytes read so far. */
  readonly onBytes?: (bytes: number) => void
}

const LF = 10
const CR = 13

/**
 * Pulls lines out of bytes, synchronously and with constant memory. Line ends are LF, CR LF, a lone CR and the CR CR LF
 * that a terminal log makes of CR LF. Every line is a string of its own, not a slice of the chunk: a parser that keeps one
 * line of a chunk must not keep the whole chunk alive.
 */
export class LineReader implements LineSource {
  readonly #blob: Blob
  readonly #options: LineReaderOptions
  readonly #wide: boolean
  #buffer: Buffer
  /** UTF-16 text of the buffer; undefined for byte encodings, which are cut as bytes. */
  #text = ''
  /** Bytes in the buffer, place in it, and end of the lines known to be whole. */
  #length = 0
  #at = 0
  #end = 0
  /** Places of the next LF and CR (in units), once looked for. */
  #lf = -1
  #cr = -1
  #offset: number
  #line: number
  #done = false
  #ascii = true
  #hasNul = false
  #hasCr = false
  #latin1Lines = 0
  #nulLines = 0
  #firstNul = 0
  #firstLatin1 = 0
  #cut: { line: number; pieces: number } | undefined
  #oddByte = false
  bytesRead = 0

  constructor(blob: Blob, options: LineReaderOptions) {
    this.#blob = blob
    this.#options = options
    this.#offset = options.offset
    this.#line = options.line
    this.#wide = options.encoding === 'utf-16le' || options.encoding === 'utf-16be'
    // Small files are many: they get a buffer of their size (plus one byte to see the end).
    const room = Math.min(CHUNK + LONG_LINE, Math.max(4096, blob.size + 2))
    this.#buffer = Buffer.allocUnsafe(blob.size > 0 ? room : CHUNK + LONG_LINE)
  }

  /** Number of the line that `next` gives next. */
  get line(): number {
    return this.#line
  }

  next(): string | undefined {
    for (;;) {
      if (this.#at < this.#end) {
        const line = this.#take()
        if (line !== undefined) return line
      } else if (this.#done) {
        return undefined
      } else {
        this.#fill()
      }
    }
  }

  /** What had to be mended while reading. */
  notes(): readonly SectionNote[] {
    const notes: SectionNote[] = []
    if (this.#nulLines > 0)
      notes.push({ line: this.#firstNul, text: `NUL characters removed from ${lineCount(this.#nulLines)}` })
    if (this.#options.encoding === 'utf-8' && this.#latin1Lines > 0) {
      notes.push({ line: this.#firstLatin1, text: `${lineCount(this.#latin1Lines)} not valid UTF-8, read as Latin-1` })
    }
    if (this.#cut) {
      const { line, pieces } = this.#cut
      notes.push({ line, text: `lines longer than 1 MB cut: ${pieces} pieces count as lines of their own` })
    }
    if (this.#oddByte) notes.push({ text: 'the file ends in the middle of a UTF-16 character' })
    return notes
  }

  #take(): string | undefined {
    const end = this.#wide ? this.#endOfWideLine() : this.#endOfLine()
    const start = this.#at
    let stop = end.stop
    if (stop - start > LONG_LINE) {
      if (this.#skipHole(start)) return undefined
      // Pieces depend on the start of the line alone, so that a window sees the same ones.
      stop = start + this.#pieceLength(start)
      this.#countPiece()
      this.#at = stop
    } else {
      this.#at = end.next
    }
    const line = this.#decode(start, stop)
    this.#line++
    return line
  }

  #endOfLine(): { stop: number; next: number } {
    const buffer = this.#buffer
    if (this.#lf < this.#at) {
      // Remembered, or a chunk of lone CRs would be searched to its end for every line.
      const found = buffer.indexOf(LF, this.#at)
      this.#lf = found < 0 || found >= this.#end ? this.#end : found
    }
    let stop = this.#lf
    let next = Math.min(stop + 1, this.#end)
    if (!this.#hasCr) return { stop, next }
    if (this.#cr < this.#at) {
      const found = buffer.indexOf(CR, this.#at)
      this.#cr = found < 0 ? this.#end : found
    }
    const first = this.#cr
    if (first >= stop) return { stop, next }
    // A run of CRs before an LF ends one line; otherwise the first CR is an end by itself.
    let after = first
    while (after < this.#end && buffer[after] === CR) after++
    if (after === stop && stop < this.#end) return { stop: first, next }
    stop = first
    next = first + 1
    return { stop, next }
  }

  #endOfWideLine(): { stop: number; next: number } {
    const text = this.#text
    const at = this.#at / 2
    const limit = this.#end / 2
    if (this.#lf < at) {
      const found = text.indexOf('\n', at)
      this.#lf = found < 0 || found >= limit ? limit : found
    }
    let stop = this.#lf
    let next = Math.min(stop + 1, limit)
    if (!this.#hasCr) return { stop: stop * 2, next: next * 2 }
    if (this.#cr < at) {
      const found = text.indexOf('\r', at)
      this.#cr = found < 0 ? limit : found
    }
    const cr = this.#cr
    if (cr < stop) {
      let after = cr
      while (after < limit && text.charCodeAt(after) === CR) after++
      if (!(after === stop && stop < limit)) next = cr + 1
      stop = cr
    }
    return { stop: stop * 2, next: next * 2 }
  }

  #decode(start: number, stop: number): string {
    if (this.#wide) {
      const text = this.#text.slice(start / 2, stop / 2)
      return this.#hasNul ? this.#withoutNul(text) : text
    }
    let text: string
    if (this.#ascii) {
      text = this.#buffer.toString('latin1', start, stop)
    } else {
      const bytes = this.#buffer.subarray(start, stop)
      if (isUtf8(bytes)) {
        text = bytes.toString('utf8')
      } else {
        text = bytes.toString('latin1')
        if (this.#latin1Lines++ === 0) this.#firstLatin1 = this.#line
      }
    }
    return this.#hasNul ? this.#withoutNul(text) : text
  }

  #withoutNul(text: string): string {
    if (!text.includes('\0')) return text
    if (this.#nulLines++ === 0) this.#firstNul = this.#line
    return text.replaceAll('\0', '')
  }

  /** Moves what is left to the front, reads on, and finds the end of the last whole line. */
  #fill(): void {
    const rest = this.#length - this.#at
    this.#buffer.copyWithin(0, this.#at, this.#length)
    this.#offset += this.#at
    this.#at = 0
    this.#end = 0
    this.#lf = -1
    this.#cr = -1
    this.#length = rest
    const read = this.#readChunk(rest)
    if (read === 0) {
      this.#done = true
      this.#dropOddByte()
      this.#end = this.#length
    } else {
      this.#end = this.#lastLineEnd()
    }
    if (this.#end === 0 && this.#length > LONG_LINE + 1) this.#endOfPiece()
    this.#inspect()
    if (this.#end > 0) {
      this.#options.index?.lines.push(this.#line)
      this.#options.index?.offsets.push(this.#offset)
    }
  }

  #readChunk(rest: number): number {
    if (this.#buffer.length - rest < 2 && this.#buffer.length < CHUNK + LONG_LINE) {
      // The file grew since its size was taken.
      const larger = Buffer.allocUnsafe(CHUNK + LONG_LINE)
      this.#buffer.copy(larger, 0, 0, rest)
      this.#buffer = larger
    }
    const room = Math.min(CHUNK, this.#buffer.length - rest)
    const target = this.#buffer.subarray(rest, rest + room)
    const read = this.#blob.read(target, this.#offset + rest)
    this.#length = rest + read
    this.bytesRead += read
    if (read > 0) {
      this.#options.hash?.update(target.subarray(0, read))
      this.#options.onBytes?.(this.bytesRead)
    }
    return read
  }

  #inspect(): void {
    const whole = this.#buffer.subarray(0, this.#end)
    if (this.#wide) {
      const even = Buffer.from(whole.subarray(0, whole.length - (whole.length % 2)))
      if (this.#options.encoding === 'utf-16be') even.swap16()
      this.#text = even.toString('utf16le')
      this.#hasNul = this.#text.includes('\0')
      this.#hasCr = this.#text.includes('\r')
      return
    }
    this.#ascii = isAscii(whole)
    this.#hasNul = whole.includes(0)
    this.#hasCr = whole.includes(CR)
  }

  /** End of the last line whose terminator is certain: a CR at the very end may be half of a CR LF. */
  #lastLineEnd(): number {
    const lf = this.#lastIndexOf(LF, this.#length)
    const unit = this.#wide ? 2 : 1
    const end = lf < 0 ? 0 : lf + unit
    if (this.#length - end < 64 * 1024) return end
    for (let cr = this.#lastIndexOf(CR, this.#length), steps = 0; cr >= end && steps < 1000; steps++) {
      const after = this.#unitAt(cr + unit)
      if (after !== undefined && after !== CR && after !== LF) return cr + unit
      cr = this.#lastIndexOf(CR, cr)
    }
    return end
  }

  /** Last place of a unit below `below`, in bytes; -1 if there is none. */
  #lastIndexOf(unit: number, below: number): number {
    if (!this.#wide) return below < 1 ? -1 : this.#buffer.lastIndexOf(unit, below - 1)
    const big = this.#options.encoding === 'utf-16be'
    for (let at = below - (below % 2) - 2; at >= 0; at -= 2) {
      const value = big ? this.#buffer.readUInt16BE(at) : this.#buffer.readUInt16LE(at)
      if (value === unit) return at
    }
    return -1
  }

  #unitAt(place: number): number | undefined {
    const width = this.#wide ? 2 : 1
    if (place + width > this.#length) return undefined
    if (!this.#wide) return this.#buffer[place]
    return this.#options.encoding === 'utf-16be' ? this.#buffer.readUInt16BE(place) : this.#buffer.readUInt16LE(place)
  }

  /** No line end in more than 1 MB: hand out a piece, or skip a hole of NULs altogether. */
  #endOfPiece(): void {
    if (this.#skipHole(0)) return
    this.#end = this.#pieceLength(0)
    this.#countPiece()
  }

  /** 1 MB of NULs is a hole in the file (its writer lost its place), not a line. */
  #skipHole(start: number): boolean {
    if (this.#wide || !this.#buffer.subarray(start, start + LONG_LINE).every((byte) => byte === 0)) return false
    if (this.#nulLines++ === 0) this.#firstNul = this.#line
    this.#at = start + LONG_LINE
    return true
  }

  #countPiece(): void {
    this.#cut = { line: this.#cut?.line ?? this.#line, pieces: (this.#cut?.pieces ?? 0) + 1 }
  }

  /** At most LONG_LINE bytes, not ending inside a UTF-8 sequence or a surrogate pair. */
  #pieceLength(start: number): number {
    if (this.#wide) {
      const last = this.#unitAt(start + LONG_LINE - 2) ?? 0
      return last >= 0xd800 && last < 0xdc00 ? LONG_LINE - 2 : LONG_LINE
    }
    let length = LONG_LINE
    while (length > LONG_LINE - 4 && ((this.#buffer[start + length] ?? 0) & 0xc0) === 0x80) length--
    return length
  }

  #dropOddByte(): void {
    if (!this.#wide || this.#length % 2 === 0) return
    this.#length--
    this.#oddByte = true
  }
}

function lineCount(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}
