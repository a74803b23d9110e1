import { ncclTopologyXml } from '../../formats/nccl/topology-xml'
import type { TopologyPci } from '../../formats/nccl/topology-types'
import { refIn, sectionsOf } from '../../model/format'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { SourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { isGuest } from '../support/links'
import { logsOf } from '../support/logs'
import { bestJoint } from '../support/pairs'

interface Hop {
  readonly source: SourceRef
  /** GB/s of NCCL's model; undefined where a file says nothing. */
  readonly bandwidth?: number
}

/** A PCI hop in NCCL's graph that is slower than any real one: NCCL avoids that path, or plans few channels. */
export const ncclTopoAbsurdBandwidth = defineRule({
  id: 'nccl-topo-absurd-bandwidth',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const seen = [...hopsOfLogs(node), ...hopsOfFiles(node)]
    const slow = seen.find((hop) => hop.bandwidth !== undefined)
    const first = slow ?? seen[0]
    if (!first) return
    // Joined by NVLink and without a PCI adapter, nothing crosses these hops: GPUs passed through report no width.
    if (slow === undefined && isGuest(node) && bestJoint(node) === 'nvlink' && node.nics.length === 0) return
    context.report({
      severity: slow && (node.nics.length > 0 || bestJoint(node) !== 'nvlink') ? 'warning' : 'info',
      variant: slow ? undefined : 'unknown',
      on: [nodeEntity(node)],
      evidence: someOf(seen.map((hop) => hop.source)),
      data: { node: node.name, bandwidth: first.bandwidth ?? 0, count: seen.length },
    })
  },
})

function hopsOfLogs(node: Node): readonly Hop[] {
  return logsOf(node).flatMap((log) =>
    log
      .own(log.log.systems)
      .flatMap((system) =>
        system.nodes.flatMap((part) =>
          part.link === 'PCI' && part.bandwidth !== undefined && part.bandwidth > 0 && part.bandwidth < 1
            ? [{ source: refIn(log.section, part.line), bandwidth: part.bandwidth }]
            : [],
        ),
      ),
  )
}

/** Speed or width that the dumped file does not know, above a GPU that the job uses and an adapter that is a PCI device. */
function hopsOfFiles(node: Node): readonly Hop[] {
  return sectionsOf(node.parsed, ncclTopologyXml).flatMap((section) => {
    if (section.value.partial || section.value.damaged) return []
    const all = section.value.cpus.flatMap((cpu) => cpu.children.flatMap(below))
    // Without an adapter behind PCI no path of a job crosses the hops that matter.
    if (!all.some((pci) => pci.nets.length > 0)) return []
    return all
      .filter((pci) => (pci.gpu !== undefined || pci.nets.length > 0) && unknown(pci))
      .map((pci) => ({ source: refIn(section, pci.line) }))
  })
}

function unknown(pci: TopologyPci): boolean {
  return pci.gigatransfers === undefined || pci.width === undefined
}

function below(pci: TopologyPci): readonly TopologyPci[] {
  return [pci, ...pci.children.flatMap(below)]
}
