import type { GraphGpu } from '@shared/derive/link-graph'
import type { SessionView } from '@shared/derive/session-view'
import type { SourceRef } from '@shared/model/source'

/**
 * GB/s that a point-to-point tool measured from one GPU to another on this node: the largest of its tables. Tools number GPUs by
 * CUDA device, which is the index only where no list says otherwise, so a table must have as many rows as the node has GPUs.
 */
export function measuredBetween(
  session: SessionView,
  node: SessionView['nodes'][number],
  from: GraphGpu | undefined,
  to: GraphGpu | undefined,
): { readonly value: number; readonly source: SourceRef } | undefined {
  if (!from || !to || from === to) return undefined
  let best: { value: number; source: SourceRef } | undefined
  for (const run of session.runs) {
    if (run.nodes.length !== 1 || run.nodes[0] !== node.id) continue
    for (const matrix of run.matrices) {
      if (matrix.unit !== 'GB/s' || matrix.rowLabels.length !== node.gpus.length) continue
      // Both directions at once is another measure than one way.
      if (/bidirectional|both/i.test(matrix.title)) continue
      const value = matrix.values[from.index]?.[to.index]
      if (typeof value === 'number' && (best === undefined || value > best.value))
        best = { value, source: matrix.source }
    }
  }
  return best
}
