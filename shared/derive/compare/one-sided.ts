import type { Finding } from '../../model/finding'
import { withFolds } from '../findings'
import type { Side } from './align'

export interface OneSided {
  readonly left: readonly Finding[]
  readonly right: readonly Finding[]
  /** Findings that both sides have. */
  readonly both: number
}

/** Findings whose rule does not speak of the same part on the other side; folded ones count by themselves. */
export function findingsOfOneSide(left: Side, right: Side): OneSided {
  const a = findingsOf(left)
  const b = findingsOf(right)
  const own = (from: readonly Finding[], other: readonly Finding[]): readonly Finding[] => {
    const known = new Set(other.map(subject))
    const ids = new Set(other.map(({ id }) => id))
    // One finding about both nodes is no finding of one side.
    return from.filter((finding) => !known.has(subject(finding)) && !ids.has(finding.id))
  }
  const onlyLeft = own(a, b)
  return { left: onlyLeft, right: own(b, a), both: a.length - onlyLeft.length }
}

function findingsOf({ node, session }: Side): readonly Finding[] {
  return session.findings.filter(({ nodes }) => nodes.includes(node.id)).flatMap(withFolds)
}

/** Labels name the part inside its node; the node itself and a run are called otherwise on the other side. */
function subject({ rule, on }: Finding): string {
  return [rule, ...on.filter(({ kind }) => kind !== 'node' && kind !== 'run').map(({ label }) => label)].join('\0')
}
