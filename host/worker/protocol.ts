import type { DocumentWindow, Request, SearchResult } from '@shared/contract/channels'
import type { CallError } from '@shared/contract/result'
import type { CaseNotes } from '@shared/contract/case'
import type { RedactionOptions } from '@shared/derive/redaction'
import type { SessionView } from '@shared/derive/session-view'
import type { AnalyseOptions } from '@shared/pipeline/analyse'
import type { OpenInput } from '../open'
import type { ReadProgress } from '../session'

/** Messages between the app's main process and the worker that reads. One worker reads one set of inputs. */

export interface WorkerStart {
  readonly inputs: readonly OpenInput[]
  readonly options: AnalyseOptions
  /** Removed by the starter when the worker has ended, however it ended. */
  readonly temporaryFolder: string
}

/** A redacted case written to `target`; answers its size in bytes. */
export interface ShareRequest {
  readonly target: string
  readonly redaction: RedactionOptions
  readonly notes: CaseNotes
}

/** A question has a number, which its answer repeats. */
export type ToWorker =
  | { readonly is: 'window'; readonly question: number; readonly request: Request<'documents.window'> }
  | { readonly is: 'search'; readonly question: number; readonly request: Request<'documents.search'> }
  | { readonly is: 'analyse'; readonly question: number; readonly options: AnalyseOptions }
  | { readonly is: 'share'; readonly question: number; readonly request: ShareRequest }

export type FromWorker =
  | { readonly is: 'progress'; readonly progress: ReadProgress }
  | { readonly is: 'partial'; readonly session: SessionView }
  | { readonly is: 'done'; readonly session: SessionView }
  | { readonly is: 'failed'; readonly error: CallError }
  | {
      readonly is: 'answer'
      readonly question: number
      readonly value: DocumentWindow | SearchResult | SessionView | number
    }
  | { readonly is: 'refusal'; readonly question: number; readonly error: CallError }
