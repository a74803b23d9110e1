import type { LineCursor } from '../../../model/format'

/**
 * JSON with line numbers, of captures that may be cut, wrapped, or begin inside the outermost object. Numbers stay text: DCGM's
 * blank int64 does not survive a conversion.
 */
export type JsonNode = JsonObject | JsonArray | JsonText

export interface JsonObject {
  readonly kind: 'object'
  readonly entries: readonly JsonEntry[]
  readonly line: number
}

export interface JsonEntry {
  readonly key: string
  readonly value: JsonNode
  readonly line: number
}

export interface JsonArray {
  readonly kind: 'array'
  readonly items: readonly JsonNode[]
  readonly line: number
}

export interface JsonText {
  readonly kind: 'text'
  /** A string without quotes and escapes, or a number, true, false, null as printed. */
  readonly text: string
  readonly line: number
}

export interface JsonReading {
  readonly root: JsonObject
  /** The outermost bracket was closed. */
  readonly complete: boolean
}

const DEEPEST = 64
/** A string that a copy wrapped over more lines than this is a lost quote. */
const MOST_STRING_LINES = 40

type Open =
  | { kind: 'object'; entries: JsonEntry[]; line: number; key?: { text: string; line: number } }
  | { kind: 'array'; items: JsonNode[]; line: number }

/** Takes the lines of one JSON value; stops before a line that cannot be JSON. */
export function readJson(lines: LineCursor): JsonReading {
  const reader = new JsonReader()
  for (let line = lines.peek(); line; line = lines.peek()) {
    if (!reader.line(line.text, line.number)) break
    lines.next()
    if (reader.complete) break
  }
  // Asked before `root`, which closes what is open.
  const complete = reader.complete
  return { root: reader.root, complete }
}

class JsonReader {
  complete = false
  readonly #stack: Open[] = []
  #root: JsonObject | undefined
  #string: { text: string; line: number; lines: number } | undefined

  get root(): JsonObject {
    if (this.#root) return this.#root
    // Cut: close what is open, inside out, so that what was read is kept.
    for (let open = this.#stack.pop(); open; open = this.#stack.pop()) this.#put(close(open))
    return this.#root ?? { kind: 'object', entries: [], line: 0 }
  }

  /** False when the line cannot belong to the value; then nothing of it was read. */
  line(text: string, number: number): boolean {
    let at = 0
    if (this.#string) {
      if (++this.#string.lines > MOST_STRING_LINES) return false
      at = this.#goOn(text)
      if (at < 0) return true
    }
    if (!plausible(text, at)) return text.trim() === ''
    while (at < text.length && !this.complete) {
      const next = this.#token(text, at, number)
      if (next < 0) return true
      at = next
    }
    return true
  }

  #token(text: string, at: number, line: number): number {
    const char = text[at] ?? ''
    if (char === '{' || char === '[') {
      if (this.#stack.length >= DEEPEST) return -1
      this.#stack.push(char === '{' ? { kind: 'object', entries: [], line } : { kind: 'array', items: [], line })
      return at + 1
    }
    if (char === '}' || char === ']') {
      const open = this.#stack.pop()
      if (open) this.#put(close(open))
      return at + 1
    }
    if (char === '"') {
      if (this.#stack.length === 0) this.#stack.push({ kind: 'object', entries: [], line })
      this.#string = { text: '', line, lines: 0 }
      return this.#goOn(text, at + 1)
    }
    const word = LITERAL
    word.lastIndex = at
    const found = word.exec(text)
    if (found) {
      this.#put({ kind: 'text', text: found[0], line })
      return at + found[0].length
    }
    return at + 1
  }

  /** The rest of a string from `at`; -1 when it does not end on this line. */
  #goOn(text: string, at = 0): number {
    const string = this.#string
    if (!string) return at
    let from = at
    for (let i = at; i < text.length; i++) {
      const char = text[i]
      if (char === '\\') i++
      else if (char === '"') {
        string.text += text.slice(from, i)
        this.#string = undefined
        this.#putString(unescape(string.text), string.line)
        return i + 1
      }
    }
    from = Math.min(from, text.length)
    string.text += text.slice(from)
    return -1
  }

  #putString(text: string, line: number): void {
    const open = this.#stack.at(-1)
    if (open?.kind === 'object' && open.key === undefined) open.key = { text, line }
    else this.#put({ kind: 'text', text, line })
  }

  #put(node: JsonNode): void {
    const open = this.#stack.at(-1)
    if (!open) {
      this.#root =
        node.kind === 'object'
          ? node
          : { kind: 'object', entries: [{ key: '', value: node, line: node.line }], line: node.line }
      this.complete = true
    } else if (open.kind === 'array') open.items.push(node)
    else if (open.key !== undefined) {
      open.entries.push({ key: open.key.text, value: node, line: open.key.line })
      open.key = undefined
    }
  }
}

const LITERAL = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y

function close(open: Open): JsonNode {
  return open.kind === 'object'
    ? { kind: 'object', entries: open.entries, line: open.line }
    : { kind: 'array', items: open.items, line: open.line }
}

/** A line of JSON begins with a bracket, a quote, a comma, a colon, a number or a literal. */
function plausible(text: string, at: number): boolean {
  return (
    /^\s*(?:[{}[\]",:]|-?\d|true|false|null)/.test(at === 0 ? text : text.slice(at)) ||
    (at > 0 && text.slice(at).trim() === '')
  )
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

function unescape(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_all, hex: string | undefined, char: string | undefined) =>
    hex !== undefined ? String.fromCharCode(parseInt(hex, 16)) : (ESCAPES[char ?? ''] ?? char ?? ''),
  )
}

/** The value of a key in an object; undefined elsewhere. */
export function entryOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.entries.find((entry) => entry.key === key)?.value : undefined
}

export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : []
}

export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'text' && node.text !== 'null' ? node.text : undefined
}

/** A small whole number, from a number or a string. */
export function integerOf(node: JsonNode | undefined): number | undefined {
  const text = textOf(node)
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** The first object that has `key`, at any depth. */
export function findWith(
  node: JsonNode,
  test: (key: string) => boolean,
): { readonly entry: JsonEntry; readonly in: JsonObject } | undefined {
  const queue: JsonNode[] = [node]
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (next.kind === 'array') queue.push(...next.items)
    if (next.kind !== 'object') continue
    const entry = next.entries.find(({ key }) => test(key))
    if (entry) return { entry, in: next }
    queue.push(...next.entries.map(({ value }) => value))
  }
  return undefined
}
