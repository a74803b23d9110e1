import type { Fact, FactSheet } from '../compare'
import type { ProductOf } from './products'

/** What most nodes show for one key. */
export interface Vote {
  readonly key: string
  /** A fact of a node of the majority. */
  readonly fact: Fact
  /** Undefined: no value has more than half of those that could show one. */
  readonly majority?: { readonly value: string; readonly count: number }
  /** Most nodes that list such parts do not have this one. */
  readonly rare: boolean
  /** Nodes that show it. */
  readonly said: number
  /** Nodes that could: those that show it, and those whose list it is missing from. */
  readonly asked: number
}

/** Fewer voices are no majority. */
export const LEAST_VOICES = 3

/** Where the vote on a fact of a sheet is found. */
export function voteKey(product: string, key: string): string {
  return product === '' ? key : `${key} ${product}`
}

/** One vote per key and product, in the order of first sight. Linear in the facts of all sheets. */
export function votesOf(sheets: readonly FactSheet[], productOf: ProductOf): ReadonlyMap<string, Vote> {
  const lists = new Map<string, number>()
  for (const { complete } of sheets) for (const list of complete) lists.set(list, (lists.get(list) ?? 0) + 1)
  const keys = new Map<
    string,
    { readonly fact: Fact; readonly values: Map<string, { count: number; readonly fact: Fact }>; listed: number }
  >()
  for (const sheet of sheets) {
    const { facts, complete } = sheet
    for (const fact of facts) {
      const at = voteKey(productOf(sheet, fact), fact.key)
      const known = keys.get(at) ?? { fact, values: new Map<string, { count: number; fact: Fact }>(), listed: 0 }
      keys.set(at, known)
      const value = known.values.get(fact.value)
      if (value) value.count++
      else known.values.set(fact.value, { count: 1, fact })
      if (fact.listed !== undefined && complete.has(fact.listed)) known.listed++
    }
  }
  const votes = new Map<string, Vote>()
  for (const [at, { fact, values, listed }] of keys) {
    let said = 0
    let best: { value: string; count: number; fact: Fact } | undefined
    for (const [value, { count, fact: example }] of values) {
      said += count
      if (!best || count > best.count) best = { value, count, fact: example }
    }
    // Nodes that list such parts whole and do not have this one vote for its absence.
    const absent = fact.listed === undefined ? 0 : Math.max(0, (lists.get(fact.listed) ?? 0) - listed)
    const asked = said + absent
    const clear = best !== undefined && asked >= LEAST_VOICES && best.count * 2 > asked
    votes.set(at, {
      key: fact.key,
      fact: best?.fact ?? fact,
      majority: clear && best ? { value: best.value, count: best.count } : undefined,
      rare: asked >= LEAST_VOICES && absent * 2 > asked,
      said,
      asked,
    })
  }
  return votes
}
