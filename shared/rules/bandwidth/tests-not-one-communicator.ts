import type { Run } from '../../model/run'
import { defineSessionRule, type RuleContext } from '../../model/rule'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** Several copies of a benchmark that each ran alone, where one run over all ranks was meant: mostly a build without MPI. */
export const testsNotOneCommunicator = defineSessionRule({
  id: 'tests-not-one-communicator',
  area: 'bandwidth',
  since: '0.1',
  needs: ['runs'],
  firesOnAbsence:
    'copies that ran together are told from runs in turn by the tables that stand between their device lists',
  check(facts, context) {
    const groups = new Map<string, Run[]>()
    for (const run of facts.runs) {
      if (run.kind !== 'nccl-tests') continue
      const key = `${run.source.document}|${run.collective ?? ''}`
      groups.set(key, [...(groups.get(key) ?? []), run])
    }
    for (const runs of groups.values()) {
      reportFooters(runs, context)
      const copies = runs.filter((run) => run.rankList.length > 0 && run.rankList[0]?.rank === 0)
      const [first, second] = copies
      if (!first || !second || copies.length < 2) continue
      if (facts.nodes.some((node) => node.settings.some((setting) => setting.name.startsWith('NCCL_TESTS_SPLIT'))))
        continue
      // Runs one after another have command lines or other sizes of their own; copies of one job start together and are alike.
      if (
        copies.some((run) => run.command !== undefined) &&
        new Set(copies.map((run) => run.command)).size === copies.length
      )
        continue
      const pids = new Set(copies.map((run) => run.rankList[0]?.pid))
      if (pids.size < copies.length) continue
      if (!together(copies)) continue
      context.report({
        severity: 'error',
        nodes: [...new Set(copies.flatMap((run) => run.nodes))],
        on: copies.slice(0, 8).map(runEntity),
        evidence: someOf(copies.flatMap((run) => run.rankList.slice(0, 1).map((rank) => rank.source))),
        data: { copies: copies.length, collective: first.collective ?? 'the benchmark', ranks: first.rankList.length },
      })
    }
  },
})

/** Single-rank copies, or device lists that stand before the first table: signs of one start, not of one run after another. */
function together(copies: readonly Run[]): boolean {
  // One line of a longer list is no single rank: then there is nobody to talk to, and no bus bandwidth.
  const single = copies.every(
    (run) => run.rankList.length === 1 && run.ranks === 1 && (run.peakBusBandwidth ?? 0) === 0,
  )
  const firstRow = Math.min(...copies.flatMap((run) => run.rows.slice(0, 1).map((row) => row.source.line)))
  const heads = copies.filter((run) => (run.rankList[0]?.source.line ?? Infinity) < firstRow)
  return single || heads.length > 1
}

/** Only footers were kept: several under one command line that started several processes are several communicators. */
function reportFooters(runs: readonly Run[], context: RuleContext): void {
  const footers = runs.filter(
    (run) => run.rankList.length === 0 && run.rows.length === 0 && run.averageBusBandwidth !== undefined,
  )
  const first = footers[0]
  const command = first?.command ?? ''
  const launched = /\b(?:mpirun|mpiexec|srun)\b/.test(command) && /\w+_perf/.test(command)
  if (!first || footers.length < 2 || !launched || footers.some((run) => run.command !== command)) return
  context.report({
    severity: 'error',
    nodes: [...new Set(footers.flatMap((run) => run.nodes))],
    on: footers.slice(0, 8).map(runEntity),
    evidence: someOf(footers.flatMap((run) => (run.averageBusBandwidth ? [run.averageBusBandwidth.source] : []))),
    data: { copies: footers.length, collective: /(\w+)_perf/.exec(command)?.[1] ?? 'the benchmark', ranks: 1 },
    variant: 'footers',
  })
}
