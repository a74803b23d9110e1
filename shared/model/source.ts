/** Where a value was read. Every fact, edge and finding carries one, up to the PDF. */

export type DocumentId = string

/** Line numbers are 1-based and inclusive, counted in the untouched document. */
export interface LineRange {
  readonly line: number
  readonly endLine: number
}

export interface SourceRef extends LineRange {
  readonly document: DocumentId
}

/** A value together with the lines that say it. */
export interface Sourced<T> {
  readonly value: T
  readonly source: SourceRef
}

/** A value inside one section: the document is known from the section around it. */
export interface AtLine<T> {
  readonly value: T
  readonly line: number
}

export function sourceRef(document: DocumentId, line: number, endLine = line): SourceRef {
  return { document, line, endLine }
}
