import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TextDocument } from '@shared/model/document'
import type { DocumentId } from '@shared/model/source'
import type { Session } from '@shared/model/session'
import {
  analyse,
  readDocument,
  type AnalyseOptions,
  type DocumentMeta,
  type DocumentReading,
} from '@shared/pipeline/analyse'
import { createDocuments, type Documents } from './documents'
import { openInputs, type Member, type OpenInput, type OpenOptions } from './open'
import { Rate } from './rate'

export interface ReadProgress {
  readonly stage: 'open' | 'read' | 'combine' | 'check'
  /** Bytes on the disk read so far, of `total`. */
  readonly done: number
  readonly total?: number
  /** Name of the document at hand. */
  readonly document?: string
  readonly documents: number
}

export interface ReadInputsOptions extends OpenOptions, AnalyseOptions {
  /** About ten times a second. */
  readonly onProgress?: (progress: ReadProgress) => void
  /** What is known so far, now and then: first nodes show while the rest is read. */
  readonly onPartial?: (session: Session) => void
  /** Looked at between documents; a document at hand is read to its end. */
  readonly signal?: AbortSignal
}

export interface AnalysedInputs {
  readonly session: Session
  readonly documents: Documents
  /** Judges again under other names or merges, without reading anything. */
  analyse(options: AnalyseOptions): Session
}

const PROGRESS_MS = 100
const PARTIAL_MS = 300

/** open, read, combine and check: everything between what the user handed over and a session. */
export async function analyseInputs(
  inputs: readonly OpenInput[],
  options: ReadInputsOptions = {},
): Promise<AnalysedInputs> {
  const opening = openInputs(inputs, options)
  const members = new Map<DocumentId, Member>()
  const readings: DocumentReading[] = []
  const progressRate = new Rate(PROGRESS_MS)
  const partialRate = new Rate(PARTIAL_MS)
  const progress = (stage: ReadProgress['stage'], document?: string): void => {
    const total = opening.totalBytes > 0 ? opening.totalBytes : undefined
    options.onProgress?.({ stage, done: opening.bytesRead(), total, document, documents: readings.length })
  }
  try {
    progress('open')
    for await (const member of opening.members) {
      options.signal?.throwIfAborted()
      const id = `d${readings.length + 1}`
      members.set(id, member)
      if (progressRate.due()) progress('read', member.name)
      readings.push(readMember(id, member, () => progressRate.due() && progress('read', member.name)))
      if (options.onPartial && partialRate.due()) {
        const { onPartial } = options
        partialRate.measure(() => onPartial(analyse(readings, options)))
        // Lets a message in: a cancel, a question for a window.
        await nextTurn()
      }
    }
    options.signal?.throwIfAborted()
    progress('combine')
    const session = analyse(readings, options)
    const documents = createDocuments(members, () => opening.close())
    return { session, documents, analyse: (other) => analyse(readings, other) }
  } catch (error) {
    opening.close()
    throw error
  }
}

function readMember(id: DocumentId, member: Member, onLines: () => void): DocumentReading {
  const { name, folders, bytes, encoding, problem } = member
  const meta: DocumentMeta = { id, name, folders, bytes, sha256: '', encoding, problem }
  const source = member.open()
  let reading: DocumentReading
  let failed: TextDocument['problem']
  try {
    reading = readDocument(meta, source, onLines)
  } catch (error) {
    // Our bug, not the file's: its row says so, and the other documents go on.
    failed = { code: 'internal-error', message: `Lanescope failed on this file: ${String(error)}` }
    reading = readDocument(meta, { next: () => undefined })
  }
  const facts = source.finish()
  const document: TextDocument = {
    ...reading.document,
    bytes: facts.bytes,
    sha256: facts.sha256,
    encoding: facts.encoding,
    ...(facts.notes.length > 0 ? { mended: facts.notes } : {}),
    problem: failed ?? facts.problem,
  }
  return { ...reading, document }
}
