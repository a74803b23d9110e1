import type { CommentTarget } from '@shared/model/comment'
import type { Place } from './navigation.svelte'

/** Where the thing is shown that a note is on. */
export function placeOfNote(on: CommentTarget): Place {
  switch (on.kind) {
    case 'node':
      return { view: 'links', node: on.node }
    case 'link':
      return { view: 'links', node: on.node, entity: on.part }
    case 'line':
      return { view: 'sources', document: on.document, line: on.line }
    case 'finding':
      return { view: 'findings', finding: on.finding }
  }
}
