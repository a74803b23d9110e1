export interface ForeignName {
  /** `PyTorch`, `Google Cloud plugin`, `nccl-tests` ... */
  readonly owner: string
  readonly effect?: string
  readonly renamedTo?: string
  readonly notes?: string
}

/** A mistake seen in public captures or derived from the parser. */
export interface KnownMistake {
  readonly kind: 'misspelt' | 'does-not-exist' | 'renamed'
  readonly verdict: string
  readonly nearest: readonly string[]
}

/** Names and prefixes that frameworks, plugins, containers and build systems own although they may begin with NCCL_. */
export function isForeignName(_name: string): boolean {
  return false
}

export function foreignName(_name: string): ForeignName | undefined {
  return undefined
}

export function knownMistake(_name: string): KnownMistake | undefined {
  return undefined
}

/** A name that was meant to be an NCCL variable: NCCL_..., or CCL_..., NCC_... (a lost letter). */
export function looksLikeNcclName(_name: string): boolean {
  return false
}

/**
 * Nearest real names, best first, at most four: the list of known mistakes, then edit distance up to 2, then words in another
 * order or with one replaced. Empty when nothing is near.
 */
export function suggestNames(_name: string): readonly string[] {
  return []
}

/** Smallest edit distance to a known name, capped at 3: the rule warns at 2 or less. */
export function distanceToKnown(_name: string): number {
  return 3
}
