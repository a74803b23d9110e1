import type { RedactionOptions } from '../derive/redaction'
import type { SessionView } from '../derive/session-view'
import type { CaseNotes, Identity } from './case'
import type { JobId, Progress } from './events'
import type { Settings, SettingsNow } from './settings'

/**
 * The contract between window and main, typed once: channel -> request and response. Main checks every request against
 * requests.ts; the window gets a Result (result.ts). A new channel is a line here, one in requests.ts and a handler in
 * electron/main.
 */
export interface Channels {
  /** Native dialog; null when the user closed it. `add` keeps what is open and reads the new inputs beside it. */
  'open.dialog': { request: { readonly kind: 'files' | 'folder'; readonly add: boolean }; response: JobStarted | null }
  /**
   * Paths of dropped files: only the preload can call it, from File objects (see bridge.ts). Like every way in without `add`,
   * it asks about unsaved notes first, and answers null when the user would rather keep what is open.
   */
  'open.paths': { request: { readonly paths: readonly string[]; readonly add: boolean }; response: JobStarted | null }
  'open.text': { request: { readonly text: string; readonly add: boolean }; response: JobStarted | null }
  /** The text of the clipboard, which a page cannot read by itself; null when there is none. */
  'open.clipboard': { request: { readonly add: boolean }; response: JobStarted | null }
  'open.sample': { request: { readonly id: string }; response: JobStarted | null }
  'open.recent': { request: { readonly id: string }; response: JobStarted | null }
  'samples.list': { request: null; response: readonly Sample[] }
  'recent.list': { request: null; response: readonly RecentEntry[] }
  'recent.clear': { request: null; response: null }

  'session.current': { request: null; response: SessionState }
  'session.cancel': { request: null; response: null }
  /** Asks about unsaved notes first; the event `closed` tells that it was done. */
  'session.close': { request: null; response: null }
  /** Judges the open session again under these names and merges; they also hold for inputs that are added later. */
  'session.identify': { request: Identity; response: SessionView }

  /** Lines of a document from `fromLine` (1-based) on; fewer than `count` at its end. At most `maxWindowLines`. */
  'documents.window': {
    request: { readonly document: string; readonly fromLine: number; readonly count: number }
    response: DocumentWindow
  }
  /** Matches from line `from` on, in order, at most `limit`. */
  'documents.search': {
    request: {
      readonly document: string
      readonly pattern: string
      readonly regex: boolean
      readonly caseSensitive: boolean
      readonly from: number
      readonly limit: number
    }
    response: SearchResult
  }

  /** Save dialog, then the bytes; null when the user closed the dialog. */
  'export.save': {
    request: { readonly kind: ExportKind; readonly suggestedName: string; readonly data: string | Uint8Array }
    response: SavedFile | null
  }
  /**
   * Prints to PDF: `html` a whole page without scripts, or null for the window's own page under `@media print`. Asks where
   * to save first.
   */
  'report.pdf': {
    request: {
      readonly html: string | null
      readonly suggestedName: string
      readonly pageSize: 'A4' | 'Letter'
      readonly landscape: boolean
    }
    response: SavedFile | null
  }
  /** Opens a case chosen in a dialog; its notes come with the event `session`. */
  'case.open': { request: null; response: JobStarted | null }
  /** Saves inputs and notes in one file; `as` asks for another place. */
  'case.save': { request: { readonly notes: CaseNotes; readonly as: boolean }; response: SavedFile | null }
  /** Saves a copy to be given away: texts, names and notes with the values of these classes replaced. */
  'case.share': {
    request: { readonly notes: CaseNotes; readonly redaction: RedactionOptions }
    response: SavedFile | null
  }

  /** What the user added and has not saved, after every change; null when there is nothing unsaved. Main keeps it over a crash. */
  'draft.keep': { request: { readonly notes: CaseNotes | null }; response: null }
  /** What an earlier run of the app left unsaved, newest first. */
  'draft.list': { request: null; response: readonly Draft[] }
  'draft.restore': { request: { readonly id: string }; response: JobStarted | null }
  'draft.discard': { request: { readonly id: string }; response: readonly Draft[] }

  'settings.get': { request: null; response: SettingsNow }
  /** Unnamed fields stay. */
  'settings.set': { request: Partial<Settings>; response: SettingsNow }
  'window.title': { request: { readonly title: string }; response: null }
  'clipboard.write': { request: { readonly text: string }; response: null }
  /** Runs every rule on the small captures that come with the program, in a worker of its own. */
  'rules.prove': { request: null; response: readonly Proof[] }
  'app.info': { request: null; response: AppInfo }
}

export type Channel = keyof Channels
export type Request<C extends Channel> = Channels[C]['request']
export type Response<C extends Channel> = Channels[C]['response']

export const channelNames: readonly Channel[] = [
  'open.dialog',
  'open.paths',
  'open.text',
  'open.clipboard',
  'open.sample',
  'open.recent',
  'samples.list',
  'recent.list',
  'recent.clear',
  'session.current',
  'session.cancel',
  'session.close',
  'session.identify',
  'documents.window',
  'documents.search',
  'export.save',
  'report.pdf',
  'case.open',
  'case.save',
  'case.share',
  'draft.keep',
  'draft.list',
  'draft.restore',
  'draft.discard',
  'settings.get',
  'settings.set',
  'window.title',
  'clipboard.write',
  'rules.prove',
  'app.info',
]

export interface JobStarted {
  readonly job: JobId
}

/** What the window shows after a reload, or when a file was given to the app before the window was ready. */
export interface SessionState {
  readonly session: SessionView | null
  /** The job at work, if one is. */
  readonly working: { readonly job: JobId; readonly progress: Progress | null } | null
  /** Names of the opened inputs, as the user knows them. */
  readonly names: readonly string[]
  /** What the user had noted, when the session shown came from a case file. */
  readonly notes: CaseNotes | null
  /** The notes are not in any case file yet. */
  readonly unsaved: boolean
}

/** Work that was not saved when the app ended. */
export interface Draft {
  readonly id: string
  readonly names: readonly string[]
  /** Milliseconds since 1970. */
  readonly keptAt: number
}

export interface Sample {
  readonly id: string
}

export interface RecentEntry {
  readonly id: string
  /** File or folder names without their folders. */
  readonly names: readonly string[]
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly openedAt: number
}

/** One proof of a rule: `fires` on a capture, stays `silent` on another, or says that something is `missing`. */
export interface Proof {
  readonly rule: string
  readonly kind: 'fires' | 'silent' | 'missing'
  /** What is special in this capture, in English. */
  readonly title: string
  readonly passed: boolean
  /** What came instead. */
  readonly because?: string
}

export interface DocumentWindow {
  readonly fromLine: number
  readonly lines: readonly string[]
}

export interface SearchMatch {
  readonly line: number
  /** Columns of the first match in the line, in UTF-16 units, end exclusive. */
  readonly start: number
  readonly end: number
  /** The line, cut to a bounded length. */
  readonly text: string
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[]
  /** There is more behind the last match: ask again from the line after it. */
  readonly more: boolean
}

export const exportKinds = ['svg', 'png', 'text', 'csv', 'json', 'markdown', 'html'] as const
export type ExportKind = (typeof exportKinds)[number]

export interface SavedFile {
  /** File name without its folder. */
  readonly name: string
  readonly bytes: number
}

export interface AppInfo {
  readonly version: string
  readonly electron: string
  readonly chromium: string
  readonly platform: string
}

/** Most lines that one `documents.window` may ask for. */
export const maxWindowLines = 5000
/** Longest text that can be pasted; more belongs in a file. */
export const maxPastedCharacters = 64 * 1024 * 1024
