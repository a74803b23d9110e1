import type { EntityRef, Finding, NotChecked, Severity } from '../model/finding'
import type { Session } from '../model/session'

/** What the Findings view and the status bar show: pure, over a session and the mutes of the case. */

export const severities: readonly Severity[] = ['error', 'warning', 'info']

export interface FindingCounts {
  readonly error: number
  readonly warning: number
  readonly info: number
  /** Nodes with at least one such finding. */
  readonly errorNodes: number
  readonly warningNodes: number
  readonly muted: number
  /** Rules that could not be judged on at least one node. */
  readonly notChecked: number
  readonly passed: number
  readonly notApplicable: number
  /** Rules that threw: our bug. */
  readonly failed: number
}

type Judged = Pick<Session, 'findings' | 'notChecked' | 'outcomes'>

/** Counts top-level findings that are not muted; outcomes are counted by rule and node. */
export function findingCounts(session: Judged, muted: ReadonlySet<string>): FindingCounts {
  const open = session.findings.filter(({ id }) => !muted.has(id))
  const of = (severity: Severity): readonly Finding[] => open.filter((finding) => finding.severity === severity)
  const nodes = (findings: readonly Finding[]): number => new Set(findings.flatMap((finding) => finding.nodes)).size
  const outcomes = (kind: string): number => session.outcomes.filter(({ outcome }) => outcome === kind).length
  return {
    error: of('error').length,
    warning: of('warning').length,
    info: of('info').length,
    errorNodes: nodes(of('error')),
    warningNodes: nodes(of('warning')),
    muted: session.findings.length - open.length,
    notChecked: new Set(session.notChecked.map(({ rule }) => rule)).size,
    passed: outcomes('passed'),
    notApplicable: outcomes('not-applicable'),
    failed: outcomes('failed'),
  }
}

export interface FindingFilter {
  readonly severity: Severity | 'all'
  /** Node id; undefined for all. */
  readonly node?: string
  readonly area?: string
  /** Words that must all stand in the title, the rule id or a node or entity name. */
  readonly text: string
  readonly muted: 'hide' | 'show' | 'only'
}

export interface FindingGroup {
  readonly severity: Severity
  readonly findings: readonly Finding[]
}

/** `title` gives the words of a finding in the language of the reader; `area` the area of a rule. */
export function groupFindings(
  findings: readonly Finding[],
  filter: FindingFilter,
  context: {
    readonly muted: ReadonlySet<string>
    readonly title: (finding: Finding) => string
    readonly area: (rule: string) => string | undefined
    readonly nodeName: (node: string) => string
  },
): readonly FindingGroup[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (finding: Finding): boolean => {
    const isMuted = context.muted.has(finding.id)
    if (filter.muted === 'hide' && isMuted) return false
    if (filter.muted === 'only' && !isMuted) return false
    if (filter.severity !== 'all' && finding.severity !== filter.severity) return false
    if (filter.node !== undefined && !finding.nodes.includes(filter.node)) return false
    if (filter.area !== undefined && context.area(finding.rule) !== filter.area) return false
    if (words.length === 0) return true
    const text = [
      context.title(finding),
      finding.rule,
      ...finding.nodes.map(context.nodeName),
      ...finding.on.map(({ label }) => label),
      ...finding.folds.map(context.title),
    ]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const shown = findings.filter(matches)
  return severities
    .map((severity) => ({ severity, findings: shown.filter((finding) => finding.severity === severity) }))
    .filter((group) => group.findings.length > 0)
}

/** One rule that could not be judged, with the nodes it concerns: a fleet has the same gap many times. */
export interface NotCheckedRow {
  readonly rule: string
  readonly nodes: readonly string[]
  readonly needs: readonly string[]
  readonly capture: string
}

/** Rules that miss the same facts on several nodes are one row; `node` limits to one node and the whole session. */
export function notCheckedRows(list: readonly NotChecked[], node?: string): readonly NotCheckedRow[] {
  const rows = new Map<string, { rule: string; nodes: string[]; needs: readonly string[]; capture: string }>()
  for (const entry of list) {
    if (node !== undefined && entry.node !== node && entry.node !== '') continue
    const key = [entry.rule, entry.capture, ...entry.needs].join('\0')
    const row = rows.get(key)
    if (row) row.nodes.push(entry.node)
    else rows.set(key, { rule: entry.rule, nodes: [entry.node], needs: entry.needs, capture: entry.capture })
  }
  return [...rows.values()]
}

/** The same gaps by what to capture next: the command that closes most of them first. */
export interface CaptureGroup {
  readonly capture: string
  readonly rows: readonly NotCheckedRow[]
}

export function captureGroups(rows: readonly NotCheckedRow[]): readonly CaptureGroup[] {
  const groups = new Map<string, NotCheckedRow[]>()
  for (const row of rows) groups.set(row.capture, [...(groups.get(row.capture) ?? []), row])
  return [...groups].map(([capture, list]) => ({ capture, rows: list })).sort((a, b) => b.rows.length - a.rows.length)
}

/** A finding and those folded under it, at any depth. */
export function withFolds(finding: Finding): readonly Finding[] {
  return [finding, ...finding.folds.flatMap(withFolds)]
}

/** The finding with this id, folded or not, and the one in the list that holds it. */
export function findFinding(
  findings: readonly Finding[],
  id: string | undefined,
): { readonly finding: Finding; readonly top: Finding } | undefined {
  if (id === undefined) return undefined
  for (const top of findings) {
    const finding = withFolds(top).find((one) => one.id === id)
    if (finding) return { finding, top }
  }
  return undefined
}

/** Findings that concern a model id, or a part of it (`n1/gpu3` also finds `n1/gpu3/link11`); for marks in other views. */
export function findingsOn(findings: readonly Finding[], entity: string): readonly Finding[] {
  return findings.filter((top) =>
    withFolds(top).some((finding) => finding.on.some(({ id }) => id === entity || id.startsWith(`${entity}/`))),
  )
}

/** error before warning before info; the first is the one a card shows. */
export function worst(findings: readonly Finding[]): Finding | undefined {
  for (const severity of severities) {
    const found = findings.find((finding) => finding.severity === severity)
    if (found) return found
  }
  return undefined
}

/** Names of ours that no capture shows say nothing to who reads the report. */
const unnamed: ReadonlySet<EntityRef['kind']> = new Set(['node', 'link', 'communicator', 'session'])

/** What the finding is about, without the nodes: `GPU3`, `NCCL_ALGO`. */
export function thingsOf({ on }: Finding): readonly string[] {
  return [...new Set(on.filter(({ kind }) => !unnamed.has(kind)).map(({ label }) => label))]
}
