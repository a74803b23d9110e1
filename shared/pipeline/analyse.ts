import { combine } from '../combine'
import { formats } from '../formats'
import type { Session } from '../model/session'
import { check } from '../rules/engine'
import { rules } from '../rules'
import { readDocument as read, type DocumentMeta, type DocumentReading } from '../segment/read-document'
import type { LineSource } from './line-source'

export type { DocumentMeta, DocumentReading } from '../segment/read-document'

/** Version of the rule set: raised whenever a rule is added or judges otherwise. */
export const rulesVersion = '0.1'

/** segment and parse: one document, pulled line by line from `source`. */
export function readDocument(
  meta: DocumentMeta,
  source: LineSource,
  onLines?: (lines: number) => void,
): DocumentReading {
  return read(meta, source, { formats, onLines })
}

export interface AnalyseOptions {
  /** Names that the user gave: node id or captured host -> name. */
  readonly names?: Readonly<Record<string, string>>
  /** Nodes that the user joined: captured host -> host that it belongs to. */
  readonly merges?: Readonly<Record<string, string>>
  /** Captures of one host that came in several inputs are a node each. */
  readonly apart?: boolean
}

/** combine and check: everything that was read, judged. */
export function analyse(readings: readonly DocumentReading[], options: AnalyseOptions = {}): Session {
  const facts = combine(readings, options)
  return { ...facts, ...check(facts, rules) }
}
