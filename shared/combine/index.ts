import type { Facts } from '../model/session'
import type { DocumentReading } from '../segment/read-document'

export interface CombineOptions {
  readonly names?: Readonly<Record<string, string>>
  readonly merges?: Readonly<Record<string, string>>
}

/** Joins the sections of all documents into nodes, runs and communicators. */
export function combine(readings: readonly DocumentReading[], _options: CombineOptions): Facts {
  return {
    documents: readings.map((reading) => reading.document),
    nodes: [],
    runs: [],
    communicators: [],
    parsed: readings.flatMap((reading) => reading.parsed),
  }
}
