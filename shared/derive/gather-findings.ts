import type { EntityRef, Finding } from '../model/finding'

/** Two nodes that agree may be chance, and a comparison of the two wants each of its own. */
const FEWEST = 3

/** A broken GPU, link or adapter is a part to replace: it stays a finding of its own, however many there are. */
const ofTheNode: readonly EntityRef['kind'][] = ['node', 'setting', 'communicator', 'document', 'session']

/**
 * One finding for fifty nodes, not fifty findings: where a rule says the very same of three nodes or more, the first of these
 * findings stands for all, with the lines and nodes of each; its texts name the first node and count the others
 * (`otherNodes` in its data). What differs by as much as a number stays apart. For readers only: JSON and NDJSON keep a
 * finding a node, so that shards of a fleet join by concatenation.
 */
export function gatherFindings(findings: readonly Finding[]): readonly Finding[] {
  const alike = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = keyOf(finding)
    if (key === undefined) continue
    const others = alike.get(key)
    if (others) others.push(finding)
    else alike.set(key, [finding])
  }
  const standsFor = new Map<Finding, Finding | null>()
  for (const group of alike.values()) {
    if (new Set(group.flatMap(({ nodes }) => nodes)).size < FEWEST) continue
    for (const finding of group) standsFor.set(finding, null)
    const [first] = group
    if (first) standsFor.set(first, together(first, group))
  }
  return findings.flatMap((finding) => {
    const shown = standsFor.get(finding)
    return shown === null ? [] : [shown ?? finding]
  })
}

function together(first: Finding, group: readonly Finding[]): Finding {
  const nodes = [...new Set(group.flatMap((one) => one.nodes))]
  return {
    ...first,
    id: `${first.id}+${nodes.length - 1}`,
    nodes,
    on: group.flatMap(({ on }) => on),
    evidence: group.flatMap(({ evidence }) => evidence),
    data: { ...first.data, otherNodes: nodes.length - 1 },
    folds: first.folds.map((fold, i) =>
      together(
        fold,
        group.flatMap(({ folds }) => folds[i] ?? []),
      ),
    ),
  }
}

/** The same finding in the words of one of its nodes: for a card or a sentence that is about that node alone. */
export function ofOneNode(finding: Finding, node: { readonly id: string; readonly name: string }): Finding {
  if (finding.data['otherNodes'] === undefined || !finding.nodes.includes(node.id)) return finding
  const { otherNodes: _, ...data } = finding.data
  return { ...finding, data: { ...data, node: node.name } }
}

/** Undefined where a finding cannot be said of several nodes at once. */
function keyOf(finding: Finding): string | undefined {
  if (finding.nodes.length !== 1 || !finding.on.every(({ kind }) => ofTheNode.includes(kind))) return undefined
  const folds: string[] = []
  for (const fold of finding.folds) {
    const key = keyOf(fold)
    if (key === undefined) return undefined
    folds.push(key)
  }
  const data = Object.entries(finding.data)
    .filter(([name]) => name !== 'node')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([finding.rule, finding.severity, finding.variant ?? '', data, folds])
}
