import type { CaseNotes } from '@shared/contract/case'
import { commentRows } from '@shared/derive/comments'
import { redactNotes } from '@shared/derive/redaction'
import type { Language } from '@shared/messages'
import { reportText } from '@shared/messages/report'
import type { Redacted } from './redaction'

/** A note of the case that was read: what it is on, and what it says. The case's own note is on nothing. */
export interface NoteRow {
  readonly where?: string
  readonly text: string
}

/** The notes as the report prints them, with the values of the session replaced in them too. */
export function noteRows(
  notes: CaseNotes | undefined,
  { session, redactor }: Redacted,
  language: Language,
): readonly NoteRow[] {
  if (!notes) return []
  const safe = redactor ? redactNotes(notes, redactor) : notes
  const own = safe.note.trim() === '' ? [] : [{ text: safe.note.trim() }]
  const rows = commentRows(safe.comments, session, language).map(({ where, text, lost }) => ({
    where: lost ? reportText(language, 'notes.lost', { what: where }) : where,
    text,
  }))
  return [...own, ...rows]
}
