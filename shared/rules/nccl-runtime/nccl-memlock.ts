import { jobsOfNode } from '../../model/jobs'
import { defineRule } from '../../model/rule'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { countOf, hostCount, warningsOf } from '../support/logs'
import { activePorts, portLines } from '../support/rdma'

const NO_MEMORY = /ibv_(?:reg_mr\w{0,12}|create_cq|create_qp).{0,80}Cannot allocate memory/

/** RDMA memory cannot be locked: the limit of the process is too low. */
export const ncclMemlock = defineRule({
  id: 'nccl-memlock',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const found = warningsOf(node, NO_MEMORY)
    const limit = node.host.memlock
    const limited = limit !== undefined && !/unlimited/i.test(limit.value)
    if (found.length > 0) {
      context.report({
        severity: 'error',
        variant: limited ? 'limit' : undefined,
        on: [nodeEntity(node)],
        evidence: someOf([...found.map((one) => one.source), ...(limited ? [limit.source] : [])]),
        data: { node: node.name, limit: limit?.value ?? '', count: countOf(found) },
      })
      return
    }
    const active = activePorts(node)
    if (!limited || active.length === 0) return
    const jobs = jobsOfNode(node, context.facts)
    const rdma = jobs.some(
      (job) =>
        (hostCount(job) ?? 0) > 1 &&
        job.communicators.some((one) => one.networks.some((network) => /^IB/i.test(network.value))),
    )
    const done = jobs.some((job) => job.communicators.some((one) => one.ranks.some((rank) => rank.initComplete)))
    // A job over RDMA that came up shows that its own limit is high enough: the captured shell is another one.
    if (!rdma || done) return
    context.report({
      severity: 'warning',
      variant: 'shell',
      on: [nodeEntity(node)],
      evidence: someOf([limit.source, ...portLines(active)]),
      data: { node: node.name, limit: limit.value },
    })
  },
})
