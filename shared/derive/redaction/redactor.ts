import { canonicalAddress, makeAddressBook, type AddressBook } from './addresses'
import { containerPlaceholder, makeFinders, uuidPlaceholder, type Finder, type KnownValues } from './classes'
import { expandHosts } from './host-list'
import { redactionClasses, type RedactionClass } from './kinds'
import { plainText } from './plain-text'
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
  const book = makeAddressBook(known.addresses)
  const made = new Set<string>()

  const placeholder = (kind: RedactionClass, value: string): string => {
    const key = `${kind}|${keyOf(kind, value)}`
    const spelled = (kind === 'host' ? expandHosts(value) : undefined)?.map((host) => placeholder(kind, host))
    // `gn-a[07-08]` holds hosts that stand elsewhere by themselves.
    if (spelled) return spelled.join(',')
    const known = placeholders.get(key)
    if (known) {
      known.count++
      // An address keeps its spelling: in hex here, dotted there.
      return addressed(kind, value, book) ?? known.to
    }
    // What this redactor has put there stays.
    if (made.has(key)) return value
    const number = (numbers.get(kind) ?? 0) + 1
    numbers.set(kind, number)
    const to = addressed(kind, value, book) ?? shape(kind, number, value)
    made.add(`${kind}|${keyOf(kind, to)}`)
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

  const redact = (raw: string): string => {
    if (raw.length < 2) return raw
    const text = plainText(raw)
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

const addressClasses: ReadonlySet<RedactionClass> = new Set(['ipv4', 'ipv6', 'guid'])

/** An address that reads as one, in the spelling of the true one; undefined for what has no such form. */
function addressed(kind: RedactionClass, value: string, book: AddressBook): string | undefined {
  if (kind === 'ipv4') return book.ipv4(value)
  if (kind === 'ipv6') return book.ipv6(value)
  return kind === 'guid' ? book.guid(value) : undefined
}

/** A host is one with and without its domain, an address in every spelling; secrets differ by every letter, the rest does not. */
function keyOf(kind: RedactionClass, value: string): string {
  if (kind === 'secret') return value
  if (addressClasses.has(kind)) return canonicalAddress(value)
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
  // A container is told from a machine by the form of its name.
  if (kind === 'host' && /^[0-9a-f]{12}$/.test(value))
    return `${containerPlaceholder}${String(number).padStart(12 - containerPlaceholder.length, '0')}`
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
