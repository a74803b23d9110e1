import type { SearchMatch } from '@shared/contract/channels'
import type { SessionView } from '@shared/derive/session-view'
import type { DocumentId } from '@shared/model/source'

const PER_DOCUMENT = 2000
const PER_DOCUMENT_IN_ALL = 100
const MOST_IN_ALL = 2000

export interface FoundIn {
  readonly document: DocumentId
  readonly matches: readonly SearchMatch[]
}

/** Searching one document or all of them; main searches, the window holds bounded results. */
export class Search {
  pattern = $state('')
  regex = $state(false)
  caseSensitive = $state(false)
  everywhere = $state(false)
  running = $state(false)
  bad = $state(false)
  more = $state(false)
  matches = $state.raw<readonly SearchMatch[]>([])
  /** Index of the match that the viewer stands on. */
  at = $state(-1)
  found = $state.raw<readonly FoundIn[]>([])
  #round = 0

  get current(): SearchMatch | undefined {
    return this.matches[this.at]
  }

  async #ask(
    document: DocumentId,
    from: number,
    limit: number,
  ): Promise<{ matches: readonly SearchMatch[]; more: boolean } | undefined> {
    const { pattern, regex, caseSensitive } = this
    const result = await window.lanescope?.invoke('documents.search', {
      document,
      pattern,
      regex,
      caseSensitive,
      from,
      limit,
    })
    if (result === undefined) return undefined
    if (result.ok) return result.value
    if (result.error.code === 'bad-pattern') this.bad = true
    return undefined
  }

  /** Looks through one document, and stands on the first match from `line` on. */
  async inDocument(document: DocumentId, line: number): Promise<void> {
    const round = ++this.#round
    this.bad = false
    this.found = []
    if (this.pattern === '') {
      this.matches = []
      this.at = -1
      this.more = false
      this.running = false
      return
    }
    this.running = true
    const result = await this.#ask(document, 1, PER_DOCUMENT)
    if (round !== this.#round) return
    this.running = false
    this.matches = result?.matches ?? []
    this.more = result?.more ?? false
    const next = this.matches.findIndex((match) => match.line >= line)
    this.at = this.matches.length === 0 ? -1 : Math.max(0, next)
  }

  /** The next or previous match; at the end of what is held, the next ones are read. */
  async step(document: DocumentId, by: 1 | -1): Promise<void> {
    const next = this.at + by
    if (next < 0) this.at = this.matches.length - 1
    else if (next < this.matches.length) this.at = next
    else if (!this.more) this.at = this.matches.length > 0 ? 0 : -1
    else {
      const last = this.matches.at(-1)?.line ?? 0
      const round = ++this.#round
      const result = await this.#ask(document, last + 1, PER_DOCUMENT)
      if (round !== this.#round) return
      // Only the newest stretch is kept: the list stays bounded in a document with millions of matches.
      this.matches = result?.matches ?? []
      this.more = result?.more ?? false
      this.at = this.matches.length > 0 ? 0 : -1
    }
  }

  async inAll(session: SessionView): Promise<void> {
    const round = ++this.#round
    this.bad = false
    this.found = []
    this.matches = []
    this.at = -1
    if (this.pattern === '') return
    this.running = true
    this.more = false
    let count = 0
    for (const { id } of session.documents) {
      const result = await this.#ask(id, 1, PER_DOCUMENT_IN_ALL)
      if (round !== this.#round) return
      if (this.bad) break
      if (!result || result.matches.length === 0) continue
      this.found = [...this.found, { document: id, matches: result.matches }]
      this.more ||= result.more
      count += result.matches.length
      if (count >= MOST_IN_ALL) {
        this.more = true
        break
      }
    }
    this.running = false
  }
}
