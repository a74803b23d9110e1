import { bestOf } from '../../knowledge/run-verdict'
import { defineRule } from '../../model/rule'
import { nodeEntity, runEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isGuest, productOf } from '../support/links'
import { bestJoint } from '../support/pairs'

const MiB = 1024 ** 2
/** GB/s of bus bandwidth below which an AMD machine with PCIe GPUs was helped by its BIOS settings. */
const LOW = 8

/** AMD machine with PCIe GPUs, one NUMA node for each socket, and little bandwidth between GPUs. */
export const numaNpsLayout = defineRule({
  id: 'numa-nps-layout',
  area: 'numa',
  since: '0.1',
  needs: ['host.numa', 'runs', 'gpu.product'],
  firesOnAbsence: 'that this is a guest is told by other lines',
  check(node, context) {
    const { cpuVendor, sockets, numaNodes } = node.host
    if (!cpuVendor || !sockets || !numaNodes) return context.notChecked(['host.numa'], 'lscpu')
    if (cpuVendor.value !== 'amd' || isGuest(node)) return context.notApplicable('not-amd')
    const pcie = node.gpus.every((gpu) => {
      const product = productOf(gpu)
      return product !== undefined && (!product.nvlink || product.bridgeOnly)
    })
    if (!pcie || bestJoint(node) === 'nvlink') return context.notApplicable('nvlink')
    if (numaNodes.value !== sockets.value) return
    const run = context.facts.runs.find(
      (one) =>
        one.kind === 'nccl-tests' &&
        one.nodes.includes(node.id) &&
        one.hosts.length <= 1 &&
        (one.ranks ?? 0) > 1 &&
        !one.damaged &&
        one.peakRow !== undefined &&
        one.rows.some((row) => row.size >= 64 * MiB) &&
        one.rows.every((row) => bestOf(row) < LOW),
    )
    if (!run?.peakRow) return
    context.report({
      severity: 'warning',
      on: [nodeEntity(node), runEntity(run)],
      evidence: someOf([cpuVendor.source, sockets.source, numaNodes.source, run.peakRow.source]),
      data: {
        node: node.name,
        cpu: node.host.cpuModel?.value ?? 'AMD',
        nodes: numaNodes.value,
        sockets: sockets.value,
        measured: Math.round(bestOf(run.peakRow) * 10) / 10,
      },
    })
  },
})
