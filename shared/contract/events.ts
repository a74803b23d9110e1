import type { SessionView } from '../derive/session-view'
import type { CaseNotes } from './case'
import type { Command } from './commands'
import type { CallError } from './result'
import type { SettingsNow } from './settings'

/** Number of one reading of inputs; events of an older job than the newest one are of no interest. */
export type JobId = number

export type Stage = 'open' | 'read' | 'combine' | 'check'

export interface Progress {
  readonly job: JobId
  readonly stage: Stage
  /** Bytes (open, read) or steps done so far, of `total`; total is undefined while it is not known. */
  readonly done: number
  readonly total?: number
  /** Name of the document at hand. */
  readonly document?: string
  readonly documents: number
}

/** What main sends to the window, in this order for one job: started, progress and partial in turn, then session or failed. */
export interface Events {
  /** A job began: by the window's own call, the menu, a second instance, a file given to the app. */
  started: { readonly job: JobId; readonly names: readonly string[] }
  progress: Progress
  /** First nodes while the rest is still being read; findings may be missing. */
  partial: { readonly job: JobId; readonly session: SessionView }
  session: {
    readonly job: JobId
    readonly session: SessionView
    readonly milliseconds: number
    /** The inputs came beside those that were open: the user's notes go on. Otherwise they begin anew, with `notes`. */
    readonly added: boolean
    /** What the user had noted, when the inputs were a case file. */
    readonly notes: CaseNotes | null
    /** The notes are not in any case file yet: they were brought back after a crash. */
    readonly unsaved: boolean
  }
  /** `cancelled` when the user stopped it; the session shown before stays. */
  failed: { readonly job: JobId; readonly cancelled: boolean; readonly error: CallError }
  /** The session was closed. */
  closed: Record<string, never>
  command: { readonly command: Command }
  settings: SettingsNow
}

export type EventName = keyof Events

export const eventNames: readonly EventName[] = [
  'started',
  'progress',
  'partial',
  'session',
  'failed',
  'closed',
  'command',
  'settings',
]
