import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DocumentWindow, Request, SearchResult } from '@shared/contract/channels'
import type { CallError } from '@shared/contract/result'
import type { SessionView } from '@shared/derive/session-view'
import type { AnalyseOptions } from '@shared/pipeline/analyse'
import type { OpenInput } from '../open'
import type { ReadProgress } from '../session'
import type { FromWorker, ShareRequest, ToWorker, WorkerStart } from './protocol'

export interface WorkerEvents {
  progress(progress: ReadProgress): void
  partial(session: SessionView): void
  done(session: SessionView): void
  /** The reading failed as a whole, or the worker died. */
  failed(error: CallError): void
}

/** A question that could not be answered; `code` as in the contract. */
export class WorkerRefusal extends Error {
  readonly error: CallError

  constructor(error: CallError) {
    super(error.message)
    this.error = error
  }
}

export interface ReadingWorker {
  window(request: Request<'documents.window'>): Promise<DocumentWindow>
  search(request: Request<'documents.search'>): Promise<SearchResult>
  /** Judges again under other names or merges. */
  analyse(options: AnalyseOptions): Promise<SessionView>
  /** Writes a case with values replaced; answers its size in bytes. */
  share(request: ShareRequest): Promise<number>
  /** Ends the worker at once, also in the middle of a file. No event comes after it; open questions are refused. */
  end(): void
}

/** Starts a worker (the built host/worker/entry at `script`) that reads `inputs`. */
export function startWorker(
  script: string | URL,
  inputs: readonly OpenInput[],
  options: AnalyseOptions,
  events: WorkerEvents,
): ReadingWorker {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'lanescope-'))
  const workerData: WorkerStart = { inputs, options, temporaryFolder }
  const worker = new Worker(script, { workerData, name: 'lanescope reading' })
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let questions = 0
  let ended = false

  const ask = <T>(question: (number: number) => ToWorker): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (ended) return reject(new WorkerRefusal({ code: 'not-found', message: 'the reading was ended' }))
      const number = ++questions
      open.set(number, { resolve: (value) => resolve(value as T), reject })
      worker.postMessage(question(number))
    })

  const finish = (error: CallError | null): void => {
    if (ended) return
    ended = true
    const refusal = error ?? { code: 'not-found', message: 'the reading was ended' }
    for (const { reject } of open.values()) reject(new WorkerRefusal(refusal))
    open.clear()
    if (error) events.failed(error)
    void worker.terminate().then(() => rmSync(temporaryFolder, { recursive: true, force: true }))
  }

  worker.on('message', (message: FromWorker) => {
    if (ended) return
    switch (message.is) {
      case 'progress':
        return events.progress(message.progress)
      case 'partial':
        return events.partial(message.session)
      case 'done':
        return events.done(message.session)
      case 'failed':
        return finish(message.error)
      case 'answer':
        open.get(message.question)?.resolve(message.value)
        open.delete(message.question)
        return
      case 'refusal':
        open.get(message.question)?.reject(new WorkerRefusal(message.error))
        open.delete(message.question)
    }
  })
  worker.on('error', (error) =>
    finish({ code: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
  worker.on('exit', (code) => finish({ code: 'failed', message: `the reading ended by itself (exit ${code})` }))

  return {
    window: (request) => ask((question) => ({ is: 'window', question, request })),
    search: (request) => ask((question) => ({ is: 'search', question, request })),
    analyse: (other) => ask((question) => ({ is: 'analyse', question, options: other })),
    share: (request) => ask((question) => ({ is: 'share', question, request })),
    end: () => finish(null),
  }
}
