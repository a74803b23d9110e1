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
  return Array.from({ length: to - from + 1 }, (_, i) => ({
    number: from + i,
    text: shownLine(texts[i]),
    hit: hit(from + i),
  }))
}

function shownLine(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const plain = openTabs(text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').replace(/\s+$/, ''))
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)} … (${plain.length})` : plain
}

/** Tabs stand every eight columns, as a terminal shows them. */
function openTabs(text: string): string {
  if (!text.includes('\t')) return text
  const [first = '', ...rest] = text.split('\t')
  return rest.reduce((line, part) => line.padEnd((Math.floor(line.length / 8) + 1) * 8) + part, first)
}
