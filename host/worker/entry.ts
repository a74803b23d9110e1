import { parentPort, workerData } from 'node:worker_threads'
import type { CallError } from '@shared/contract/result'
import { viewOf } from '@shared/pipeline/view'
import { BadPattern } from '../search'
import { writeSharedCase } from '../case/share-case'
import { analyseInputs, type AnalysedInputs } from '../session'
import type { FromWorker, ToWorker, WorkerStart } from './protocol'

/** Entry of the worker: reads what it was started with, then answers questions about it until it is ended. */
const port = parentPort
if (!port) throw new Error('to be started as a worker')

const start = workerData as WorkerStart
const waiting: ToWorker[] = []
let analysed: AnalysedInputs | undefined

function post(message: FromWorker): void {
  port?.postMessage(message)
}

port.on('message', (message: ToWorker) => {
  // A question that comes while the reading goes on waits for its end: its document may not be read yet.
  if (analysed) answer(message, analysed)
  else waiting.push(message)
})

try {
  analysed = await analyseInputs(start.inputs, {
    ...start.options,
    temporaryFolder: start.temporaryFolder,
    onProgress: (progress) => post({ is: 'progress', progress }),
    onPartial: (session) => post({ is: 'partial', session: viewOf(session) }),
  })
  post({ is: 'done', session: viewOf(analysed.session) })
  for (const message of waiting) answer(message, analysed)
} catch (error) {
  post({ is: 'failed', error: errorOf(error) })
}

function answer(message: ToWorker, { session, documents, analyse }: AnalysedInputs): void {
  const { question } = message
  try {
    if (message.is === 'analyse') return post({ is: 'answer', question, value: viewOf(analyse(message.options)) })
    if (message.is === 'share') {
      void share(message, { documents, session })
      return
    }
    const { document } = message.request
    if (!documents.has(document)) {
      return post({ is: 'refusal', question, error: { code: 'not-found', message: `no document ${document}` } })
    }
    if (message.is === 'search')
      return post({ is: 'answer', question, value: documents.search(document, message.request) })
    const { fromLine, count } = message.request
    post({ is: 'answer', question, value: { fromLine, lines: documents.readWindow(document, fromLine, count) } })
  } catch (error) {
    post({ is: 'refusal', question, error: errorOf(error) })
  }
}

async function share(
  { question, request }: Extract<ToWorker, { is: 'share' }>,
  { session, documents }: Pick<AnalysedInputs, 'session' | 'documents'>,
): Promise<void> {
  try {
    const { bytes } = await writeSharedCase(request.target, session, documents, request.redaction, request.notes)
    post({ is: 'answer', question, value: bytes })
  } catch (error) {
    post({ is: 'refusal', question, error: errorOf(error) })
  }
}

function errorOf(error: unknown): CallError {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof BadPattern) return { code: 'bad-pattern', message }
  const fromSystem = typeof error === 'object' && error !== null && 'code' in error
  return { code: fromSystem ? 'unreadable' : 'failed', message }
}
