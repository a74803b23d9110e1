import type { Node } from '../../model/node'
import type { SourceRef } from '../../model/source'
import { someOf } from './evidence'

/** What one machine (or one host of a job) says of one field. */
export interface Ballot {
  readonly name: string
  readonly node?: Node
  readonly value: string
  readonly sources: readonly SourceRef[]
}

export interface VoteGroup {
  readonly value: string
  readonly ballots: readonly Ballot[]
}

/**
 * A majority vote over one field: the cost is linear in the number of machines. `odd` are those that differ from the majority; without
 * one (two machines, or a tie) all of them, since nothing tells which is right.
 */
export interface Vote {
  /** Largest first. */
  readonly groups: readonly VoteGroup[]
  readonly majority?: VoteGroup
  readonly odd: readonly Ballot[]
}

/** Undefined where all agree. */
export function vote(ballots: readonly Ballot[]): Vote | undefined {
  const byValue = new Map<string, Ballot[]>()
  for (const ballot of ballots) {
    const list = byValue.get(ballot.value)
    if (list) list.push(ballot)
    else byValue.set(ballot.value, [ballot])
  }
  if (byValue.size < 2) return undefined
  const groups = [...byValue]
    .map(([value, list]) => ({ value, ballots: list }))
    .sort((a, b) => b.ballots.length - a.ballots.length)
  const [first, second] = groups
  const majority = first && second && first.ballots.length > second.ballots.length ? first : undefined
  const odd = groups.filter((group) => group !== majority).flatMap((group) => group.ballots)
  return { groups, majority, odd }
}

/** `570.158.01 × 31; 535.129.03 (gn-a08)`: figures and names only, so that it stands in any language. */
export function voteText({ groups, majority }: Vote, most = 5): string {
  const shown = groups.slice(0, most).map((group) => {
    const names = group === majority ? '' : ` (${nameList(group.ballots.map((ballot) => ballot.name))})`
    const times = group.ballots.length === 1 && names !== '' ? '' : ` × ${group.ballots.length}`
    return `${group.value}${times}${names}`
  })
  return shown.join('; ') + (groups.length > most ? `; … ${groups.length - most}` : '')
}

/** At most four names, then how many more. */
export function nameList(names: readonly string[], most = 4): string {
  const distinct = [...new Set(names)]
  return distinct.slice(0, most).join(', ') + (distinct.length > most ? ` … +${distinct.length - most}` : '')
}

/** Lines of a few of each side, the odd ones first. */
export function voteEvidence(votes: readonly Vote[], most = 12): readonly SourceRef[] {
  const odd = votes.flatMap(({ groups, majority }) =>
    groups.filter((group) => group !== majority).flatMap((group) => group.ballots.slice(0, 3).flatMap(linesOf)),
  )
  const usual = votes.flatMap(({ majority }) => majority?.ballots.slice(0, 2).flatMap(linesOf) ?? [])
  return someOf([...odd.slice(0, Math.max(1, most - 3)), ...usual], most)
}

function linesOf(ballot: Ballot): readonly SourceRef[] {
  return ballot.sources.slice(0, 2)
}

export function oddNodes(votes: readonly Vote[]): readonly string[] {
  return [...new Set(votes.flatMap(({ odd }) => odd.flatMap((ballot) => ballot.node?.id ?? [])))]
}
