import type { Finding } from '../../model/finding'
import type { Run } from '../../model/run'
import { rulesOf } from './settle'
import type { Candidate, Clue } from './types'

/** A finding about another run says nothing of this one; one about the machine does. */
export function bearsOnRun(finding: Finding, run: Run): boolean {
  const runs = finding.on.filter(({ kind }) => kind === 'run')
  if (runs.length > 0) return runs.some(({ id }) => id === run.id)
  return finding.nodes.some((node) => run.nodes.includes(node))
}

/** Findings (among those that bear on the run) that speak for a cause, in the order of the cause's rules. */
export function findingsFor(candidate: Candidate, near: readonly Finding[]): readonly Finding[] {
  const names = new Set(
    (candidate.for ?? []).flatMap((clue) => (clue.key === 'set' ? [String(clue.data['name'])] : [])),
  )
  return rulesOf(candidate.key).flatMap((rule) =>
    near.filter((finding) => {
      if (finding.rule !== rule) return false
      // One rule judges several variables: channels do not speak for buffers.
      const name = finding.data['name']
      return names.size === 0 || name === undefined || names.has(String(name))
    }),
  )
}

export function findingClue(finding: Finding): Clue {
  return { key: 'finding', data: { ...finding.data, rule: finding.rule }, sources: finding.evidence.slice(0, 2) }
}
