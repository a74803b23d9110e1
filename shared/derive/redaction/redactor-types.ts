import type { RedactionClass } from './kinds'

export interface Replacement {
  readonly class: RedactionClass
  readonly from: string
  readonly to: string
  readonly count: number
}

/**
 * Replaces values by placeholders. Equal values get equal placeholders over everything that one redactor sees, so that the analysis
 * still reads. The map from values to placeholders lives in the redactor alone and is never part of what is exported.
 */
export interface Redactor {
  redact(text: string): string
  /** An id of ours: only values that the session names, since ids may look like addresses of people. */
  redactId(id: string): string
  /** A path of folders and a file: also every word in it that is not of the trade, for folders are named after customers. */
  redactName(name: string): string
  /** Every string inside a plain value, keys included where they are captured text. */
  redactDeep<T>(value: T): T
  /** What was replaced so far, for the preview: most frequent first within a class. */
  replacements(): readonly Replacement[]
}
