import { bestOf } from '../../knowledge/run-verdict'
import { jobsOf } from '../../model/jobs'
import { defineSessionRule } from '../../model/rule'
import type { Run, RunRow } from '../../model/run'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'
import { sizeText } from '../support/bandwidth'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { hostCount } from '../support/logs'
import { isActive, portFacts } from '../support/rails'

const MiB = 1024 ** 2

/** Bandwidth over RoCE falls to a fraction at large sizes, or goes up and down: packets are lost and sent again. */
export const roceLossyFabric = defineSessionRule({
  id: 'roce-lossy-fabric',
  area: 'nic',
  since: '0.1',
  needs: ['runs', 'nics'],
  firesOnAbsence: 'the shape of the curve is told by all its rows',
  check(facts, context) {
    let judged = 0
    for (const run of facts.runs) {
      if (run.kind !== 'nccl-tests') continue
      const job = jobsOf(facts).find((one) => one.runs.includes(run))
      const hosts = Math.max(run.hosts.length, job ? (hostCount(job) ?? 0) : 0)
      if (hosts === 1) continue
      const roce = roceLines(run, facts)
      if (roce.length === 0) continue
      judged++
      const shape = shapeOf(run.rows.filter((row) => row.size >= MiB && bestOf(row) > 0))
      if (!shape) continue
      context.report({
        // Rows without their rank list may be of one node, and a cut table lacks some.
        severity: hosts > 1 && !run.damaged ? 'warning' : 'info',
        variant: shape.dips === undefined ? undefined : 'swings',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: someOf([shape.peak.source, shape.low.source, ...shape.rows.map((row) => row.source), ...roce]),
        data: {
          collective: run.collective ?? '',
          peak: Math.round(bestOf(shape.peak) * 10) / 10,
          peakSize: sizeText(shape.peak.size),
          low: Math.round(bestOf(shape.low) * 10) / 10,
          lowSize: sizeText(shape.low.size),
          percent: Math.round((100 * bestOf(shape.low)) / bestOf(shape.peak)),
          dips: shape.dips ?? 0,
        },
      })
    }
    if (judged === 0) context.notApplicable('no-roce-run')
  },
})

/** Lines that say that the run went over RoCE and over nothing else; empty when that is not proven. */
function roceLines(run: Run, facts: Facts): readonly SourceRef[] {
  const job = jobsOf(facts).find((one) => one.runs.includes(run))
  const communicators = job?.communicators ?? []
  if (communicators.some((one) => one.networks.some((network) => !/^IB/i.test(network.value)))) return []
  const lines = communicators.flatMap((one) => one.networkDevices.filter((line) => /^IB/i.test(line.plugin)))
  const layers = lines.flatMap((line) => line.devices.map((device) => device.layer))
  if (layers.length > 0)
    return layers.every((layer) => layer === 'RoCE') ? lines.slice(0, 1).map((line) => line.source) : []
  const nodes = facts.nodes.filter((node) => run.nodes.includes(node.id))
  const ports = nodes.flatMap((node) => node.nics.filter((nic) => isActive(nic) && nic.linkLayer))
  if (ports.length === 0 || communicators.every((one) => one.networks.length === 0)) return []
  if (!ports.every((nic) => nic.linkLayer?.value === 'Ethernet')) return []
  return ports.slice(0, 1).flatMap((nic) => portFacts(nic, 'linkLayer'))
}

interface Shape {
  readonly peak: RunRow
  readonly low: RunRow
  readonly rows: readonly RunRow[]
  readonly dips?: number
}

function shapeOf(rows: readonly RunRow[]): Shape | undefined {
  const peak = rows.reduce<RunRow | undefined>(
    (best, row) => (!best || bestOf(row) > bestOf(best) ? row : best),
    undefined,
  )
  if (!peak || bestOf(peak) < 1) return undefined
  const low = rows.filter((row) => row.size > peak.size && bestOf(row) < bestOf(peak) * 0.25)
  const lowest = low.reduce<RunRow | undefined>(
    (least, row) => (!least || bestOf(row) < bestOf(least) ? row : least),
    undefined,
  )
  // The last size alone may be short of memory.
  if (lowest && low.length > 1) return { peak, low: lowest, rows: low }
  const dips = rows.filter((row, i) => {
    const before = rows[i - 1]
    const after = rows[i + 1]
    return (
      before !== undefined &&
      after !== undefined &&
      bestOf(row) < bestOf(before) * 0.5 &&
      bestOf(row) < bestOf(after) * 0.5
    )
  })
  const deepest = dips.reduce<RunRow | undefined>(
    (least, row) => (!least || bestOf(row) < bestOf(least) ? row : least),
    undefined,
  )
  return deepest && dips.length > 1 ? { peak, low: deepest, rows: dips, dips: dips.length } : undefined
}
