import { addressPatterns } from './patterns/addresses'
import { domainPatterns, hostPatterns, TLD } from './patterns/hosts'
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
  readonly users: readonly string[]
  readonly serials: readonly string[]
  readonly words: readonly string[]
  /** Words of file and folder names that are not of the trade. */
  readonly names?: readonly string[]
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
    ...literalPatterns('user', known.users, true),
    ...literalPatterns('path', known.names ?? [], true),
  ])
  // Longer ids before the addresses that look like a part of them, hosts by name before domains.
  const active = [
    ...on(secretPatterns),
    ...literals,
    ...on([...peoplePatterns, ...idPatterns, ...addressPatterns, ...hostPatterns, ...domainPatterns]),
  ]
  return { all: (text) => find(text, active), literals: (text) => find(text, literals) }
}

function literalPatterns(kind: RedactionClass, values: readonly string[], wholeWord: boolean): readonly Pattern[] {
  const sorted = [...new Set(values)].filter((value) => value.length > 1).sort((a, b) => b.length - a.length)
  // A thousand hosts make one alternation of a size that a regular expression bears; more are split.
  const groups: string[][] = []
  for (const [i, value] of sorted.entries()) {
    const group = groups[Math.floor(i / 500)]
    if (group) group.push(value)
    else groups.push([value])
  }
  return groups.map((group) => {
    const any = group.map(escapeRegExp).join('|')
    // `node-ib0` and `nccl_node.log` hold the name too; the domain behind a host goes with it.
    const domain = kind === 'host' ? `(?:\\.(?:[a-z0-9-]{1,63}\\.){0,5}(?:${TLD})\\b)?` : ''
    // NCCL_P2P_LEVEL is a variable wherever a file is called `level`.
    const outside = kind === 'path' ? '(?<!\\b(?:NCCL|CUDA|NVIDIA|UCX|OMPI|FI|MLX5|NV)_\\w{0,40})' : ''
    return {
      class: kind,
      pattern: new RegExp(
        wholeWord ? `(?<![A-Za-z0-9])${outside}(?:${any})(?![A-Za-z0-9])${domain}` : `(?:${any})`,
        'gi',
      ),
    }
  })
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function find(text: string, active: readonly Pattern[]): readonly Found[] {
  const found: Found[] = []
  for (const { class: kind, pattern, keep } of active) {
    pattern.lastIndex = 0
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.['value'] ?? match[0]
      if (value === '' || isPlaceholder(value) || keep?.(value) === false) continue
      const start = match.index + (value === match[0] ? 0 : match[0].lastIndexOf(value))
      const end = start + value.length
      if (!found.some((other) => start < other.end && end > other.start)) found.push({ class: kind, start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** What stands for a UUID begins so; no device and no system makes one like it. */
export const uuidPlaceholder = '00000000-0000-4000-8000-'

/** What a redaction put there: redacting twice changes nothing. */
export function isPlaceholder(value: string): boolean {
  return (
    value.replace(/^(?:GPU|MIG)-/i, '').startsWith(uuidPlaceholder) ||
    /^\[?(?:secret|email|user|host|domain|ipv[46]|mac|uuid|guid|serial|name|word)-\d+\]?$/.test(value)
  )
}
