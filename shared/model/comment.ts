import type { DocumentId } from './source'

/** What a note of the user stands on. Ids are those of the session's model, so that the note is found again when the case is. */
export type CommentTarget =
  | { readonly kind: 'node'; readonly node: string }
  /** A part of a node's drawing: a GPU, NIC, switch or the link between two; `label` is its name when the note was written. */
  | { readonly kind: 'link'; readonly node: string; readonly part: string; readonly label: string }
  /** A line (1-based) of a document. */
  | { readonly kind: 'line'; readonly document: DocumentId; readonly line: number }
  | { readonly kind: 'finding'; readonly finding: string }

/** One note; there is at most one on each thing. `text` is plain, several lines, never empty. */
export interface Comment {
  readonly on: CommentTarget
  readonly text: string
}

/** Equal for two targets that are the same thing, whatever it was called at the time. */
export function commentKey(on: CommentTarget): string {
  switch (on.kind) {
    case 'node':
      return JSON.stringify(['node', on.node])
    case 'link':
      return JSON.stringify(['link', on.node, on.part])
    case 'line':
      return JSON.stringify(['line', on.document, on.line])
    case 'finding':
      return JSON.stringify(['finding', on.finding])
  }
}

export function commentOn(comments: readonly Comment[], on: CommentTarget): Comment | undefined {
  const key = commentKey(on)
  return comments.find((comment) => commentKey(comment.on) === key)
}

/** The list with `text` on the thing, in place of what stood there; an empty text takes the note away. */
export function withComment(comments: readonly Comment[], on: CommentTarget, text: string): readonly Comment[] {
  const key = commentKey(on)
  const trimmed = text.trim()
  const at = comments.findIndex((comment) => commentKey(comment.on) === key)
  if (trimmed === '') return at < 0 ? comments : comments.filter((_, i) => i !== at)
  const comment: Comment = { on, text: trimmed }
  return at < 0 ? [...comments, comment] : comments.map((old, i) => (i === at ? comment : old))
}
