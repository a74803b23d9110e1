export interface NcclReading {
  /** What NCCL works with: a number, or the word/list it understands; undefined when it ignores the text. */
  readonly value: number | string | undefined
  /** The text has a form that NCCL takes as its writer meant it. */
  readonly valid: boolean
  /** Message key under `nccl-value.`, with data, for shared/messages; and an English sentence as fallback. */
  readonly key: NcclReadingKey
  readonly explanation: string
}

export type NcclReadingKey =
  | 'as-written'
  | 'empty'
  | 'not-a-number'
  | 'trailing-text'
  | 'octal'
  | 'out-of-range'
  | 'outside-accepted'
  | 'not-exactly-one'
  | 'legacy-level'
  | 'unknown-level'
  | 'unknown-word'
  | 'init-fails'
  | 'words-ignored'
  | 'blank-in-list'
  | 'late-caret'
  | 'unknown-variable'

/**
 * How NCCL really reads a value (src/misc/param.cc, src/graph/topo.cc, src/graph/tuning.cc of 2.30.7 and older tags).
 * `version` is NCCL's own, `2.21.5`; without it the strictest reading is given.
 */
export function readAsNccl(_variable: string, _text: string, _version?: string): NcclReading {
  return { value: undefined, valid: false, key: 'unknown-variable', explanation: '' }
}
