import { ethtool } from '../../formats/host/ethtool'
import { jobsOf } from '../../model/jobs'
import { refIn, sectionsOf } from '../../model/format'
import type { Node } from '../../model/node'
import { defineSessionRule } from '../../model/rule'
import { distinctSettings, resolveSettings, settingsOfNode } from '../../model/settings'
import type { SourceRef } from '../../model/source'
import { runEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { hostCount } from '../support/logs'
import { places } from '../support/settings'

/** NCCL on bonded RoCE ports with one queue pair a connection: the hash keeps each connection on one member. */
export const roceBondSingleQp = defineSessionRule({
  id: 'roce-bond-single-qp',
  area: 'nic',
  since: '0.1',
  needs: ['runs', 'nccl.network'],
  firesOnAbsence: 'that the number of queue pairs is not set is told by its absence from the log',
  check(facts, context) {
    let judged = 0
    for (const job of jobsOf(facts)) {
      const line = job.communicators
        .flatMap((one) => one.networkDevices)
        .find((one) => one.devices.some((device) => isBond(device.name)))
      if ((hostCount(job) ?? 0) < 2) continue
      const run = job.runs.find((one) => one.kind === 'nccl-tests')
      if (!line || !run?.peakRow || run.peakBusBandwidth === undefined) continue
      const bonds = line.devices.filter((device) => isBond(device.name)).map((device) => device.name)
      if (bonds.length !== line.devices.length) continue
      judged++
      const nodes = job.nodes.flatMap((id) => facts.nodes.find((node) => node.id === id) ?? [])
      const settings = [
        ...job.communicators.flatMap((one) => one.settings),
        ...nodes.flatMap((node) => settingsOfNode(node, facts)),
      ]
      const resolved = resolveSettings(distinctSettings(settings))
      const pairs = resolved.find((one) => one.name === 'NCCL_IB_QPS_PER_CONNECTION')
      if (pairs && Number(pairs.value) > 1) continue
      const rate = memberRate(nodes, bonds) ?? usualRate(run.peakBusBandwidth / bonds.length)
      if (!rate) continue
      // One member of each bond carries all: the sum of the members of one side, and clearly not of both.
      const one = (rate.member * bonds.length) / 8
      const both = one * 2
      if (run.peakBusBandwidth < one * 0.75 || run.peakBusBandwidth > Math.min(one * 1.05, both * 0.6)) continue
      context.report({
        // A cut table may have lost its best rows.
        severity: rate.proven && !run.damaged ? 'warning' : 'info',
        nodes: run.nodes,
        on: [runEntity(run)],
        evidence: someOf([line.source, run.peakRow.source, ...rate.evidence, ...(pairs ? places(pairs, 1) : [])]),
        data: {
          bonds: bonds.join(', '),
          count: bonds.length,
          measured: Math.round(run.peakBusBandwidth * 10) / 10,
          one: Math.round(one * 10) / 10,
          both: Math.round(both * 10) / 10,
          pairs: pairs?.value ?? '1 (default)',
        },
      })
    }
    if (judged === 0) context.notApplicable('no-bond')
  },
})

function isBond(name: string): boolean {
  return /bond/i.test(name)
}

interface MemberRate {
  /** Gb/s of one member. */
  readonly member: number
  /** ethtool shows the bond at twice the rate of the RDMA device. */
  readonly proven: boolean
  readonly evidence: readonly SourceRef[]
}

/** The RDMA device of a bond reports one member's rate or the sum, by driver: only the interface of the bond settles it. */
function memberRate(nodes: readonly Node[], bonds: readonly string[]): MemberRate | undefined {
  for (const node of nodes) {
    const nic = node.nics.find((one) => bonds.includes(one.device ?? ''))
    const rate = nic?.gigabitsPerSecond
    if (!nic || !rate) continue
    const netdev = nic.netdev?.value
    const section = sectionsOf(node.parsed, ethtool).find((one) => one.value.netdev === netdev)
    const speed = section?.value.speed
    const sum = speed && speed.value / 1000
    if (section && speed && sum !== undefined && sum >= rate.value * 1.9)
      return { member: rate.value, proven: true, evidence: [rate.source, refIn(section, speed.line)] }
    if (section && speed && sum !== undefined && Math.abs(sum - rate.value) < 1)
      return { member: rate.value / 2, proven: true, evidence: [rate.source, refIn(section, speed.line)] }
    return { member: rate.value, proven: false, evidence: [rate.source] }
  }
  return undefined
}

/** What one port of a usual rate gives with GPUDirect RDMA: 12 GB/s per 100 Gb/s, 24 per 200, 46 to 49 per 400. */
function usualRate(each: number): MemberRate | undefined {
  const member = [100, 200, 400].find((rate) => each >= (rate / 8) * 0.92 && each <= rate / 8)
  return member === undefined ? undefined : { member, proven: false, evidence: [] }
}
