import type { LogItem } from '../../formats/nccl/log-types'
import { defineRule } from '../../model/rule'
import type { Node } from '../../model/node'
import type { Facts } from '../../model/session'
import { communicatorEntity, nodeEntity, runEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { localConnections } from '../support/local-connections'
import { hostCount, jobsOfLog, logsOf, warningsOf, type NodeLog } from '../support/logs'
import { activePorts, pluginFabric, portLines } from '../support/rdma'

/** NCCL talks TCP between hosts although the node has a running RDMA network. */
export const ncclSocketTransport = defineRule({
  id: 'nccl-socket-transport',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  firesOnAbsence: 'that a job stays on one host is known from its ranks only',
  check(node, context) {
    const active = activePorts(node)
    const fabric = pluginFabric(node, context.facts)
    if (active.length === 0 && !fabric) return context.notApplicable('no-rdma-known')
    for (const log of logsOf(node)) {
      const used = socketLines(log)
      const first = used[0]
      if (!first) continue
      const jobs = jobsOfLog(log, context.facts)
      const job = jobs.find((candidate) => hostCount(candidate) !== 1)
      if (!job || onlyLocal(node, jobs, context.facts)) continue
      context.report({
        severity: 'error',
        variant: fabric ? fabric.kind : undefined,
        on: [nodeEntity(node), ...job.communicators.slice(0, 4).map(communicatorEntity), ...job.runs.map(runEntity)],
        evidence: someOf([
          ...used.slice(0, 2).map((line) => log.at(line)),
          ...reasons(node, log),
          ...portLines(active),
          ...(fabric?.evidence ?? []),
        ]),
        data: {
          node: node.name,
          ports: active.length,
          port: active[0]?.device ?? '',
          rate: active[0]?.gigabitsPerSecond?.value ?? 0,
        },
      })
    }
  },
})

/** `Using network Socket`; without any such line (old or cut logs) the socket list alone, if no other network lists a device. */
function socketLines(log: NodeLog): readonly LogItem[] {
  const networks = log.own(log.log.networks)
  if (networks.length > 0) {
    const sockets = networks.filter((line) => /^socket$/i.test(line.network))
    return networks.length === sockets.length ? sockets : []
  }
  const lists = log.own(log.log.networkDevices).filter((line) => line.devices.length > 0)
  const sockets = lists.filter((line) => /^socket$/i.test(line.plugin))
  return lists.length === sockets.length ? sockets : []
}

/** All network connections stay inside the machine: nccl-net-inside-node says that. */
function onlyLocal(node: Node, jobs: ReturnType<typeof jobsOfLog>, facts: Facts): boolean {
  return jobs.some((job) => {
    const net = job.communicators.flatMap((one) => one.connections.filter((line) => line.transport === 'NET'))
    const local = localConnections(job, node, facts).filter((line) => line.transport === 'NET')
    return net.length > 0 && local.length >= net.length
  })
}

function reasons(node: Node, log: NodeLog) {
  const said = warningsOf(node, /libibverbs|NET\/OFI/).filter((one) => one.log.section === log.section)
  const notices = log
    .own(log.log.notices)
    .filter((notice) => notice.topic === 'ib' || /^NET\/IB ?: No device found/.test(notice.text))
  return [...said.slice(0, 2).map((one) => one.source), ...notices.slice(0, 2).map((notice) => log.at(notice))]
}
