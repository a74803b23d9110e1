import { redactedLines, redactNotes, safeSession, type SafeSession, type Redactor } from '@shared/derive/redaction'
import { redactionClasses, type RedactionClass } from '@shared/derive/redaction'
import { buildReport, type ReadReportLines, type ReportDocument, type ReportOptions } from '@shared/derive/report'
import type { SessionView } from '@shared/derive/session-view'

export interface MadeReport {
  readonly report: ReportDocument
  readonly redactor: Redactor
}

/** What may leave the desk: the session with its values replaced, and the report of that. */
export function makeReport(
  session: SessionView,
  options: Omit<ReportOptions, 'redacted'>,
  read: ReadReportLines,
  classes: readonly RedactionClass[],
  words: readonly string[],
): MadeReport {
  const wanted = words.length > 0 ? [...classes, 'word' as const] : classes.filter((kind) => kind !== 'word')
  const { session: safe, redactor } = replaced(session, wanted, words)
  // Their ids follow those of the session.
  const mutes = redactNotes(options.mutes, redactor)
  const comments = redactNotes(options.comments ?? [], redactor)
  const { compare } = options
  const pair = compare && { left: redactor.redactId(compare.left), right: redactor.redactId(compare.right) }
  const lines = redactedLines(read, redactor)
  const make = (redacted: readonly RedactionClass[]): ReportDocument =>
    buildReport(safe, { ...options, mutes, comments, compare: pair, redacted }, lines)
  const first = used(redactor)
  const report = make(first)
  // Quoted lines may have brought more classes.
  const all = used(redactor)
  return { report: all.length === first.length ? report : make(all), redactor }
}

/** Typing in a field of the cover does not look for secrets again. */
let last: { readonly session: SessionView; readonly key: string; readonly made: SafeSession } | undefined

function replaced(session: SessionView, classes: readonly RedactionClass[], words: readonly string[]): SafeSession {
  const key = JSON.stringify([classes, words])
  if (last?.session !== session || last.key !== key)
    last = { session, key, made: safeSession(session, { classes, words }) }
  return last.made
}

function used(redactor: Redactor): readonly RedactionClass[] {
  const classes = new Set(redactor.replacements().map((one) => one.class))
  return redactionClasses.filter((kind) => classes.has(kind))
}

export function wordsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word.length > 1)
}
