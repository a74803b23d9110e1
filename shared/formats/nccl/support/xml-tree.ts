import type { LineCursor } from '../../../model/format'
import { detach } from '../../../segment/detach'

/**
 * Elements and attributes of NCCL's own XML dialect (src/graph/xml.cc): double or single quotes, no entities, no text, comments
 * allowed. A copy may begin or end anywhere, so an end tag without a start and a start without an end are both survived; a strict
 * parser would give up there.
 */
export interface XmlNode {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly line: number
  readonly children: XmlNode[]
}

export interface XmlReading {
  /** Elements without a parent in the text, in order. */
  readonly roots: readonly XmlNode[]
  /** The root element was opened and closed, and every tag fitted. */
  readonly whole: boolean
  readonly dropped: number
  readonly endLine: number
}

const MOST_NODES = 60_000
const DEEPEST = 64
const MOST_TAG = 16_384
const ATTRIBUTE = /([A-Za-z_][\w:-]{0,60})\s*=\s*(?:"([^"]{0,4000})"|'([^']{0,4000})')/g

/** Takes lines while they are XML; stops behind the end of `root`. */
export function readXml(lines: LineCursor, root: string): XmlReading {
  const reader = new Reader(root)
  let endLine = 0
  for (let line = lines.peek(); line && !reader.done; line = lines.peek()) {
    if (!reader.continues(line.text)) break
    reader.line(line.text, line.number)
    lines.next()
    if (line.text.trim() !== '') endLine = line.number
  }
  return { roots: reader.roots, whole: reader.whole, dropped: reader.dropped, endLine }
}

class Reader {
  readonly roots: XmlNode[] = []
  done = false
  dropped = 0
  #fits = true
  #nodes = 0
  readonly #root: string
  readonly #stack: XmlNode[] = []
  /** An unfinished tag or comment of the lines before. */
  #rest = ''
  #restLine = 0
  #comment = false

  constructor(root: string) {
    this.#root = root
  }

  get whole(): boolean {
    return this.done && this.#fits && this.#rest === ''
  }

  continues(text: string): boolean {
    if (this.#comment || this.#rest !== '') return true
    const start = text.trim()
    return start === '' ? this.#stack.length > 0 : start.startsWith('<')
  }

  line(text: string, number: number): void {
    let at = 0
    while (at < text.length || this.#rest !== '') {
      if (this.#comment) {
        const end = text.indexOf('-->', at)
        if (end < 0) return
        this.#comment = false
        at = end + 3
        continue
      }
      if (this.#rest === '') {
        const open = text.indexOf('<', at)
        if (open < 0) return
        at = open
        this.#restLine = number
        if (text.startsWith('<!--', at)) {
          this.#comment = true
          at += 4
          continue
        }
      }
      const close = text.indexOf('>', at)
      if (close < 0) {
        this.#rest += `${text.slice(at)} `
        if (this.#rest.length > MOST_TAG) {
          this.#rest = ''
          this.#fits = false
        }
        return
      }
      this.#tag(this.#rest + text.slice(at, close + 1), this.#restLine)
      this.#rest = ''
      at = close + 1
    }
  }

  #tag(tag: string, line: number): void {
    const end = /^<\/\s*([\w:-]{1,60})/.exec(tag)
    if (end) {
      this.#close(end[1] ?? '')
      return
    }
    const name = /^<([A-Za-z_][\w:-]{0,60})/.exec(tag)?.[1]
    if (name === undefined) return
    const attributes = new Map<string, string>()
    for (const found of tag.slice(name.length + 1).matchAll(ATTRIBUTE)) {
      if (attributes.size < 64) attributes.set(detach(found[1] ?? ''), detach(found[2] ?? found[3] ?? ''))
    }
    const node: XmlNode = { name: detach(name), attributes, line, children: [] }
    if (this.#nodes++ >= MOST_NODES || this.#stack.length >= DEEPEST) this.dropped++
    else (this.#stack.at(-1)?.children ?? this.roots).push(node)
    if (!tag.endsWith('/>')) this.#stack.push(node)
    else if (name === this.#root && this.#stack.length === 0) this.done = true
  }

  #close(name: string): void {
    const at = this.#stack.findLastIndex((open) => open.name === name)
    if (at < 0) {
      this.#fits = false
      return
    }
    if (at !== this.#stack.length - 1) this.#fits = false
    this.#stack.length = at
    if (at === 0 && name === this.#root) this.done = true
  }
}

export function textAttribute(node: XmlNode, name: string): string | undefined {
  const value = node.attributes.get(name)
  return value === undefined || value === '' ? undefined : value
}

/** A number, decimal or with 0x; undefined for words and blanks. */
export function numberAttribute(node: XmlNode, name: string): number | undefined {
  const value = node.attributes.get(name)?.trim()
  if (value === undefined || !/^(?:-?\d+(?:\.\d+)?|0x[0-9a-fA-F]{1,13})$/.test(value)) return undefined
  return Number(value)
}

export function flagAttribute(node: XmlNode, name: string): boolean | undefined {
  const value = numberAttribute(node, name)
  return value === undefined ? undefined : value !== 0
}

/** The line opens `tag` with attributes that only this dialect has, or a comment that stands above it. */
export function beginsXml(line: string, lines: LineCursor, tag: string): boolean {
  if (line.includes(tag)) return true
  if (!line.trimStart().startsWith('<!--')) return false
  for (let i = 1; i < 40; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.includes(tag)) return true
  }
  return false
}
