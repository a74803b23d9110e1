import type { Run } from '../../model/run'
import { defineSessionRule } from '../../model/rule'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** Two-rank runs over pairs of one kind differ by more than a fifth: the device common to the slow ones is the lead. */
export const busbwPairsDiffer = defineSessionRule({
  id: 'busbw-pairs-differ',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    const groups = new Map<string, Run[]>()
    for (const run of facts.runs) {
      if (
        run.kind !== 'nccl-tests' ||
        run.ranks !== 2 ||
        run.rankList.length !== 2 ||
        run.peakBusBandwidth === undefined ||
        run.damaged
      )
        continue
      const key = [
        run.collective,
        run.peakRow?.size,
        run.hosts.length,
        run.rankList.map((rank) => rank.gpuName).join('|'),
        pairClass(run, facts.nodes),
      ].join(' ')
      groups.set(key, [...(groups.get(key) ?? []), run])
    }
    for (const runs of groups.values()) {
      const pairs = new Map(runs.map((run) => [pairName(run), run]))
      const distinct = [...pairs.values()].sort((a, b) => (b.peakBusBandwidth ?? 0) - (a.peakBusBandwidth ?? 0))
      const best = distinct[0]
      const worst = distinct.at(-1)
      if (!best || !worst || distinct.length < 3) continue
      const high = best.peakBusBandwidth ?? 0
      const slow = distinct.filter((run) => (run.peakBusBandwidth ?? 0) < high * 0.8)
      if (slow.length === 0 || high <= 0) continue
      context.report({
        severity: 'warning',
        nodes: [...new Set(slow.flatMap((run) => run.nodes))],
        on: slow.slice(0, 8).map(runEntity),
        evidence: someOf([...slow, best].flatMap((run) => (run.peakRow ? [run.peakRow.source] : []))),
        data: {
          pairs: distinct.length,
          slow: slow.length,
          best: Math.round(high * 10) / 10,
          worst: Math.round((worst.peakBusBandwidth ?? 0) * 10) / 10,
          pair: pairName(worst),
          common: commonMember(slow, distinct),
        },
      })
    }
  },
})

function members(run: Run): readonly string[] {
  return run.rankList.map((rank) => (run.hosts.length > 1 ? rank.host : `GPU${rank.device ?? rank.rank}`))
}

function pairName(run: Run): string {
  return members(run).join('-')
}

/** A member that all slow pairs share and no fast pair has; 'none' when there is none. */
function commonMember(slow: readonly Run[], all: readonly Run[]): string {
  const fast = new Set(all.filter((run) => !slow.includes(run)).flatMap(members))
  const first = slow[0]
  return first
    ? (members(first).find((member) => slow.every((run) => members(run).includes(member)) && !fast.has(member)) ?? '')
    : ''
}

/** Pairs inside a node belong to one class only if the matrix says so; without one they are not compared. */
function pairClass(
  run: Run,
  nodes: readonly {
    readonly id: string
    readonly topologies: readonly { readonly cells: readonly (readonly string[])[] }[]
  }[],
): string {
  if (run.hosts.length > 1) return 'nodes'
  const [a, b] = run.rankList.map((rank) => rank.device ?? -1)
  const matrix = nodes.find((node) => run.nodes.includes(node.id))?.topologies[0]
  return matrix?.cells[a ?? -1]?.[b ?? -1] ?? `unknown ${run.id}`
}
