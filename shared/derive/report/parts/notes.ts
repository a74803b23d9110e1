import { commentOn } from '../../../model/comment'
import { commentRows } from '../../comments'
import type { ReportContext } from '../context'
import { strong } from '../support/format'
import type { Block } from '../types'

/** The user's note on a finding, printed with it. */
export function findingNote(context: ReportContext, finding: string): readonly Block[] {
  const note = commentOn(context.options.comments ?? [], { kind: 'finding', finding })
  return note ? [{ kind: 'text', content: [strong(context.t('notes.note')), ' ', note.text] }] : []
}

/** Notes on all other things, and those whose thing is not in the report: none is left out in silence. */
export function notesBlocks(context: ReportContext): readonly Block[] {
  const { options, session, t } = context
  const printed = new Set(context.findings.map(({ id }) => id))
  const rows = commentRows(options.comments ?? [], session, options.language).filter(
    ({ comment: { on } }) => on.kind !== 'finding' || !printed.has(on.finding),
  )
  if (rows.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: t('notes.title') },
    {
      kind: 'table',
      label: t('notes.title'),
      columns: [{ title: t('notes.on'), width: 35 }, { title: t('notes.text') }],
      rows: rows.map(({ where, text, lost }) => [lost ? t('notes.lost', { what: where }) : where, text]),
    },
  ]
}
