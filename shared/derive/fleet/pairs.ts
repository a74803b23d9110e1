import { runTerm } from '../compare'
import type { Run } from '../../model/run'
import { median } from '../statistics'

/** Runs between two nodes as a square: who is slow with everybody. */
export interface PairMap {
  /** What ran: `all_reduce, 16 ranks, 2 nodes`. */
  readonly term: string
  /** Node ids, in the order of rows and columns. */
  readonly nodes: readonly string[]
  /** Best bus bandwidth in GB/s; null where no run of the pair has one. */
  readonly values: readonly (readonly (number | null)[])[]
  /** Pairs (row before column) whose only runs failed. */
  readonly failed: ReadonlySet<string>
  readonly runs: ReadonlyMap<string, Run>
  readonly median?: number
  readonly pairs: number
  readonly culprits: readonly Culprit[]
}

/** A node whose pairs are slow (or fail) where those of the others are not. */
export interface Culprit {
  readonly node: string
  /** Median of its pairs over the median of the pairs without it; undefined when none of its runs has a figure. */
  readonly share?: number
  readonly pairs: number
  readonly failed: number
  /** Of its pairs, those that are slow or failed. */
  readonly bad: number
  /** Pairs without it: what it is measured against. */
  readonly others: number
  /** Its partners are well in pairs without it. False: they were not measured without it, so all of them may be slow. */
  readonly proven: boolean
}

/** Every kind of run between pairs, the one with most pairs first. */
export function pairMaps(runs: readonly Run[]): readonly PairMap[] {
  const byTerm = new Map<string, Run[]>()
  for (const run of runs) {
    if (run.nodes.length !== 2 || run.kind !== 'nccl-tests') continue
    const term = runTerm(run)
    const list = byTerm.get(term)
    if (list) list.push(run)
    else byTerm.set(term, [run])
  }
  return [...byTerm].map(([term, list]) => mapOf(term, list)).sort((a, b) => b.pairs - a.pairs)
}

export const pairKey = (a: string, b: string): string => (collator.compare(a, b) <= 0 ? `${a}|${b}` : `${b}|${a}`)

const collator = new Intl.Collator('en', { numeric: true })

function mapOf(term: string, list: readonly Run[]): PairMap {
  const best = new Map<string, Run>()
  for (const run of list) {
    const [a = '', b = ''] = run.nodes
    const known = best.get(pairKey(a, b))
    if (!known || (run.peakBusBandwidth ?? -1) > (known.peakBusBandwidth ?? -1)) best.set(pairKey(a, b), run)
  }
  const nodes = [...new Set(list.flatMap((run) => run.nodes))].sort((a, b) => collator.compare(a, b))
  const figures = [...best].flatMap(([key, run]) =>
    run.peakBusBandwidth === undefined ? [] : [{ key, value: run.peakBusBandwidth }],
  )
  const failed = new Set([...best].filter(([, run]) => run.peakBusBandwidth === undefined).map(([key]) => key))
  return {
    term,
    nodes,
    values: nodes.map((a) => nodes.map((b) => (a === b ? null : (best.get(pairKey(a, b))?.peakBusBandwidth ?? null)))),
    failed,
    runs: best,
    median: median(figures.map(({ value }) => value)),
    pairs: best.size,
    culprits: culpritsOf(nodes, figures, failed),
  }
}

/** A node is named only when at least two of its pairs are bad and the pairs without it show that others are not. */
const SLOW = 0.9

function culpritsOf(
  nodes: readonly string[],
  figures: readonly { readonly key: string; readonly value: number }[],
  failed: ReadonlySet<string>,
): readonly Culprit[] {
  const has = (key: string, node: string): boolean => key.split('|').includes(node)
  return nodes
    .flatMap((node): readonly Culprit[] => {
      const own = figures.filter(({ key }) => has(key, node))
      const broken = [...failed].filter((key) => has(key, node))
      const partners = new Set([...own.map(({ key }) => key), ...broken].flatMap((key) => key.split('|')))
      const rest = figures.filter(({ key }) => !has(key, node))
      const near = rest.filter(({ key }) => key.split('|').some((one) => partners.has(one)))
      const proven = near.length > 0
      const middle = median((proven ? near : rest).map(({ value }) => value))
      if (middle === undefined || middle <= 0 || own.length + broken.length < 2) return []
      const mine = median(own.map(({ value }) => value))
      const share = mine === undefined ? undefined : mine / middle
      const bad = own.filter(({ value }) => value < middle * SLOW).length + broken.length
      // All but at most a quarter of its pairs, so that a healthy partner of a slow node is not named.
      if (bad < 2 || bad < (own.length + broken.length) * 0.75) return []
      const others = proven ? near.length : rest.length
      return [{ node, share, pairs: own.length + broken.length, failed: broken.length, bad, others, proven }]
    })
    .sort((a, b) => (a.share ?? 0) - (b.share ?? 0))
}
