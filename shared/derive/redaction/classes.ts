import { guidPlaceholder } from './addresses'
import { families, hostInPlace, literalPatterns } from './literals'
import { addressPatterns, mappedPatterns } from './patterns/addresses'
import { domainPatterns, hostPatterns } from './patterns/hosts'
import { idPatterns } from './patterns/ids'
import { peoplePatterns } from './patterns/people'
import { secretPatterns } from './patterns/secrets'
import type { RedactionClass } from './kinds'
import type { Pattern } from './patterns/types'

/**
 * What may be hidden before anything leaves the desk. A class finds its values in a text; what it must not touch (PCI bus ids, device
 * names, numbers, versions) is what the analysis needs, so each pattern is as narrow as its kind allows.
 */

export interface Found {
  readonly class: RedactionClass
  readonly start: number
  readonly end: number
}

/** Values that the session itself names: hosts, users, serials and the user's own words, found wherever they stand. */
export interface KnownValues {
  readonly hosts: readonly string[]
  /** Hosts called by a word of the trade: hidden only where a line can mean nothing but a machine. */
  readonly hostsInPlace?: readonly string[]
  readonly users: readonly string[]
  readonly serials: readonly string[]
  readonly words: readonly string[]
  /** Words of file and folder names that are not of the trade. */
  readonly names?: readonly string[]
  /** Addresses that a first round met: none of them stands for another one. */
  readonly addresses?: readonly string[]
}

export type Finder = (text: string) => readonly Found[]

/** What a redactor looks with: `all` for texts, `literals` for ids of ours, in which a host may stand but no sentence. */
export interface Finders {
  readonly all: Finder
  readonly literals: Finder
}

/** Finders over all classes that are on; known values come before patterns, secrets before everything. */
export function makeFinders(classes: ReadonlySet<RedactionClass>, known: KnownValues): Finders {
  const on = (patterns: readonly Pattern[]): readonly Pattern[] =>
    patterns.filter((pattern) => classes.has(pattern.class))
  const literals = on([
    ...literalPatterns('word', known.words, false),
    ...literalPatterns('serial', known.serials, true),
    ...literalPatterns('host', known.hosts, true),
    ...(known.hostsInPlace ?? []).map(hostInPlace),
    ...literalPatterns('user', known.users, true),
    ...families(known.hosts),
  ])
  // After hosts and domains, of which such a word may be a part.
  const named = on(literalPatterns('path', known.names ?? [], true))
  // Longer ids before the addresses that look like a part of them, hosts by name before domains.
  const active = [
    ...on(secretPatterns),
    ...literals,
    ...on([
      ...peoplePatterns,
      ...mappedPatterns,
      ...idPatterns,
      ...addressPatterns,
      ...hostPatterns,
      ...domainPatterns,
    ]),
    ...named,
  ]
  return { all: (text) => find(text, active), literals: (text) => find(text, [...literals, ...named]) }
}

function find(text: string, active: readonly Pattern[]): readonly Found[] {
  const found: Found[] = []
  const add = (kind: RedactionClass, start: number, end: number): void => {
    if (!found.some((other) => start < other.end && end > other.start)) found.push({ class: kind, start, end })
  }
  for (const { class: kind, pattern, keep, parts } of active) {
    pattern.lastIndex = 0
    for (const match of text.matchAll(pattern)) {
      const whole = match.groups?.['value'] ?? match[0]
      const at = match.index + (whole === match[0] ? 0 : match[0].lastIndexOf(whole))
      for (const part of parts?.(whole) ?? [{ start: 0, end: whole.length }]) {
        const value = whole.slice(part.start, part.end)
        if (value === '' || isPlaceholder(value) || keep?.(value) === false) continue
        add(kind, at + part.start, at + part.end)
      }
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** What stands for a UUID begins so; no device and no system makes one like it. */
export const uuidPlaceholder = '00000000-0000-4000-8000-'
/** What stands for a container's id, which is its host name too. */
export const containerPlaceholder = 'c00000'

/**
 * What a redaction put there: redacting twice changes nothing. Addresses are not told so, since a site may use the ranges for tests
 * itself: the redactor knows which ones it made.
 */
export function isPlaceholder(value: string): boolean {
  const plain = value.replace(/^0x/i, '').replaceAll(':', '')
  return (
    value.replace(/^(?:GPU|MIG)-/i, '').startsWith(uuidPlaceholder) ||
    (plain.length === 16 && plain.startsWith(guidPlaceholder)) ||
    (value.length === 12 && value.startsWith(containerPlaceholder)) ||
    /^\[?(?:secret|email|user|host|domain|ipv[46]|mac|uuid|guid|serial|name|word)-\d+\]?$/.test(value)
  )
}
