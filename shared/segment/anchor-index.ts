/**
 * Finds which formats a line may belong to: the ones with an anchor literal in it. A plain alternation of 300 literals makes a
 * regular expression try each of them at each place; this keeps a hash of the last three characters instead, one shift and one look
 * into a table per character, and compares literals only where the three match.
 */
export class AnchorIndex {
  /** Bucket number plus one by hash; 0 = no literal begins so. */
  readonly #table = new Uint16Array(MASK + 1)
  readonly #buckets: { readonly literal: string; readonly owner: number }[][] = []

  constructor(anchors: readonly (readonly string[])[]) {
    anchors.forEach((literals, owner) => {
      for (const literal of literals) {
        if (literal.length < 3) throw new Error(`anchor of fewer than three characters: "${literal}"`)
        const hash = hash3(literal.charCodeAt(0), literal.charCodeAt(1), literal.charCodeAt(2))
        const known = this.#table[hash] ?? 0
        if (known > 0) this.#buckets[known - 1]?.push({ literal, owner })
        else this.#table[hash] = this.#buckets.push([{ literal, owner }])
      }
    })
  }

  /** Owners with an anchor in `text`, in ascending order; the shared empty list when there is none. */
  find(text: string): readonly number[] {
    const table = this.#table
    const end = text.length
    let found: number[] | undefined
    let hash = 0
    for (let i = 0; i < end; i++) {
      hash = ((hash << 5) ^ text.charCodeAt(i)) & MASK
      const bucket = table[hash]
      if (bucket === undefined || bucket === 0 || i < 2) continue
      for (const { literal, owner } of this.#buckets[bucket - 1] ?? NO_LITERALS) {
        if (found?.includes(owner)) continue
        if (text.startsWith(literal, i - 2)) (found ??= []).push(owner)
      }
    }
    return found ? found.sort((x, y) => x - y) : NONE
  }
}

const NONE: readonly number[] = []
const NO_LITERALS: readonly { literal: string; owner: number }[] = []
/** Three times five bits: a fourth character shifts the first one out. */
const MASK = 0x7fff

function hash3(a: number, b: number, c: number): number {
  return ((a << 10) ^ (b << 5) ^ c) & MASK
}
