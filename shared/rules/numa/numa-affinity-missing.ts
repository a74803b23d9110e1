import { ncclTopologyXml } from '../../formats/nccl/topology-xml'
import { refIn, sectionsOf } from '../../model/format'
import { defineRule } from '../../model/rule'
import { sourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { linkFactsVoid } from '../support/links'

/** GPUs without a NUMA node on a machine that has several. */
export const numaAffinityMissing = defineRule({
  id: 'numa-affinity-missing',
  area: 'numa',
  since: '0.1',
  needs: ['host.numa'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why === 'vgpu' || why === 'wsl') return context.notApplicable(why)
    const { numaNodes, sockets, numaCpus } = node.host
    const withCpus = numaCpus.filter((one) => one.cpus !== '')
    // Memory-only nodes of Grace have no CPUs and are no place to run.
    const count = withCpus.length > 0 ? withCpus.length : (numaNodes?.value ?? 0)
    if (count < 2) return context.notApplicable('one-numa-node')
    const topology = node.topologies[0]
    const rows = (topology?.devices ?? []).filter((device) => device.kind === 'gpu' && device.line !== undefined)
    // Only a printed N/A counts; a column that is not there may have been cut.
    const missing = rows.filter((device) => device.numaAffinity === 'N/A' || device.cpuAffinity === 'N/A')
    const files = sectionsOf(node.parsed, ncclTopologyXml).flatMap((section) =>
      section.value.cpus
        .filter((cpu) => cpu.numaId === -1 && cpu.children.length > 0)
        .map((cpu) => refIn(section, cpu.line)),
    )
    if (rows.length === 0 && sectionsOf(node.parsed, ncclTopologyXml).length === 0)
      return context.notChecked(['topology'], 'nvidia-smi topo -m')
    if (missing.length === 0 && files.length === 0) return
    const severalSockets = (sockets?.value ?? 0) > 1
    context.report({
      severity: severalSockets ? 'warning' : 'info',
      on: [nodeEntity(node)],
      evidence: someOf([
        ...missing.flatMap((device) =>
          topology && device.line !== undefined ? sourceRef(topology.source.document, device.line) : [],
        ),
        ...files,
        ...(severalSockets && sockets ? [sockets.source] : []),
        ...(numaNodes ? [numaNodes.source] : withCpus.slice(0, 2).map((one) => one.source)),
      ]),
      data: {
        node: node.name,
        gpus: missing.map((device) => device.name).join(', ') || 'all GPUs',
        count: missing.length || rows.length,
        nodes: count,
        sockets: sockets?.value ?? '?',
      },
    })
  },
})
