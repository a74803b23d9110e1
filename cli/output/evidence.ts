import type { Documents } from '@host/documents'
import type { TextDocument } from '@shared/model/document'
import type { SourceRef } from '@shared/model/source'

/** The lines that prove a finding, read again from the untouched document. */
export interface EvidenceText {
  readonly document: string
  /** Name of the document. */
  readonly name: string
  readonly line: number
  readonly endLine: number
  /** The lines joined by LF; at most `MOST_LINES` of them. */
  readonly text: string
}

/** Lines of one piece of evidence that are quoted; the range itself is always given in full. */
const MOST_LINES = 40
/** Characters of a quoted line. */
const MOST_CHARACTERS = 2000

export type ReadEvidence = (source: SourceRef) => EvidenceText

export function evidenceReader(documents: Documents, list: readonly TextDocument[]): ReadEvidence {
  const names = new Map(list.map(({ id, name }) => [id, name]))
  return ({ document, line, endLine }) => {
    const lines = linesOf(documents, document, line, Math.min(endLine - line + 1, MOST_LINES))
    const text = lines.map((one) => one.slice(0, MOST_CHARACTERS)).join('\n')
    return { document, name: names.get(document) ?? document, line, endLine, text }
  }
}

function linesOf(documents: Documents, document: string, line: number, count: number): readonly string[] {
  try {
    return documents.readWindow(document, line, count)
  } catch {
    // The file is gone or has changed since it was read: the reference still stands.
    return []
  }
}
