import type { Finding } from '../../../model/finding'
import type { DocumentId, SourceRef } from '../../../model/source'
import { withFolds } from '../../findings'
import type { SessionView } from '../../session-view'
import { findingAnchor, type ReportContext } from '../context'
import { readLines } from '../support/quotes'
import type { Block, Inline, ReportSection } from '../types'

/** Lines kept of one piece of evidence, and of one document. */
const PER_SOURCE = 40
const PER_DOCUMENT = 300

interface Range {
  readonly from: number
  readonly to: number
  readonly findings: readonly Finding[]
}

/** The raw lines of every piece of evidence, by document, with the findings that rest on them. */
export function evidencePart(context: ReportContext): readonly ReportSection[] {
  const { session, t } = context
  const byDocument = rangesOf(context.findings)
  if (byDocument.size === 0) return []
  const blocks: Block[] = [
    { kind: 'heading', level: 2, text: t('evidence.title') },
    { kind: 'text', content: t(context.options.redacted.length > 0 ? 'evidence.textRedacted' : 'evidence.text') },
  ]
  for (const { id, name } of session.documents) {
    const ranges = byDocument.get(id)
    if (ranges) blocks.push(...documentBlocks(context, id, name, ranges))
  }
  return [
    {
      part: 'evidence',
      id: 'evidence',
      title: t('evidence.title'),
      running: t('evidence.title'),
      landscape: false,
      blocks,
    },
  ]
}

/** All lines that the appendix reads. */
export function evidenceRanges(session: SessionView): readonly SourceRef[] {
  return [...rangesOf(session.findings)].flatMap(([document, ranges]) =>
    bounded(ranges).shown.map(({ from, to }) => ({ document, line: from, endLine: to })),
  )
}

function documentBlocks(
  context: ReportContext,
  id: DocumentId,
  name: string,
  ranges: readonly Range[],
): readonly Block[] {
  const { shown, more } = bounded(ranges)
  const lines = shown.flatMap(({ from, to }) => readLines(context, id, from, to, () => false))
  const used = [...new Set(shown.flatMap(({ findings }) => findings))].flatMap(
    (finding) => context.number(finding) ?? [],
  )
  const links = [...new Set(used)]
    .sort((a, b) => a - b)
    .flatMap((number, i): readonly Inline[] => [
      ...(i > 0 ? [context.t('word.separator')] : []),
      context.has('findings') ? { kind: 'link', to: findingAnchor(number), text: String(number) } : String(number),
    ])
  const blocks: readonly Block[] = [
    { kind: 'heading', level: 3, id: context.evidenceAnchor(id), text: name },
    { kind: 'text', style: 'note', content: [context.t('evidence.usedBy'), ' ', ...links] },
    { kind: 'quotes', quotes: [{ name: '', lines, more, state: 'info' }] },
  ]
  return lines.length <= 16 ? [{ kind: 'group', blocks }] : blocks
}

/** Ranges of the findings and those folded under them, joined where they touch. */
function rangesOf(findings: readonly Finding[]): ReadonlyMap<DocumentId, readonly Range[]> {
  const found = new Map<DocumentId, Range[]>()
  for (const top of findings) {
    for (const { document, line, endLine } of withFolds(top).flatMap(({ evidence }) => evidence)) {
      const range: Range = { from: line, to: Math.min(endLine, line + PER_SOURCE - 1), findings: [top] }
      const list = found.get(document)
      if (list) list.push(range)
      else found.set(document, [range])
    }
  }
  return new Map([...found].map(([document, list]) => [document, joined(list)]))
}

function joined(list: readonly Range[]): readonly Range[] {
  const out: Range[] = []
  for (const range of list.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = out.at(-1)
    if (last && range.from <= last.to + 1)
      out[out.length - 1] = {
        from: last.from,
        to: Math.max(last.to, range.to),
        findings: [...last.findings, ...range.findings],
      }
    else out.push(range)
  }
  return out
}

function bounded(ranges: readonly Range[]): { readonly shown: readonly Range[]; readonly more: number } {
  const shown: Range[] = []
  let left = PER_DOCUMENT
  let more = 0
  for (const range of ranges) {
    const lines = range.to - range.from + 1
    if (left <= 0) more += lines
    else shown.push(lines <= left ? range : { ...range, to: range.from + left - 1 })
    if (left > 0 && lines > left) more += lines - left
    left -= lines
  }
  return { shown, more }
}
