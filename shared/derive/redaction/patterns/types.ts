import type { RedactionClass } from '../kinds'

/** A class by pattern: the group named `value`, which ends the match, is replaced, or the whole match without one. */
export interface Pattern {
  readonly class: RedactionClass
  /** Global. Every repetition has a bound, so that no text takes long. */
  readonly pattern: RegExp
  /** A last look at the value: false leaves it as it is. */
  readonly keep?: (value: string) => boolean
  /** Where the value is a list: the places in it that are values of their own. */
  readonly parts?: (value: string) => readonly { readonly start: number; readonly end: number }[]
}
