import { basename } from 'node:path'
import type { CaseNotes, Identity } from '@shared/contract/case'
import type { DocumentWindow, Request, SearchResult, SessionState } from '@shared/contract/channels'
import type { EventName, Events, JobId, Progress } from '@shared/contract/events'
import type { CallError } from '@shared/contract/result'
import type { SessionView } from '@shared/derive/session-view'
import { CallFailure } from './call-failure'
import type { Input, Reading, StartReading } from './middle'

export type Send = <E extends EventName>(event: E, data: Events[E]) => void

export interface Sessions {
  /** Reads the inputs, beside those already open when `add`. What is shown stays until the new session is there. */
  open(inputs: readonly Input[], add: boolean, from?: CaseOrigin): JobId
  cancel(): void
  close(): void
  state(): SessionState
  inputs(): readonly Input[]
  /** The job that read the session shown. */
  shownJob(): JobId | undefined
  /** The case file of the session shown, if it was opened from one or saved as one. */
  casePath(): string | undefined
  savedAs(path: string): void
  /** Whether a case file holds all inputs of the session shown: it was opened from one or saved since the last was added. */
  inputsAreSaved(): boolean
  identify(identity: Identity): Promise<SessionView>
  window(request: Request<'documents.window'>): Promise<DocumentWindow>
  search(request: Request<'documents.search'>): Promise<SearchResult>
  /** Writes a case to give away, its values replaced. */
  share: Reading['share']
}

/** What the user had noted, and the case file that the inputs came from, if one. */
export interface CaseOrigin {
  readonly path?: string
  readonly notes: CaseNotes
  /** The notes are newer than the file: they were brought back after a crash. */
  readonly unsaved?: boolean
}

interface Job {
  readonly id: JobId
  readonly inputs: readonly Input[]
  /** Undefined only while the worker starts. */
  reading?: Reading
  progress: Progress | null
  readonly added: boolean
  readonly notes: CaseNotes | null
  readonly unsaved: boolean
  casePath?: string
  /** The case file holds all inputs. */
  inputsSaved: boolean
}

/**
 * The one session of the app. Each job has its own worker: a cancelled or failed job takes its worker with it and leaves the
 * session before it untouched, with its documents still readable.
 */
export function createSessions(start: StartReading, send: Send): Sessions {
  let lastId: JobId = 0
  let working: Job | null = null
  let identity: Identity = asCaptured
  let shown: { readonly job: Job; readonly session: SessionView } | null = null

  function open(inputs: readonly Input[], add: boolean, from?: CaseOrigin): JobId {
    working?.reading?.end()
    const id = ++lastId
    if (!add) identity = from?.notes ?? asCaptured
    const before = add ? (working?.inputs ?? shown?.job.inputs ?? []) : []
    const all = joinInputs(before, inputs)
    const began = performance.now()
    const casePath = from?.path ?? (add ? shown?.job.casePath : undefined)
    const job: Job = {
      id,
      inputs: all,
      progress: null,
      added: add && before.length > 0,
      notes: from?.notes ?? null,
      unsaved: from?.unsaved ?? false,
      casePath,
      inputsSaved: from?.path !== undefined && !from.unsaved,
    }
    working = job
    send('started', { job: id, names: namesOf(job) })
    const current = (): boolean => working === job
    job.reading = start(all, identity, {
      progress(progress) {
        if (!current()) return
        job.progress = { ...progress, job: id }
        send('progress', job.progress)
      },
      partial: (session) => current() && send('partial', { job: id, session }),
      done(session) {
        if (!current()) return
        shown?.job.reading?.end()
        shown = { job, session }
        working = null
        send('session', {
          job: id,
          session,
          milliseconds: Math.round(performance.now() - began),
          added: job.added,
          notes: job.notes,
          unsaved: job.unsaved,
        })
      },
      failed: (error) => current() && fail(job, false, error),
    })
    return id
  }

  function fail(job: Job, cancelled: boolean, error: CallError): void {
    working = null
    job.reading?.end()
    send('failed', { job: job.id, cancelled, error })
  }

  function reading(): Reading {
    const found = shown?.job.reading ?? working?.reading
    if (!found) throw new CallFailure('not-found', 'no session is open')
    return found
  }

  return {
    open,
    cancel: () => {
      if (working) fail(working, true, { code: 'failed', message: 'cancelled' })
    },
    close() {
      working?.reading?.end()
      shown?.job.reading?.end()
      working = null
      shown = null
      send('closed', {})
    },
    state: () => ({
      session: shown?.session ?? null,
      working: working ? { job: working.id, progress: working.progress } : null,
      notes: shown?.job.notes ?? null,
      unsaved: shown?.job.unsaved ?? false,
      names: namesOf(working ?? shown?.job),
    }),
    inputs: () => shown?.job.inputs ?? [],
    shownJob: () => shown?.job.id,
    casePath: () => shown?.job.casePath,
    savedAs(path) {
      if (!shown) return
      shown.job.casePath = path
      shown.job.inputsSaved = true
    },
    inputsAreSaved: () => shown?.job.inputsSaved ?? false,
    async identify(chosen) {
      const job = shown?.job
      const session = await reading().analyse(chosen)
      identity = chosen
      // Another session may have come meanwhile; the names then hold for the next one.
      if (job && shown?.job === job) shown = { job, session }
      return session
    },
    window: async (request) => reading().window(request),
    search: async (request) => reading().search(request),
    share: async (target, redaction, notes) => reading().share(target, redaction, notes),
  }
}

const asCaptured: Identity = { names: {}, merges: {} }

/** A path that is already open is not read twice; pasted texts get numbers. */
function joinInputs(before: readonly Input[], added: readonly Input[]): readonly Input[] {
  const paths = new Set(before.flatMap((input) => (input.kind === 'path' ? [input.path] : [])))
  const joined = [...before]
  for (const input of added) {
    if (input.kind === 'path' && paths.has(input.path)) continue
    if (input.kind === 'path') paths.add(input.path)
    joined.push(input.kind === 'text' ? { ...input, name: freeName(input.name, joined) } : input)
  }
  return joined
}

function freeName(name: string, taken: readonly Input[]): string {
  const names = new Set(taken.map(nameOf))
  if (!names.has(name)) return name
  let number = 2
  while (names.has(`${name} ${number}`)) number++
  return `${name} ${number}`
}

/** A case is known by its own name, other inputs by theirs. */
function namesOf(job: Job | undefined): readonly string[] {
  if (!job) return []
  return job.casePath !== undefined && job.notes ? [basename(job.casePath)] : job.inputs.map(nameOf)
}

function nameOf(input: Input): string {
  return input.kind === 'path' ? basename(input.path) : input.name
}
