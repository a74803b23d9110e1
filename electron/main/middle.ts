import type { CaseNotes, Identity } from '@shared/contract/case'
import type { DocumentWindow, Request, SearchResult } from '@shared/contract/channels'
import type { Progress } from '@shared/contract/events'
import type { CallError } from '@shared/contract/result'
import type { RedactionOptions } from '@shared/derive/redaction'
import type { SessionView } from '@shared/derive/session-view'

/** What main knows of the pipeline: it runs elsewhere, says how far it is, and answers for the documents it read. */

export type Input =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'text'; readonly name: string; readonly text: string }

/** The input as the host layer takes it. */
export function forOpening(input: Input): string | { readonly name: string; readonly text: string } {
  return input.kind === 'path' ? input.path : { name: input.name, text: input.text }
}

export interface ReadingEvents {
  progress(progress: Omit<Progress, 'job'>): void
  partial(session: SessionView): void
  done(session: SessionView): void
  failed(error: CallError): void
}

/** One reading of inputs in a worker of its own. After `end` no event comes and open questions are answered with an error. */
export interface Reading {
  window(request: Request<'documents.window'>): Promise<DocumentWindow>
  search(request: Request<'documents.search'>): Promise<SearchResult>
  /** Judges again under other names or merges, without reading anything. */
  analyse(identity: Identity): Promise<SessionView>
  /** Writes a case with values replaced; answers its size in bytes. */
  share(target: string, redaction: RedactionOptions, notes: CaseNotes): Promise<number>
  end(): void
}

export type StartReading = (inputs: readonly Input[], identity: Identity, events: ReadingEvents) => Reading
