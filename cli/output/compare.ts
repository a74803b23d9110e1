import { withFolds } from '@shared/derive/findings'
import {
  allFacts,
  compareNodes,
  compareWithReference,
  configurationDiffers,
  differenceText,
  factName,
  findingsOfOneSide,
  reasonText,
  sideText,
  type ComparedFact,
  type Fact,
  type FactKind,
  type Reference,
  type SheetComparison,
  type Side,
} from '@shared/derive/compare'
import { findingText, type Language } from '@shared/messages'
import type { Finding } from '@shared/model/finding'
import type { Session } from '@shared/model/session'
import type { SourceRef } from '@shared/model/source'

export const diffSchema = 'lanescope.diff/1'

/** One pair that was compared: two nodes, or a reference (left) and a node. */
export interface Comparison {
  readonly sheets: SheetComparison
  readonly left?: Side
  readonly right: Side
}

export function compareSides(left: Side | Reference, right: Side): Comparison {
  if ('schema' in left) return { sheets: compareWithReference(left, right), right }
  return { sheets: compareNodes(left, right), left, right }
}

export const differs = ({ sheets }: Comparison): boolean => configurationDiffers(sheets)

/** Kinds that are shown without being asked for. */
export const shownKinds: readonly FactKind[] = ['configuration', 'measurement']

/** A comparison as plain data: a contract for scripts. What is not there is left out. */
export function jsonComparison(comparison: Comparison, language: Language) {
  const { sheets, left, right } = comparison
  const findings = new Map(
    [left?.session, right.session]
      .flatMap((session) => session?.findings.flatMap(withFolds) ?? [])
      .map((f) => [f.id, f]),
  )
  const names = { left: sheets.left.name, right: sheets.right.name }
  const fact = (one: ComparedFact): object => ({
    fact: one.id,
    name: factName(one, language),
    area: one.area,
    kind: one.kind,
    result: one.result,
    left: one.left?.value,
    right: one.right?.value,
    difference: differenceText(one, language) || undefined,
    because: reasonText(one, names, language) || undefined,
    evidence: { left: places(one.left, left?.session), right: places(one.right, right.session) },
    findings: [...new Set([...one.findings.left, ...one.findings.right].flatMap((id) => findings.get(id)?.rule ?? []))],
    folds: one.folds.map(fact),
  })
  return {
    left: names.left,
    right: names.right,
    reference: left === undefined || undefined,
    differs: differs(comparison),
    facts: sheets.facts.map(fact),
    findings: oneSided(comparison).map(({ side, finding }) => ({
      side,
      rule: finding.rule,
      severity: finding.severity,
      title: findingText(finding, language).title,
    })),
  }
}

export interface FindingOfOneSide {
  readonly side: 'left' | 'right'
  readonly finding: Finding
}

/** A reference has no findings: then none of the node's is one of one side. */
export function oneSided({ left, right }: Comparison): readonly FindingOfOneSide[] {
  if (!left) return []
  const found = findingsOfOneSide(left, right)
  const on = (side: 'left' | 'right') => (finding: Finding) => ({ side, finding })
  return [...found.left.map(on('left')), ...found.right.map(on('right'))]
}

function places(fact: Fact | undefined, session: Session | undefined) {
  return fact?.sources.slice(0, 4).map((source) => ({
    document: documentName(source, session),
    line: source.line,
    endLine: source.endLine,
  }))
}

export function documentName({ document }: SourceRef, session: Session | undefined): string {
  return session?.documents.find(({ id }) => id === document)?.name ?? document
}

/** `nvidia-smi-q.txt:1820`, the last part of the name, since both sides name the same files. */
export function placeText(fact: Fact | undefined, session: Session | undefined): string {
  const source = fact?.sources[0]
  if (!source) return ''
  const name = documentName(source, session).split('/').at(-1) ?? ''
  return `${name}:${source.line}${source.endLine > source.line ? `–${source.endLine}` : ''}`
}

/** The facts of one result and of the kinds that are shown. */
export function factsOf(
  { sheets }: Comparison,
  results: readonly ComparedFact['result'][],
  kinds: readonly FactKind[] = shownKinds,
): readonly ComparedFact[] {
  return sheets.facts.filter(({ result, kind }) => results.includes(result) && kinds.includes(kind))
}

/** How many facts of the other kinds differ: said, not shown. */
export function hiddenCounts({ sheets }: Comparison): Readonly<Record<'counter' | 'state' | 'identity', number>> {
  const count = (kind: FactKind): number =>
    allFacts(sheets.facts).filter(
      (fact) => fact.kind === kind && fact.result !== 'same' && fact.result !== 'not-comparable',
    ).length
  return { counter: count('counter'), state: count('state'), identity: count('identity') }
}

export { sideText, factName, differenceText, reasonText }
