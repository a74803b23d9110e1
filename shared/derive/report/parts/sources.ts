import type { TextDocument } from '../../../model/document'
import { sourceTotals } from '../../sources'
import type { ReportContext } from '../context'
import { countText, listText, quiet, sizeText, state } from '../support/format'
import type { Block, Content, Inline, ReportSection } from '../types'

/** A list of hundreds names no formats. */
const MOST_WITH_FORMATS = 60

/** Every document with its checksum: ties the report to the very files that were sent. */
export function sourcesPart(context: ReportContext): readonly ReportSection[] {
  const { session, options, t } = context
  if (session.documents.length === 0) return []
  const totals = sourceTotals(session.documents)
  const problems = session.documents.filter(({ problem }) => problem)
  const blocks: Block[] = [
    {
      kind: 'heading',
      level: 2,
      text: t('sources.title'),
      note: t('sources.count', { n: totals.documents, lines: countText(totals.lines), size: sizeText(totals.bytes) }),
    },
    {
      kind: 'text',
      content: t(options.redacted.length > 0 ? 'sources.textRedacted' : 'sources.text', options.tool),
    },
    {
      kind: 'table',
      label: t('sources.title'),
      dense: true,
      columns: [
        { title: t('sources.document') },
        { title: 'SHA-256', mono: true, width: 29 },
        { title: t('sources.lines'), align: 'right', width: 8 },
        { title: t('sources.unread'), align: 'right', width: 9 },
        { title: t('sources.bytes'), align: 'right', width: 11 },
      ],
      rows: session.documents.map((document) => row(context, document, totals.documents <= MOST_WITH_FORMATS)),
    },
  ]
  if (problems.length > 0) {
    blocks.push(
      { kind: 'heading', level: 3, text: t('sources.problems') },
      { kind: 'list', items: problems.map(({ name, problem }) => [name + t('word.colon'), problem?.message ?? '']) },
    )
  }
  return [
    {
      part: 'sources',
      id: 'sources',
      title: t('sources.title'),
      running: t('sources.title'),
      landscape: false,
      blocks,
    },
  ]
}

function row(context: ReportContext, document: TextDocument, withFormats: boolean): readonly Content[] {
  const formats = [...new Set(document.sections.map(({ format }) => format))]
  const anchor = context.evidenceAnchor(document.id)
  const used =
    anchor !== undefined &&
    context.findings.some((finding) => finding.evidence.some((one) => one.document === document.id))
  const name: Inline = used ? { kind: 'link', to: anchor, text: document.name } : document.name
  return [
    [
      name,
      ...(document.problem ? [' ', state('degraded', context.t('sources.partly'))] : []),
      ...(withFormats
        ? ['\n', quiet(formats.length === 0 ? context.t('sources.noFormat') : listText(context, formats))]
        : []),
    ],
    [{ kind: 'fine', text: document.sha256 }],
    countText(document.lines),
    countText(document.unrecognisedLines),
    countText(document.bytes),
  ]
}
