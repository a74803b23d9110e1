import { withFolds } from '@shared/derive/findings'
import { findingText, type Language } from '@shared/messages'
import type { Node } from '@shared/model/node'
import type { Session } from '@shared/model/session'
import { nodeFacts, type NodeFact } from './node-facts'

export interface Side {
  readonly node: Node
  readonly session: Session
}

/** `unknown`: one side did not capture it, so nothing can be said. */
export type Difference = 'same' | 'changed' | 'only-left' | 'only-right' | 'unknown'

export interface ComparedFact {
  readonly group: NodeFact['group']
  readonly name: string
  readonly difference: Difference
  readonly left?: string
  readonly right?: string
}

export interface FindingOfOneSide {
  readonly side: 'left' | 'right'
  readonly rule: string
  readonly severity: string
  readonly title: string
}

export interface NodeComparison {
  readonly left: string
  readonly right: string
  readonly facts: readonly ComparedFact[]
  readonly findings: readonly FindingOfOneSide[]
}

/** Results of two measurements closer than this are the same. */
const BANDWIDTH_NOISE = 0.05

export function compareNodes(left: Side, right: Side, language: Language): NodeComparison {
  const a = keyed(nodeFacts(left.node, left.session))
  const b = keyed(nodeFacts(right.node, right.session))
  const environments = [left, right].map(({ node, session }) => showsEnvironment(node, session))
  const facts = [...new Set([...a.keys(), ...b.keys()])].flatMap((key): readonly ComparedFact[] => {
    const fact = a.get(key) ?? b.get(key)
    if (!fact) return []
    const one = a.get(key)?.value
    const other = b.get(key)?.value
    if (one === undefined && other === undefined) return []
    const { group, name } = fact
    return [{ group, name, left: one, right: other, difference: differenceOf(group, one, other, environments) }]
  })
  return {
    left: left.node.name,
    right: right.node.name,
    facts,
    findings: [...onlyOn('left', left, right, language), ...onlyOn('right', right, left, language)],
  }
}

function keyed(facts: readonly NodeFact[]): ReadonlyMap<string, NodeFact> {
  const found = new Map<string, NodeFact>()
  for (const fact of facts) {
    const key = `${fact.group}/${fact.name}`
    const known = found.get(key)
    // A variable may be set in several places: all its values together are the fact.
    if (known && known.value !== fact.value)
      found.set(key, { ...known, value: `${known.value ?? ''}, ${fact.value ?? ''}` })
    else found.set(key, fact)
  }
  return found
}

/** Absence of a variable is a fact only where the other variables of that node were captured. */
function showsEnvironment(node: Node, session: Session): boolean {
  return (
    node.settings.length > 0 ||
    session.communicators.some(({ nodes, settings }) => nodes.includes(node.id) && settings.length > 0)
  )
}

function differenceOf(
  group: NodeFact['group'],
  left: string | undefined,
  right: string | undefined,
  environments: readonly boolean[],
): Difference {
  if (left === undefined || right === undefined) {
    const bothCaptured = group === 'environment' && environments.every(Boolean)
    if (!bothCaptured) return 'unknown'
    return left === undefined ? 'only-right' : 'only-left'
  }
  if (plainNumbers(left) === plainNumbers(right)) return 'same'
  return group === 'bandwidth' && closeTogether(parseFloat(left), parseFloat(right)) ? 'same' : 'changed'
}

/** `700.00 W` of one tool is `700 W` of another. */
function plainNumbers(value: string): string {
  return value.replaceAll(/(\d)\.0+(?=\D|$)/g, '$1')
}

function closeTogether(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(a, b) * BANDWIDTH_NOISE
}

/** Findings of one side whose rule does not speak of the same part on the other. */
function onlyOn(side: 'left' | 'right', own: Side, other: Side, language: Language): readonly FindingOfOneSide[] {
  const known = new Set(findingsOf(other).map(subject))
  return findingsOf(own)
    .filter((finding) => !known.has(subject(finding)))
    .map((finding) => ({
      side,
      rule: finding.rule,
      severity: finding.severity,
      title: findingText(finding, language).title,
    }))
}

function findingsOf({ node, session }: Side) {
  return session.findings.filter(({ nodes }) => nodes.includes(node.id)).flatMap(withFolds)
}

function subject({ rule, on }: ReturnType<typeof findingsOf>[number]): string {
  return [rule, ...on.filter(({ kind }) => kind !== 'node' && kind !== 'run').map(({ label }) => label)].join('\0')
}
