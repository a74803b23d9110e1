import type { Finding, NotChecked, Report, RuleOutcome } from '../model/finding'
import type { Node } from '../model/node'
import type { Rule, RuleContext } from '../model/rule'
import type { Facts } from '../model/session'
import { fold } from './folding'
import { needTests } from './needs'

export interface Judgement {
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
  readonly outcomes: readonly RuleOutcome[]
}

const severityOrder = { error: 0, warning: 1, info: 2 } as const

/** Runs every rule on every node (and the session rules once). A rule that throws is our bug: recorded with its id, the rest goes on. */
export function check(facts: Facts, rules: readonly Rule[]): Judgement {
  const findings: Finding[] = []
  const notChecked: NotChecked[] = []
  const outcomes: RuleOutcome[] = []
  for (const rule of rules) {
    const nodes: readonly (Node | undefined)[] = rule.scope === 'node' ? facts.nodes : [undefined]
    for (const node of nodes) runRule(rule, node, facts, findings, notChecked, outcomes)
  }
  const folded = fold(findings, facts)
  const sorted = [...folded].sort((a, b) => severityOrder[a.severity] - severityOrder[b.severity])
  return { findings: sorted, notChecked, outcomes }
}

function runRule(
  rule: Rule,
  node: Node | undefined,
  facts: Facts,
  findings: Finding[],
  notChecked: NotChecked[],
  outcomes: RuleOutcome[],
): void {
  const nodeId = node?.id ?? ''
  const missing = missingNeeds(rule, node, facts)
  if (missing.length > 0) {
    const capture = [...new Set(missing.flatMap((need) => needTests[need].capture.split('; ')))].join('; ')
    // A rule over the whole session that lacks its facts says nothing of any one node.
    if (rule.scope === 'node') notChecked.push({ rule: rule.id, node: nodeId, needs: missing, capture })
    outcomes.push({ rule: rule.id, node: nodeId, outcome: 'not-checked', because: missing.join(', ') })
    return
  }
  let outcome: RuleOutcome = { rule: rule.id, node: nodeId, outcome: 'passed' }
  const own: Finding[] = []
  const context: RuleContext = {
    facts,
    report(report: Report): void {
      const nodes = report.nodes ?? (node ? [node.id] : [])
      own.push({ ...report, nodes, rule: rule.id, id: `${rule.id}@${nodes.join('+')}#${own.length}`, folds: [] })
      outcome = { rule: rule.id, node: nodeId, outcome: 'findings' }
    },
    notApplicable(why: string): void {
      if (outcome.outcome === 'passed')
        outcome = { rule: rule.id, node: nodeId, outcome: 'not-applicable', because: why }
    },
    notChecked(needs: readonly string[], capture: string): void {
      if (rule.scope === 'node') notChecked.push({ rule: rule.id, node: nodeId, needs, capture })
      if (outcome.outcome !== 'findings')
        outcome = { rule: rule.id, node: nodeId, outcome: 'not-checked', because: needs.join(', ') }
    },
  }
  try {
    if (rule.scope === 'session') rule.check(facts, context)
    else if (node) rule.check(node, context)
  } catch (error) {
    outcome = {
      rule: rule.id,
      node: nodeId,
      outcome: 'failed',
      because: error instanceof Error ? error.message : String(error),
    }
  }
  findings.push(...own)
  outcomes.push(outcome)
}

function missingNeeds(rule: Rule, node: Node | undefined, facts: Facts): Rule['needs'] {
  if (node) return rule.needs.filter((need) => !needTests[need].has(node, facts))
  return rule.needs.filter((need) => !facts.nodes.some((candidate) => needTests[need].has(candidate, facts)))
}
