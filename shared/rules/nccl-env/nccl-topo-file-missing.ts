import { jobsOfNode } from '../../model/jobs'
import { defineRule } from '../../model/rule'
import { communicatorEntity, nodeEntity } from '../support/entities'
import { someOf, topologyRow } from '../support/evidence'
import { isGuest } from '../support/links'
import { localConnections } from '../support/local-connections'
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
      if (hostCount(job) === 1) continue
      const scope = settingScopes(node, context.facts).find((candidate) => candidate.job === job)
      if (scope?.all.has('NCCL_TOPO_FILE')) continue
      // NCCL echoes the variable at init where it shows settings at all; it also takes the file of nvidia-topologyd by itself.
      const subsystems = scope?.effective.get('NCCL_DEBUG_SUBSYS')?.value ?? 'ENV'
      if (!/\b(?:ENV|ALL)\b/i.test(subsystems) || loadsFile(node)) continue
      const local = new Set(localConnections(job, node, context.facts))
      const net = job.communicators.flatMap((one) =>
        one.connections.filter((line) => line.transport === 'NET' && !local.has(line)),
      )
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
