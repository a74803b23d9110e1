import type { DocumentId, SourceRef } from '../model/source'

/** Which lines to show for a list of sources: grouped by document, with a little around them, bounded. */

export interface PlannedRange {
  readonly from: number
  readonly to: number
}

export interface EvidencePlan {
  readonly document: DocumentId
  /** Ascending, apart from each other. */
  readonly ranges: readonly PlannedRange[]
  /** Line numbers that are evidence, among those of `ranges`. */
  readonly hits: ReadonlySet<number>
  /** Evidence lines that are not shown. */
  readonly more: number
}

export interface EvidenceLimits {
  /** Lines shown before and after a hit. */
  readonly context: number
  /** Evidence lines shown of one source; a section of a thousand lines shows its first ones. */
  readonly perSource: number
  readonly perDocument: number
}

export const evidenceLimits: EvidenceLimits = { context: 1, perSource: 8, perDocument: 40 }

/** Documents in the order in which the sources name them. `lines` is the length of a document, if known. */
export function planEvidence(
  sources: readonly SourceRef[],
  lines: (document: DocumentId) => number | undefined,
  limits: EvidenceLimits = evidenceLimits,
): readonly EvidencePlan[] {
  const byDocument = new Map<DocumentId, SourceRef[]>()
  for (const source of sources) {
    const list = byDocument.get(source.document)
    if (list) list.push(source)
    else byDocument.set(source.document, [source])
  }
  return [...byDocument].map(([document, refs]) => {
    const hits = new Set<number>()
    let more = 0
    for (const { line, endLine } of refs.toSorted((a, b) => a.line - b.line || a.endLine - b.endLine)) {
      for (let at = line; at <= endLine; at++) {
        if (hits.has(at)) continue
        if (at - line < limits.perSource && hits.size < limits.perDocument) hits.add(at)
        else {
          more += endLine - at + 1
          break
        }
      }
    }
    return { document, ranges: ranges(hits, limits.context, lines(document)), hits, more }
  })
}

function ranges(hits: ReadonlySet<number>, context: number, end: number | undefined): readonly PlannedRange[] {
  const list: { from: number; to: number }[] = []
  for (const line of [...hits].sort((a, b) => a - b)) {
    const from = Math.max(1, line - context)
    const to = Math.min(end ?? line + context, line + context)
    const last = list.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else list.push({ from, to: Math.max(from, to) })
  }
  return list
}
