import { settingUse } from '../../knowledge/setting-use'
import { jobsOfNode } from '../../model/jobs'
import { defineRule } from '../../model/rule'
import { communicatorEntity, nodeEntity } from '../support/entities'
import { someOf, topologyRow } from '../support/evidence'
import { isGuest } from '../support/links'
import { hostCount, logsOf } from '../support/logs'
import { settingScopes } from '../support/settings'

const FAR = /^(?:PHB|NODE|SYS|SOC)$/

/** A virtual machine whose GPUs and NICs all look equally far, without the provider's topology file, and without GPUDirect RDMA. */
export const ncclTopoFileMissing = defineRule({
  id: 'nccl-topo-file-missing',
  area: 'nccl-env',
  since: '0.1',
  needs: ['topology.nics', 'nccl.connections'],
  firesOnAbsence: 'the finding is that no topology file is set',
  check(node, context) {
    if (!isGuest(node)) return context.notApplicable('bare-metal-or-unknown')
    if (node.system && /azure-nc|gb200|gb300/.test(node.system.value)) return context.notApplicable('none-needed')
    const topology = node.topologies[0]
    if (!topology) return
    const cells = topology.devices.flatMap((nic, column) =>
      nic.kind === 'nic'
        ? topology.devices.flatMap((gpu, row) => (gpu.kind === 'gpu' ? (topology.cells[row]?.[column] ?? '') : []))
        : [],
    )
    const known = cells.filter((cell) => cell !== '')
    if (known.length === 0 || topology.damaged || !known.every((cell) => FAR.test(cell))) return
    for (const job of jobsOfNode(node, context.facts)) {
      if ((hostCount(job) ?? 1) < 2) continue
      const scope = settingScopes(node, context.facts).find((candidate) => candidate.job === job)
      if (scope?.all.has('NCCL_TOPO_FILE')) continue
      // Only a log that shows its settings proves that none is set; NCCL also takes the file of nvidia-topologyd by itself.
      if (settingUse('NCCL_TOPO_FILE', 'x', job).state !== 'not-read' || loadsFile(node)) continue
      const net = job.communicators.flatMap((one) => one.connections.filter((line) => line.transport === 'NET'))
      const rdma = net.filter((line) => !/^socket$/i.test(line.network ?? ''))
      if (rdma.length === 0 || rdma.some((line) => line.gdr === true)) continue
      context.report({
        severity: 'warning',
        on: [nodeEntity(node), ...job.communicators.slice(0, 4).map(communicatorEntity)],
        evidence: someOf([
          ...node.gpus.slice(0, 4).flatMap((gpu) => topologyRow(node, gpu)),
          ...(node.host.hypervisor ? [node.host.hypervisor.source] : []),
          ...rdma.slice(0, 3).map((line) => line.source),
        ]),
        data: { node: node.name, hypervisor: node.host.hypervisor?.value ?? '', cell: known[0] ?? '' },
      })
    }
  },
})

function loadsFile(node: Parameters<typeof logsOf>[0]): boolean {
  return logsOf(node).some((log) => log.log.notices.some((notice) => notice.text.startsWith('Loading topology file')))
}
