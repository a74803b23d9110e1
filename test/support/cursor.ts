import type { BlockFormat, Hint, Line, LineCursor, Note } from '@shared/model/format'

export interface ParsedText<T> {
  readonly value: T | null
  /** Lines that the parser took, by number. */
  readonly taken: readonly number[]
  readonly unread: readonly number[]
  readonly damaged: readonly string[]
  readonly remarks: readonly string[]
  /** Number of the line where the block began; undefined when no line begins one. */
  readonly begin?: number
}

/** A cursor over lines, without the segmenter: what a format gets, minus its cleaning. */
export function cursorOver(lines: readonly Line[], hint: Partial<Hint> = {}): LineCursor & { readonly at: number } {
  let at = 0
  return {
    get at() {
      return at
    },
    peek: (offset = 0) => lines[at + offset],
    next: () => lines[at++],
    hint: { fileName: 'capture.txt', ...hint },
  }
}

export function toLines(text: string): Line[] {
  const lines = text.split(/\r?\n/)
  if (lines[lines.length - 1] === '') lines.pop()
  return lines.map((content, i) => ({ text: content.replace(/\x1b\[[0-9;]*m/g, ''), number: i + 1 }))
}

/** Finds the first line that begins a block of the format, and parses it. */
export function parseLines<T>(format: BlockFormat<T>, text: string, hint: Partial<Hint> = {}): ParsedText<T> {
  return parseAll(format, text, hint)[0] ?? { value: null, taken: [], unread: [], damaged: [], remarks: [] }
}

/** All blocks of the format in a text, in order. */
export function parseAll<T>(format: BlockFormat<T>, text: string, hint: Partial<Hint> = {}): ParsedText<T>[] {
  const lines = toLines(text)
  const found: ParsedText<T>[] = []
  for (let i = 0; i < lines.length;) {
    const rest = lines.slice(i)
    const cursor = cursorOver(rest, hint)
    const line = rest[0]
    if (
      !line ||
      !format.anchors.some((anchor) => line.text.includes(anchor)) ||
      !format.begins(line.text, cursor.hint, cursor)
    ) {
      i++
      continue
    }
    const { note, ...notes } = recorder()
    const value = format.parse(cursor, note)
    const used = cursor.at
    found.push({ value, taken: rest.slice(0, used).map((taken) => taken.number), ...notes, begin: line.number })
    i += value === null ? 1 : Math.max(1, used)
  }
  return found
}

function recorder() {
  const unread: number[] = []
  const damaged: string[] = []
  const remarks: string[] = []
  const note: Note = {
    unread: (line) => unread.push(line.number),
    damaged: (why) => damaged.push(why),
    remark: (text) => remarks.push(text),
  }
  return { unread, damaged, remarks, note }
}
