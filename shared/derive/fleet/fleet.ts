import { factSheet, type Fact, type FactSheet } from '../compare'
import type { Session } from '../../model/session'
import { columnOf } from './columns'
import { groupingsOf } from './groups'
import { outliersOf } from './outliers'
import type { Fleet, FleetCell, FleetColumn, FleetRow, OddFact } from './types'
import { productsOf, type ProductOf } from './products'
import { LEAST_VOICES, voteKey, votesOf, type Vote } from './votes'

/** Facts that say little alone: a node without more than these can hardly be compared. */
const THIN = /^(?:gpu\.present|gpu\.name|nic\.present|nic\.device|setting|run)$/

/**
 * Every node against the majority, fact by fact; odd ones first. Pure; time and memory grow with nodes times facts. Only
 * configuration is voted on; measured numbers are judged as outliers.
 */
export function fleetOf(session: Session): Fleet {
  const known = fleets.get(session)
  if (known) return known
  const made = makeFleet(session)
  fleets.set(session, made)
  return made
}

/** A thousand nodes take seconds: coming back to the view must not. */
const fleets = new WeakMap<Session, Fleet>()

function makeFleet(session: Session): Fleet {
  const sheets = session.nodes.map((node) => factSheet(node, session, { kinds: ['configuration'] }))
  const productOf = productsOf(sheets)
  const votes = votesOf(sheets, productOf)
  const byList = listedKeys(votes)
  const outliers = outliersOf(session)
  const outliersOfNode = new Map<string, (typeof outliers)[number][]>()
  for (const outlier of outliers)
    outliersOfNode.set(outlier.node, [...(outliersOfNode.get(outlier.node) ?? []), outlier])
  const judged = sheets.map((sheet) => ({ sheet, odd: oddFacts(sheet, votes, byList, productOf) }))
  const columnByKey = new Map([...votes.values()].map(({ key, fact }) => [key, columnOf(fact)]))
  const columnAt = (fact: Fact): string => columnByKey.get(fact.key) ?? columnOf(fact)
  const columns = columnsOf(judged, votes, columnAt)
  const rows = judged.map(({ sheet, odd }, i): FleetRow => {
    const node = session.nodes[i]
    return {
      id: sheet.node,
      name: node?.name ?? sheet.name,
      cells: cellsOf(sheet, odd, columnAt),
      odd,
      outliers: outliersOfNode.get(sheet.node) ?? [],
      hardly: sheet.facts.every(({ name }) => THIN.test(name)),
    }
  })
  const sorted = [...rows].sort(
    (a, b) => weight(b) - weight(a) || Number(b.hardly) - Number(a.hardly) || collator.compare(a.name, b.name),
  )
  return {
    nodes: rows.length,
    columns,
    rows: sorted,
    groupings: groupingsOf(session.nodes, sheets, columns),
    outliers,
    // Of two nodes that differ, neither is the usual one.
    alike: rows.length < LEAST_VOICES ? 0 : rows.filter((row) => weight(row) === 0 && !row.hardly).length,
    odd: rows.filter((row) => weight(row) > 0).length,
    hardly: rows.filter((row) => row.hardly && weight(row) === 0).length,
  }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const weight = ({ odd, outliers }: Pick<FleetRow, 'odd' | 'outliers'>): number => odd.length + outliers.length

/** Keys that most nodes have, by the list in which one of them may be missing. */
function listedKeys(votes: ReadonlyMap<string, Vote>): ReadonlyMap<string, readonly Vote[]> {
  const byList = new Map<string, Vote[]>()
  for (const vote of votes.values()) {
    if (vote.fact.listed === undefined || vote.rare) continue
    const list = byList.get(vote.fact.listed)
    if (list) list.push(vote)
    else byList.set(vote.fact.listed, [vote])
  }
  return byList
}

/** Say how a part stands to every GPU: one GPU less changes them all. */
const RELATIVE = /^(?:topology\.gpus|topology\.paths|nic\.place|links\.ends)$/

function oddFacts(
  sheet: FactSheet,
  votes: ReadonlyMap<string, Vote>,
  byList: ReadonlyMap<string, readonly Vote[]>,
  productOf: ProductOf,
): readonly OddFact[] {
  const own = new Set<string>()
  const odd = new Map<string, OddFact>()
  const add = (vote: Vote, fact: Fact | undefined): void =>
    void odd.set(vote.key, {
      key: vote.key,
      column: columnOf(vote.fact),
      fact,
      usual: vote.fact,
      majority: vote.rare ? undefined : vote.majority?.value,
      count: vote.rare ? vote.asked - vote.said : (vote.majority?.count ?? 0),
      said: vote.asked,
      follows: 0,
    })
  for (const fact of sheet.facts) {
    own.add(fact.key)
    const vote = votes.get(voteKey(productOf(sheet, fact), fact.key))
    if (!vote) continue
    if (vote.rare || (vote.majority && vote.majority.value !== fact.value && !fact.loose)) add(vote, fact)
  }
  for (const list of sheet.complete) {
    for (const vote of byList.get(list) ?? []) if (!own.has(vote.key) && vote.majority) add(vote, undefined)
  }
  // What follows from another oddity of the node counts there.
  const gone = [...odd.keys()].find((key) => /^gpu:[^/]+\/present$/.test(key))
  const follows = new Map<string, number>()
  // A node of another product is that once, not once for each GPU: product -> the first that shows it.
  const products = new Map<string, string>()
  for (const [key, { fact, usual }] of odd) {
    const about = fact ?? usual
    const cause =
      about?.under?.find((under) => under !== key && odd.has(under)) ??
      (RELATIVE.test(about?.name ?? '') ? gone : undefined) ??
      (fact?.name === 'gpu.name' ? products.get(fact.value) : undefined)
    if (cause === undefined) {
      if (fact?.name === 'gpu.name') products.set(fact.value, key)
      continue
    }
    odd.delete(key)
    follows.set(cause, (follows.get(cause) ?? 0) + 1)
  }
  return [...odd.values()].map((one) => ({ ...one, follows: follows.get(one.key) ?? 0 }))
}

interface Judged {
  readonly sheet: FactSheet
  readonly odd: readonly OddFact[]
}

interface Column {
  readonly fact: Fact
  readonly values: Set<string | undefined>
  undecided: boolean
}

function columnsOf(
  judged: readonly Judged[],
  votes: ReadonlyMap<string, Vote>,
  columnAt: (fact: Fact) => string,
): readonly FleetColumn[] {
  const columns = new Map<string, Column>()
  for (const { fact, majority, rare, said } of votes.values()) {
    const id = columnOf(fact)
    const known = columns.get(id) ?? { fact, values: new Set<string | undefined>(), undecided: false }
    columns.set(id, known)
    if (rare) continue
    known.values.add(majority?.value)
    if (!majority && !fact.loose && said >= LEAST_VOICES) known.undecided = true
  }
  const said = new Map<string, number>()
  const odd = new Map<string, number>()
  const count = (map: Map<string, number>, ids: Iterable<string>): void => {
    for (const id of ids) map.set(id, (map.get(id) ?? 0) + 1)
  }
  for (const { sheet, odd: own } of judged) {
    count(said, new Set(sheet.facts.map(columnAt)))
    count(odd, new Set(own.map(({ column }) => column)))
  }
  return [...columns].map(([id, { fact, values, undecided }]) => {
    const [only] = values
    const all = said.get(id) ?? 0
    return {
      id,
      name: fact.name,
      term: fact.term,
      area: fact.area,
      kind: fact.kind,
      majority: values.size === 1 ? only : undefined,
      like: all - (odd.get(id) ?? 0),
      said: all,
      // Parts that each have their own majority (the place of each NIC) do not differ for that.
      differs: (odd.get(id) ?? 0) > 0 || values.has(undefined),
      undecided,
    }
  })
}

/** `700 W` where all parts agree; the parts that are odd by name; else the values that there are, each once. */
function cellsOf(
  sheet: FactSheet,
  odd: readonly OddFact[],
  columnAt: (fact: Fact) => string,
): ReadonlyMap<string, FleetCell> {
  const byColumn = new Map<string, Fact[]>()
  for (const fact of sheet.facts) {
    const id = columnAt(fact)
    const list = byColumn.get(id)
    if (list) list.push(fact)
    else byColumn.set(id, [fact])
  }
  const oddOf = new Map<string, OddFact[]>()
  for (const one of odd) oddOf.set(one.column, [...(oddOf.get(one.column) ?? []), one])
  const cells = new Map<string, FleetCell>()
  for (const [id, facts] of byColumn) {
    const mine = oddOf.get(id)
    const values = [...new Set(facts.map(({ value }) => value))]
    const text = mine ? mine.map((one) => partText(one, facts.length)).join(', ') : (values[0] ?? '')
    const more = !mine && values.length > 1 ? ` +${values.length - 1}` : ''
    const sources = (mine ? mine.flatMap(({ fact }) => fact?.sources ?? []) : (facts[0]?.sources ?? [])).slice(0, 4)
    cells.set(id, { text: `${text}${more}`, odd: mine !== undefined, sources })
  }
  for (const [id, mine] of oddOf)
    if (!cells.has(id)) cells.set(id, { text: mine.map((one) => partText(one, 0)).join(', '), odd: true, sources: [] })
  return cells
}

function partText({ fact, usual }: OddFact, parts: number): string {
  const label = (fact ?? usual)?.subject?.label
  const value = fact?.value ?? '–'
  const present = fact?.name === 'gpu.present' || fact?.name === 'nic.present' ? '+' : value
  return label !== undefined && (parts !== 1 || !fact) ? `${label} ${present}` : present
}
