import type { Severity } from '../model/finding'

/**
 * A proof of one rule: a small capture, written by us, and what must come of it. Every rule has at least one of each kind; the tests
 * and `lanescope prove` run the same list.
 */
export interface ProofCase {
  readonly rule: string
  /** `fires`: the rule reports. `silent`: it had what it needs and rightly says nothing. `missing`: it lacks a capture and says so. */
  readonly kind: 'fires' | 'silent' | 'missing'
  /** What is special here, in a few words. */
  readonly title: string
  /** Path -> text; the first folder of a path is the machine: `gn-a07/nvlink.txt`. */
  readonly files: Readonly<Record<string, string>>
  /** Severity of the finding (`fires`). */
  readonly severity?: Severity
  /** The finding stands folded under one of this rule. */
  readonly under?: string
}
