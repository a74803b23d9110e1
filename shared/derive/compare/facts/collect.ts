import type { Session } from '../../../model/session'
import type { Node } from '../../../model/node'
import type { SourceRef, Sourced } from '../../../model/source'
import type { Fact, FactKind } from '../types'

/** How the parts of a node are called in its sheet: an aligned node takes the ids of the other one. */
export interface Naming {
  gpu(id: string): string
  nic(id: string): string
  /** Scope of settings and runs: by default the name of the document. */
  scope(key: string): string
  /** GPUs (in aligned ids) that distances may mention: those of both sides. Undefined: all. */
  readonly shared?: ReadonlySet<string>
}

export const ownNames: Naming = { gpu: (id) => id, nic: (id) => id, scope: (key) => key }

/** What a collector of facts works with. */
export interface Context {
  readonly node: Node
  readonly session: Session
  readonly naming: Naming
  readonly wants: (kind: FactKind) => boolean
  /** The first fact of a key wins; a fact of a kind that nobody asked for is dropped. */
  add(fact: Fact): void
  /** This node shows the list of that name whole. */
  complete(list: string): void
}

/** Distinct values in a stable order, with a line for each: captures that disagree are all heard. */
export function said(
  values: readonly Sourced<string>[],
  clean: (text: string) => string | undefined = (text) => text,
): { readonly value: string; readonly sources: readonly SourceRef[] } | undefined {
  const [only, second] = values
  if (!only) return undefined
  if (!second) {
    const text = clean(only.value)
    return text === undefined || text === '' ? undefined : { value: text, sources: [only.source] }
  }
  const found = new Map<string, SourceRef>()
  for (const { value, source } of values) {
    const text = clean(value)
    if (text !== undefined && text !== '' && !found.has(text)) found.set(text, source)
  }
  if (found.size === 0) return undefined
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  return { value: sorted.map(([text]) => text).join(', '), sources: sorted.map(([, source]) => source) }
}

/** `GPU0-3, GPU6`: labels that count up are joined. */
export function ranges(labels: readonly string[]): string {
  const parts: string[] = []
  const split = labels.map((label) => /^(.*?)(\d{1,6})$/.exec(label))
  for (let i = 0; i < labels.length; i++) {
    const first = split[i]
    let last = i
    while (first && split[last + 1]?.[1] === first[1] && Number(split[last + 1]?.[2]) === Number(split[last]?.[2]) + 1)
      last++
    parts.push(last > i + 1 ? `${labels[i] ?? ''}-${split[last]?.[2] ?? ''}` : labels.slice(i, last + 1).join(' '))
    i = last
  }
  return parts.join(' ')
}
