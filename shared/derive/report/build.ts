import type { SourceRef } from '../../model/source'
import { withFolds } from '../findings'
import type { SessionView } from '../session-view'
import { reportContext, type ReadReportLines, type ReportContext, type ReportOptions } from './context'
import { bandwidthPart } from './parts/bandwidth'
import { coverOf, titleOf } from './parts/cover'
import { evidencePart, evidenceRanges } from './parts/evidence'
import { findingsPart } from './parts/findings'
import { healthPart } from './parts/health'
import { machinesPart } from './parts/machines'
import { ncclPart } from './parts/nccl'
import { notCheckedPart } from './parts/not-checked'
import { sourcesPart } from './parts/sources'
import { summaryPart } from './parts/summary'
import { comparisonPart } from './parts/comparison'
import { reportSchema, type ReportDocument, type ReportPartId, type ReportSection } from './types'

type MakePart = (context: ReportContext) => readonly ReportSection[]

/** In the order of the pages; `links` is drawn on the pages of the machines. */
const parts: readonly (readonly [ReportPartId, MakePart])[] = [
  ['summary', summaryPart],
  ['machines', machinesPart],
  ['findings', findingsPart],
  ['nccl', ncclPart],
  ['bandwidth', bandwidthPart],
  ['health', healthPart],
  ['comparison', comparisonPart],
  ['not-checked', notCheckedPart],
  ['sources', sourcesPart],
  ['evidence', evidencePart],
]

/**
 * The report of a session. Pure; whatever must not leave the desk has been replaced in `session` and `read` before
 * (redaction/session.ts).
 */
export function buildReport(session: SessionView, options: ReportOptions, read: ReadReportLines): ReportDocument {
  const context = reportContext(session, options, read)
  const wanted = (part: ReportPartId): boolean => context.has(part) || (part === 'machines' && context.has('links'))
  return {
    schema: reportSchema,
    language: options.language,
    title: titleOf(context),
    foot: {
      tool: context.t('foot.tool', options.tool),
      redaction:
        options.redacted.length === 0
          ? ''
          : context.t('foot.redacted', {
              classes: options.redacted.map((kind) => context.t(`redaction.${kind}`)).join(context.t('word.separator')),
            }),
    },
    ...(context.has('cover') ? { cover: coverOf(context) } : {}),
    sections: followed(parts.flatMap(([part, make]) => (wanted(part) ? make(context) : []))),
  }
}

/** Parts that go on where the one before them ends: each is often a few lines, and would leave a page near empty. */
const chapters: readonly (readonly ReportPartId[])[] = [
  ['nccl', 'bandwidth', 'health'],
  ['not-checked', 'sources', 'evidence'],
]

function followed(sections: readonly ReportSection[]): readonly ReportSection[] {
  return sections.map((section, i) => {
    const before = sections[i - 1]
    const chapter = chapters.find((one) => one.includes(section.part))
    return before && chapter?.includes(before.part) ? { ...section, follows: true } : section
  })
}

/** All lines that a report quotes, for those who must fetch them before (the window asks the app for windows of text). */
export function reportSources(session: SessionView): readonly SourceRef[] {
  return [...session.findings.flatMap(withFolds).flatMap(({ evidence }) => evidence), ...evidenceRanges(session)]
}
