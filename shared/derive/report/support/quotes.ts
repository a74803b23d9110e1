import type { Finding } from '../../../model/finding'
import type { SourceRef } from '../../../model/source'
import { planEvidence, type EvidenceLimits } from '../../evidence-plan'
import type { ReportContext } from '../context'
import type { Quote, QuoteLine } from '../types'
import { severityState } from './format'

/** Beside a finding: what proves it, with a line around it. The appendix has them all. */
export const quoteLimits: EvidenceLimits = { context: 1, perSource: 6, perDocument: 10 }

/** Longest captured line that is shown whole; the rest of a longer one is told by its length. */
const LONGEST = 600

export function quotesOf(
  context: ReportContext,
  finding: Finding,
  sources: readonly SourceRef[] = finding.evidence,
): readonly Quote[] {
  const lines = new Map(context.session.documents.map((document) => [document.id, document.lines]))
  return planEvidence(sources, (id) => lines.get(id), quoteLimits).map(({ document, ranges, hits, more }) => ({
    name: context.documentName(document),
    to: context.evidenceAnchor(document),
    lines: ranges.flatMap(({ from, to }) => readLines(context, document, from, to, (line) => hits.has(line))),
    more,
    state: severityState[finding.severity],
  }))
}

export function readLines(
  context: ReportContext,
  document: string,
  from: number,
  to: number,
  hit: (line: number) => boolean,
): readonly QuoteLine[] {
  const texts = context.read(document, from, to - from + 1)
  const shown = alignTabs(Array.from({ length: to - from + 1 }, (_, i) => plainLine(texts[i])))
  return shown.map((text, i) => ({ number: from + i, text: cutLine(text), hit: hit(from + i) }))
}

function plainLine(text: string | undefined): string | undefined {
  return text?.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').replace(/\s+$/, '')
}

function cutLine(text: string | undefined): string | undefined {
  return text !== undefined && text.length > LONGEST ? `${text.slice(0, LONGEST)} … (${text.length})` : text
}

/** Fewest tabs of a row of a matrix or table. */
const TABLE_TABS = 4

/** Rows of a table keep their columns in less room than tabs of eight take; other tabs stand every eight columns. */
function alignTabs(lines: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const cells = lines.map((line) => line?.split('\t').map((cell) => cell.trim()))
  const rows = cells.filter((row) => row !== undefined && row.length > TABLE_TABS)
  // A heading begins with an empty cell; one wider than its column runs on, as it does on a terminal.
  const body = rows.filter((row) => row?.[0] !== '')
  const measured = body.length > 0 ? body : rows
  const widths = Array.from({ length: Math.max(0, ...rows.map((row) => row?.length ?? 0)) }, (_, i) =>
    Math.max(0, ...measured.map((row) => row?.[i]?.length ?? 0)),
  )
  return lines.map((line, i) => {
    const row = cells[i]
    if (line === undefined || row === undefined) return undefined
    if (row.length <= TABLE_TABS) return openTabs(line)
    return row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' ')
      .trimEnd()
  })
}

/** Tabs stand every eight columns, as a terminal shows them. */
function openTabs(text: string): string {
  if (!text.includes('\t')) return text
  const [first = '', ...rest] = text.split('\t')
  return rest.reduce((line, part) => line.padEnd((Math.floor(line.length / 8) + 1) * 8) + part, first)
}
