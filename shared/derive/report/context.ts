import type { Comment } from '../../model/comment'
import type { Finding } from '../../model/finding'
import type { DocumentId, SourceRef } from '../../model/source'
import { uiText, type TextData, type UiKey } from '../../messages/ui'
import { reportText, type ReportTextKey } from '../../messages/report'
import { findingText, type FindingText, type Language } from '../../messages'
import { severities } from '../findings'
import type { RedactionClass } from '../redaction'
import type { SessionView } from '../session-view'
import type { ReportPartId } from './types'

export interface ReportMute {
  readonly finding: string
  readonly reason: string
}

export interface ReportOptions {
  readonly language: Language
  /** Empty: made from the names of the nodes. */
  readonly title: string
  readonly customer: string
  readonly author: string
  /** Day of the report, `2026-11-30`. */
  readonly date: string
  readonly note: string
  /** `data:` address of a picture. */
  readonly logo?: string
  readonly parts: readonly ReportPartId[]
  readonly tool: { readonly version: string; readonly rules: string }
  readonly mutes: readonly ReportMute[]
  /** The user's notes on nodes, links, lines and findings. */
  readonly comments?: readonly Comment[]
  /** Classes of values that were replaced before; the report says so at the foot of each page. */
  readonly redacted: readonly RedactionClass[]
  /** Nodes to compare; undefined: the two there are, or none. */
  readonly compare?: { readonly left: string; readonly right: string }
}

/** Lines of a document from `from` (1-based) on; fewer where it ends or cannot be read any more. */
export type ReadReportLines = (document: DocumentId, from: number, count: number) => readonly (string | undefined)[]

/** What every part of the report sees. */
export interface ReportContext {
  readonly session: SessionView
  readonly options: ReportOptions
  readonly read: ReadReportLines
  t(key: ReportTextKey, data?: TextData): string
  ui(key: UiKey, data?: TextData): string
  has(part: ReportPartId): boolean
  /** Findings that are not muted, worst first, in the order of their numbers. */
  readonly findings: readonly Finding[]
  readonly muted: readonly Finding[]
  /** Number of a finding that is not muted. */
  number(finding: Finding): number | undefined
  text(finding: Finding): FindingText
  nodeName(id: string): string
  documentName(id: DocumentId): string
  /** Anchor of a document in the appendix of evidence. */
  evidenceAnchor(id: DocumentId): string | undefined
}

export const findingAnchor = (number: number): string => `finding-${number}`

export function reportContext(session: SessionView, options: ReportOptions, read: ReadReportLines): ReportContext {
  const { language } = options
  const mutedIds = new Set(options.mutes.map(({ finding }) => finding))
  const findings = severities.flatMap((severity) =>
    session.findings.filter((finding) => finding.severity === severity && !mutedIds.has(finding.id)),
  )
  const numbers = new Map(findings.map((finding, i) => [finding.id, i + 1]))
  const names = new Map(session.nodes.map(({ id, name }) => [id, name]))
  const documents = new Map(session.documents.map(({ id, name }, i) => [id, { name, number: i + 1 }]))
  const parts = new Set(options.parts)
  const texts = new Map<string, FindingText>()
  return {
    session,
    options,
    read,
    t: (key, data) => reportText(language, key, data),
    ui: (key, data) => uiText(language, key, data),
    has: (part) => parts.has(part),
    findings,
    muted: session.findings.filter(({ id }) => mutedIds.has(id)),
    number: ({ id }) => numbers.get(id),
    text(finding) {
      const known = texts.get(finding.id)
      if (known) return known
      const made = findingText(finding, language)
      texts.set(finding.id, made)
      return made
    },
    nodeName: (id) => names.get(id) ?? id,
    documentName: (id) => documents.get(id)?.name ?? id,
    evidenceAnchor: (id) =>
      parts.has('evidence') && documents.has(id) ? `lines-${documents.get(id)?.number}` : undefined,
  }
}

/** `name:12` or `name:12-15`. */
export function placeText(context: ReportContext, { document, line, endLine }: SourceRef): string {
  return `${context.documentName(document)}:${endLine > line ? `${line}-${endLine}` : line}`
}
