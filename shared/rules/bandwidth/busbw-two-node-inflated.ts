import { perNicBandwidth } from '../../knowledge/expectation'
import { judgeRun } from '../../knowledge/run-verdict'
import { defineSessionRule } from '../../model/rule'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { resolved } from '../support/settings'

/** On exactly two nodes a tree can read above the wire: no error, and no acceptance figure either. */
export const busbwTwoNodeInflated = defineSessionRule({
  id: 'busbw-two-node-inflated',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  check(facts, context) {
    for (const run of facts.runs) {
      const { query, row, measured } = judgeRun(run, facts)
      if (
        !query ||
        !row ||
        measured === undefined ||
        query.nodes !== 2 ||
        run.collective !== 'all_reduce' ||
        !query.nics
      )
        continue
      if (query.mnnvl === true) continue
      const sum = query.nics.reduce((total, nic) => total + nic.count * perNicBandwidth(nic.gigabitsPerSecond), 0)
      const ring = facts.nodes
        .filter((node) => run.nodes.includes(node.id))
        .some((node) => /ring/i.test(resolved(node, facts, 'NCCL_ALGO')?.value ?? ''))
      if (measured <= sum * 1.02 || ring) continue
      context.report({
        severity: 'info',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: someOf([row.source]),
        data: { measured: Math.round(measured), sum: Math.round(sum) },
      })
    }
  },
})
