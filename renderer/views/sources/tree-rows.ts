import { documentState, type SourceEntry } from '@shared/derive/sources'
import type { Section, TextDocument } from '@shared/model/document'
import type { IconState } from '../../components/icons'

/** The tree as the rows that are open, top to bottom: what a list of one row height can draw. */
export interface TreeRow {
  readonly id: string
  readonly depth: number
  readonly kind: 'folder' | 'document' | 'section'
  readonly name: string
  readonly open?: boolean
  readonly document?: TextDocument
  readonly section?: Section
  readonly state?: IconState
  readonly unrecognised: number
  readonly lines: number
}

export function treeRows(
  entries: readonly SourceEntry[],
  isOpen: (id: string) => boolean,
  depth = 0,
): readonly TreeRow[] {
  return entries.flatMap((entry): readonly TreeRow[] => {
    if (entry.kind === 'folder') {
      const id = `folder:${entry.path}`
      const open = isOpen(id)
      const row: TreeRow = {
        id,
        depth,
        kind: 'folder',
        name: entry.name,
        open,
        unrecognised: entry.totals.unrecognised,
        lines: entry.totals.lines,
      }
      return [row, ...(open ? treeRows(entry.children, isOpen, depth + 1) : [])]
    }
    const { document } = entry
    const id = `document:${document.id}`
    const open = document.sections.length > 0 && isOpen(id)
    const row: TreeRow = {
      id,
      depth,
      kind: 'document',
      name: entry.name,
      open: document.sections.length > 0 ? open : undefined,
      document,
      state: documentState(document),
      unrecognised: document.unrecognisedLines,
      lines: document.lines,
    }
    return [row, ...(open ? document.sections.map((section, i) => sectionRow(document, section, i, depth + 1)) : [])]
  })
}

function sectionRow(document: TextDocument, section: Section, index: number, depth: number): TreeRow {
  return {
    id: `section:${document.id}:${index}`,
    depth,
    kind: 'section',
    name: section.format,
    document,
    section,
    state: section.quality === 'full' ? undefined : section.quality === 'partial' ? 'degraded' : 'unknown',
    unrecognised: 0,
    lines: section.endLine - section.line + 1,
  }
}
