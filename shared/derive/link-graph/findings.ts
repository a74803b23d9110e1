import type { Finding, RuleOutcome } from '../../model/finding'
import type { FindingMark } from './types'

/** Findings of one node by the thing that they are about, and what each rule made of the node. */
export interface Judgement {
  /** Findings on a model id: a GPU, a link of it, a NIC. */
  on(id: string): readonly FindingMark[]
  /** Findings about the pair of two GPUs, by label. */
  onPair(a: string, b: string): readonly FindingMark[]
  ofRule(rule: string): readonly Finding[]
  /** The rule looked and found nothing to say: what looks odd is by design here. */
  silent(rule: string): boolean
}

const mark = (finding: Finding): FindingMark => ({ id: finding.id, rule: finding.rule, severity: finding.severity })

export function judgementOf(node: string, findings: readonly Finding[], outcomes: readonly RuleOutcome[]): Judgement {
  const mine = findings
    .filter((finding) => finding.nodes.includes(node))
    .flatMap((finding) => [finding, ...finding.folds])
  const byId = new Map<string, FindingMark[]>()
  for (const finding of mine) {
    for (const entity of finding.on) byId.set(entity.id, [...(byId.get(entity.id) ?? []), mark(finding)])
  }
  const quiet = new Set(
    outcomes
      .filter((item) => item.node === node && (item.outcome === 'passed' || item.outcome === 'not-applicable'))
      .map((item) => item.rule),
  )
  return {
    on: (id) => byId.get(id) ?? [],
    onPair: (a, b) =>
      mine
        .filter((finding) =>
          finding.on.some(({ kind, label }) => kind === 'gpu-pair' && (label === `${a}-${b}` || label === `${b}-${a}`)),
        )
        .map(mark),
    ofRule: (rule) => mine.filter((finding) => finding.rule === rule),
    silent: (rule) => quiet.has(rule),
  }
}

export function weighty(marks: readonly FindingMark[]): boolean {
  return marks.some((item) => item.severity !== 'info')
}

/** Keeps the first of equal marks. */
export function unique(marks: readonly FindingMark[]): FindingMark[] {
  const seen = new Set<string>()
  return marks.filter((item) => !seen.has(item.id) && seen.add(item.id) !== undefined)
}
