import { makeFinders, uuidPlaceholder, type Finder, type KnownValues } from './classes'
import { redactionClasses, type RedactionClass } from './kinds'
import type { Redactor } from './redactor-types'
import { unknownWords } from './names'

export interface RedactionOptions {
  readonly classes: readonly RedactionClass[]
  /** The user's own words: project names, customers. */
  readonly words: readonly string[]
}

export const allClasses: readonly RedactionClass[] = redactionClasses

export function makeRedactor(options: RedactionOptions, known: KnownValues): Redactor {
  const finders = makeFinders(new Set(options.classes), { ...known, words: [...known.words, ...options.words] })
  const placeholders = new Map<string, { to: string; class: RedactionClass; from: string; count: number }>()
  const numbers = new Map<RedactionClass, number>()
  const cache = new Map<string, string>()

  const placeholder = (kind: RedactionClass, value: string): string => {
    const key = `${kind}|${keyOf(kind, value)}`
    const known = placeholders.get(key)
    if (known) {
      known.count++
      return known.to
    }
    const number = (numbers.get(kind) ?? 0) + 1
    numbers.set(kind, number)
    const to = shape(kind, number, value)
    placeholders.set(key, { to, class: kind, from: value, count: 1 })
    return to
  }

  const replace = (text: string, finder: Finder): string => {
    const found = finder(text)
    let out = ''
    let at = 0
    for (const { class: kind, start, end } of found) {
      out += text.slice(at, start) + placeholder(kind, text.slice(start, end))
      at = end
    }
    return found.length === 0 ? text : out + text.slice(at)
  }

  const redact = (text: string): string => {
    if (text.length < 2) return text
    const done = cache.get(text)
    if (done !== undefined) return done
    const out = replace(text, finders.all)
    if (cache.size < 50_000 && text.length < 2000) cache.set(text, out)
    return out
  }

  const wanted = new Set(options.classes)
  const redactName = (name: string): string => {
    const text = redact(name)
    if (!wanted.has('path')) return text
    let out = ''
    let at = 0
    for (const { start, end } of unknownWords(text)) {
      out += text.slice(at, start) + placeholder('path', text.slice(start, end))
      at = end
    }
    return out + text.slice(at)
  }

  const redactDeep = <T>(value: T): T => deep(value, redact) as T

  return {
    redact,
    redactId: (id) => replace(id, finders.literals),
    redactName,
    redactDeep,
    replacements: () =>
      [...placeholders.values()]
        .map(({ class: kind, from, to, count }) => ({ class: kind, from, to, count }))
        .sort((a, b) => redactionClasses.indexOf(a.class) - redactionClasses.indexOf(b.class) || b.count - a.count),
  }
}

/** A host is one with and without its domain; secrets differ by every letter, the rest does not. */
function keyOf(kind: RedactionClass, value: string): string {
  if (kind === 'secret') return value
  const lower = value.toLowerCase()
  return kind === 'host' ? (/^[a-z0-9-]+(?=\.)/.exec(lower)?.[0] ?? lower) : lower
}

const UUID = /^(GPU-|MIG-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Hosts, people and parts of paths keep a name that reads as one; the rest is bracketed so that nobody takes it for captured text. */
function shape(kind: RedactionClass, number: number, value: string): string {
  // A UUID stays one, or no capture would say any more which GPU is which; all but the number is plainly made up.
  const uuid = UUID.exec(value)
  if (kind === 'uuid' && uuid)
    return `${uuid[1]?.toUpperCase() ?? ''}${uuidPlaceholder}${String(number).padStart(12, '0')}`
  if (kind === 'host' || kind === 'user') return `${kind}-${number}`
  if (kind === 'path') return `name-${number}`
  return `[${kind}-${number}]`
}

function deep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => deep(item, redact))
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [deep(key, redact), deep(item, redact)]))
  if (typeof value !== 'object' || value === null) return value
  const out: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) out[key] = deep(item, redact)
  return out
}
