import type { SessionView } from '../session-view'
import { makeFinder, redactionClasses, type Finder, type KnownValues, type RedactionClass } from './classes'

export { redactionClasses, type RedactionClass } from './classes'

export interface RedactionOptions {
  readonly classes: readonly RedactionClass[]
  /** The user's own words: project names, customers. */
  readonly words: readonly string[]
}

export interface Replacement {
  readonly class: RedactionClass
  readonly from: string
  readonly to: string
  readonly count: number
}

/**
 * Replaces values by placeholders. Equal values get equal placeholders over everything that one redactor sees, so that the analysis
 * still reads. The map from values to placeholders lives in the redactor alone and is never part of what is exported.
 */
export interface Redactor {
  redact(text: string): string
  /** Every string inside a plain value, keys included where they are captured text. */
  redactDeep<T>(value: T): T
  /** What was replaced so far, for the preview: most frequent first within a class. */
  replacements(): readonly Replacement[]
}

export const allClasses: readonly RedactionClass[] = redactionClasses

export function makeRedactor(options: RedactionOptions, known: KnownValues): Redactor {
  const finder: Finder = makeFinder(new Set(options.classes), { ...known, words: [...known.words, ...options.words] })
  const placeholders = new Map<string, { to: string; class: RedactionClass; from: string; count: number }>()
  const numbers = new Map<RedactionClass, number>()
  const cache = new Map<string, string>()

  const placeholder = (kind: RedactionClass, value: string): string => {
    const key = `${kind}|${kind === 'secret' ? value : value.toLowerCase()}`
    const known = placeholders.get(key)
    if (known) {
      known.count++
      return known.to
    }
    const number = (numbers.get(kind) ?? 0) + 1
    numbers.set(kind, number)
    const to = shape(kind, number)
    placeholders.set(key, { to, class: kind, from: value, count: 1 })
    return to
  }

  const redact = (text: string): string => {
    if (text.length < 2) return text
    const done = cache.get(text)
    if (done !== undefined) return done
    const found = finder(text)
    let out = ''
    let at = 0
    for (const { class: kind, start, end } of found) {
      out += text.slice(at, start) + placeholder(kind, text.slice(start, end))
      at = end
    }
    out = found.length === 0 ? text : out + text.slice(at)
    if (cache.size < 50_000 && text.length < 2000) cache.set(text, out)
    return out
  }

  const redactDeep = <T>(value: T): T => deep(value, redact) as T

  return {
    redact,
    redactDeep,
    replacements: () =>
      [...placeholders.values()]
        .map(({ class: kind, from, to, count }) => ({ class: kind, from, to, count }))
        .sort((a, b) => redactionClasses.indexOf(a.class) - redactionClasses.indexOf(b.class) || b.count - a.count),
  }
}

/** Hosts and machines keep a name that reads as one; the rest are bracketed so that nobody takes them for captured text. */
function shape(kind: RedactionClass, number: number): string {
  if (kind === 'host') return `host-${number}`
  if (kind === 'user' || kind === 'path') return `user-${number}`
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

// Folder and file names that say nothing of a site.
const GENERIC =
  /^(?:node|host|server|gpu|machine|case|dump|logs?|data|captures?|nccl|nvidia|topo|run|test|case-?\d+|node ?\d*|localhost|unknown|[a-z]{1,3}|\d+)$/i

/** Names that the session itself tells: hosts of nodes, ranks and prompts, users of prompts, serials that nvidia-smi printed. */
export function knownValues(session: SessionView, words: readonly string[] = []): KnownValues {
  const hosts = new Set<string>()
  const users = new Set<string>()
  const serials = new Set<string>()
  const addHost = (host: string | undefined): void => {
    if (host === undefined || host.length < 2 || GENERIC.test(host) || /^\d+(?:\.\d+){3}$/.test(host)) return
    hosts.add(host)
  }
  for (const node of session.nodes) {
    // A name from a folder is the customer's as much as one from the text.
    addHost(node.name)
    addHost(node.id)
    addHost(node.hostname?.value)
    node.aliases.forEach(addHost)
    for (const gpu of node.gpus) {
      for (const sample of gpu.samples) {
        for (const field of ['serial', 'chassisSerial', 'hostId'] as const) {
          const value = sample.values[field]?.value.trim()
          if (value !== undefined && value.length > 5 && /\d{3}/.test(value)) serials.add(value)
        }
      }
    }
  }
  for (const run of session.runs) run.hosts.forEach(addHost)
  for (const communicator of session.communicators) communicator.hosts.forEach(addHost)
  for (const document of session.documents) {
    for (const section of document.sections) {
      addHost(section.host)
      if (section.user && !/^(?:root|ubuntu|admin|user|ec2-user|centos|opc|azureuser)$/.test(section.user))
        users.add(section.user)
    }
  }
  return { hosts: [...hosts], users: [...users], serials: [...serials], words: [...words] }
}
