import type { Gpu } from '../../model/gpu'
import type { Node } from '../../model/node'
import { sourceRef, type SourceRef } from '../../model/source'

/** The row of a GPU in the best matrix, if it was captured. */
export function topologyRow(node: Node, gpu: Gpu): readonly SourceRef[] {
  const topology = node.topologies[0]
  const line = topology?.devices.find((device) => device.kind === 'gpu' && device.name === `GPU${gpu.index}`)?.line
  return topology && line !== undefined ? [sourceRef(topology.source.document, line)] : []
}

/** At most `most` references, first ones kept: fifty equal lines prove no more than five. */
export function someOf(evidence: readonly SourceRef[], most = 12): readonly SourceRef[] {
  const seen = new Set<string>()
  const distinct = evidence.filter((source) => {
    const key = `${source.document}:${source.line}-${source.endLine}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return distinct.slice(0, most)
}
