/**
 * What every call over the bridge answers. Electron keeps only the message of an error that crosses processes, so errors
 * travel as values: `code` is stable and names a text of the window, `message` is for people who report a bug.
 */
export type ErrorCode =
  | 'unknown-channel' // the name is not in the contract
  | 'bad-request' // the request has another shape than the contract says
  | 'not-found' // no such document, sample or recent entry
  | 'newer-case' // the case was saved by a later version of the app; `message` names the version of the file
  | 'unreadable' // a file could not be opened or written; `message` says why
  | 'bad-pattern' // the search pattern is no regular expression
  | 'busy' // the same thing is already being done
  | 'failed' // our own bug; `message` carries what was thrown

export interface CallError {
  readonly code: ErrorCode
  readonly message: string
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CallError }

export function success<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function failure(code: ErrorCode, message: string): { readonly ok: false; readonly error: CallError } {
  return { ok: false, error: { code, message } }
}
