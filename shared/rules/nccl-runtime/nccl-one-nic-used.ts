import { jobsOfNode, ranksOnNode, type Job } from '../../model/jobs'
import type { Connection } from '../../model/nccl'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { isOnNode } from '../../model/settings'
import { communicatorEntity, nodeEntity, runEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { boardOf } from '../support/links'
import { hostCount } from '../support/logs'
import { settingScopes } from '../support/settings'

const LIMITS = ['NCCL_MAX_NCHANNELS', 'NCCL_MAX_CTAS', 'NCCL_MAX_NRINGS', 'NCCL_P2P_DISABLE', 'NCCL_P2P_LEVEL']

/** All traffic between hosts goes through one of several adapters, or the ring plan has one or two channels, on an NVSwitch node. */
export const ncclOneNicUsed = defineRule({
  id: 'nccl-one-nic-used',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.connections', 'nccl.network'],
  check(node, context) {
    // On PCIe-only nodes one flow already fills the bus.
    if (boardOf(node) !== 'switch') return context.notApplicable('no-nvswitch')
    for (const job of jobsOfNode(node, context.facts)) {
      if ((hostCount(job) ?? 1) < 2 || (ranksOnNode(job, node) ?? 1) < 2) continue
      const scope = settingScopes(node, context.facts).find((candidate) => candidate.job === job)
      if (LIMITS.some((name) => scope?.effective.has(name))) continue
      const sends = wholeNode(job, node)
      const lists = job.communicators.flatMap((one) =>
        one.networkDevices.filter((line) => isOnNode(node, line.host, one.hosts) && !/^socket$/i.test(line.plugin)),
      )
      const devices = lists[0]?.devices ?? []
      const used = new Set(sends.map((connection) => connection.networkDevice))
      const plan = job.communicators
        .flatMap((one) => one.plans)
        .find(
          (one) => one.pattern === 4 && one.channels > 0 && one.channels <= 2 && isOnNode(node, one.host, job.hosts),
        )
      const oneNic = sends.length > 0 && used.size === 1 && devices.length > 1
      if (!oneNic && !plan) continue
      const equal = new Set(devices.map((device) => device.layer ?? '')).size === 1
      const name = devices.find((device) => device.index === [...used][0])?.name
      context.report({
        severity: oneNic && equal ? 'error' : 'warning',
        variant: oneNic ? undefined : 'plan',
        on: [nodeEntity(node), ...job.communicators.slice(0, 4).map(communicatorEntity), ...job.runs.map(runEntity)],
        evidence: someOf([
          ...sends.slice(0, 6).map((connection) => connection.source),
          ...(lists[0] ? [lists[0].source] : []),
          ...(plan ? [plan.source] : []),
        ]),
        data: { node: node.name, nic: name ?? '', nics: devices.length, channels: plan?.channels ?? 0 },
      })
    }
  },
})

/** Network sends of this node, if every rank on it prints its connections: a log of one rank shows one adapter by nature. */
function wholeNode(job: Job, node: Node): readonly Connection[] {
  return job.communicators.flatMap((communicator) => {
    const ranks = communicator.ranks.filter((rank) => rank.node === node.id).map((rank) => rank.rank)
    const own = communicator.connections.filter((one) => isOnNode(node, one.host, communicator.hosts))
    const printed = new Set(own.map((one) => (one.direction === 'receive' ? one.to : one.from)))
    if (ranks.length < 2 || !ranks.every((rank) => printed.has(rank))) return []
    return own.filter(
      (one) => one.transport === 'NET' && one.direction === 'send' && !/^socket$/i.test(one.network ?? ''),
    )
  })
}
