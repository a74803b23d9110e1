import type { DocumentId } from '@shared/model/source'
import type { Member } from './open'
import { searchLines, type SearchQuery, type SearchResult } from './search'

/** The text behind a session: any window of any document, read again from where it lies. */
export interface Documents {
  /** Lines of the untouched document from `fromLine` (1-based) on. Throws when the file is gone or has changed. */
  readWindow(document: DocumentId, fromLine: number, count: number): string[]
  search(document: DocumentId, query: SearchQuery): SearchResult
  has(document: DocumentId): boolean
  /** Frees the temporary file. */
  close(): void
}

export function createDocuments(members: ReadonlyMap<DocumentId, Member>, close: () => void): Documents {
  const member = (id: DocumentId): Member => {
    const found = members.get(id)
    if (!found) throw new Error(`no document ${id}`)
    return found
  }
  return {
    readWindow: (id, fromLine, count) => member(id).readWindow(fromLine, count),
    search: (id, query) => searchLines(member(id), query),
    has: (id) => members.has(id),
    close,
  }
}
