import type { Language } from '../messages'
import { findingText } from '../messages'
import { uiText } from '../messages/ui'
import type { Comment } from '../model/comment'
import { findFinding } from './findings'
import type { SessionView } from './session-view'

/** A note of the user in words, as the report and the lists of the window print it. */
export interface CommentRow {
  readonly comment: Comment
  /** What the note is on: "gn-a07", "gn-a07, GPU3", the title of a finding, "dmesg.txt, line 812". */
  readonly where: string
  readonly text: string
  /** The thing is no longer in the session: the note is kept and told, never dropped. */
  readonly lost: boolean
}

const order = { finding: 0, node: 1, link: 2, line: 3 } as const

/** Notes on findings first, then on nodes, their parts, and lines; within a kind in the order in which they were written. */
export function commentRows(
  comments: readonly Comment[],
  session: SessionView,
  language: Language,
): readonly CommentRow[] {
  return comments
    .map((comment): CommentRow => ({ comment, text: comment.text, ...place(comment, session, language) }))
    .sort((a, b) => order[a.comment.on.kind] - order[b.comment.on.kind])
}

function place(comment: Comment, session: SessionView, language: Language): Pick<CommentRow, 'where' | 'lost'> {
  const { on } = comment
  if (on.kind === 'finding') {
    const finding = findFinding(session.findings, on.finding)?.finding
    return finding ? { where: findingText(finding, language).title, lost: false } : { where: on.finding, lost: true }
  }
  if (on.kind === 'line') {
    const document = session.documents.find(({ id }) => id === on.document)
    const where = uiText(language, 'case.note.line', { document: document?.name ?? on.document, line: on.line })
    return { where, lost: document === undefined || on.line > document.lines }
  }
  const node = session.nodes.find(({ id }) => id === on.node)
  const name = node?.name ?? on.node
  return { where: on.kind === 'node' ? name : `${name}, ${on.label}`, lost: node === undefined }
}
