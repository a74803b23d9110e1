/**
 * Finds which formats a line may belong to: the ones with an anchor literal in it. A plain alternation of 200 literals makes a
 * regular expression try each of them at each place; this looks at three characters at a time in a bit table instead and compares
 * literals only where the three match, so that lines of no interest cost about a nanosecond a character.
 */
export class AnchorIndex {
  readonly #bits = new Uint8Array(1 << 16)
  readonly #literals = new Map<number, { readonly literal: string; readonly owner: number }[]>()

  constructor(anchors: readonly (readonly string[])[]) {
    anchors.forEach((literals, owner) => {
      for (const literal of literals) {
        if (literal.length < 3) throw new Error(`anchor of fewer than three characters: "${literal}"`)
        const hash = hash3(literal.charCodeAt(0), literal.charCodeAt(1), literal.charCodeAt(2))
        this.#bits[hash] = 1
        const list = this.#literals.get(hash) ?? []
        list.push({ literal, owner })
        this.#literals.set(hash, list)
      }
    })
  }

  /** Owners with an anchor in `text`, in ascending order; the shared empty list when there is none. */
  find(text: string): readonly number[] {
    const end = text.length - 2
    if (end <= 0) return NONE
    let found: number[] | undefined
    let a = text.charCodeAt(0)
    let b = text.charCodeAt(1)
    for (let i = 0; i < end; i++) {
      const c = text.charCodeAt(i + 2)
      const hash = hash3(a, b, c)
      if (this.#bits[hash] === 1) {
        for (const { literal, owner } of this.#literals.get(hash) ?? NO_LITERALS) {
          if (found?.includes(owner)) continue
          if (text.startsWith(literal, i)) (found ??= []).push(owner)
        }
      }
      a = b
      b = c
    }
    return found ? found.sort((x, y) => x - y) : NONE
  }
}

const NONE: readonly number[] = []
const NO_LITERALS: readonly { literal: string; owner: number }[] = []

function hash3(a: number, b: number, c: number): number {
  return ((a * 961 + b * 31 + c) * 7 + c) & 0xffff
}
