import type { DrawState, LinkGraph, PairEdge } from './types'

/** More GPUs than this make more brackets than a picture can hold: the matrix shows them. */
export const mostDirect = 8

const order: readonly DrawState[] = ['dead', 'degraded', 'unchecked', 'unknown', 'plain', 'good']

/**
 * A switched fabric seen pair by pair: through NVSwitches every GPU reaches every other one with the lanes that both have up. That
 * is what the cells NV# say, and it is computed, not measured. Other fabrics, and more than eight GPUs, stay as they are.
 */
export function directView(graph: LinkGraph): LinkGraph {
  if (graph.fabric !== 'switches' || graph.gpus.length > mostDirect) return graph
  const gpus = [...graph.gpus].sort((a, b) => a.index - b.index)
  const least = (a: number | undefined, b: number | undefined): number | undefined =>
    a === undefined || b === undefined ? undefined : Math.min(a, b)
  const pairs = gpus.flatMap((a, i) =>
    gpus.slice(i + 1).map((b): PairEdge => ({
      id: `pair:${a.id}-${b.id}`,
      a: a.id,
      b: b.id,
      up: least(a.count.up, b.count.up),
      due: least(a.count.due, b.count.due),
      state: order.find((state) => a.count.state === state || b.count.state === state) ?? 'unknown',
      lanesOfA: a.lanes.map((lane) => lane.index),
      lanesOfB: b.lanes.map((lane) => lane.index),
      from: 'switches',
      findings: [...a.findings, ...b.findings].filter((mark) => mark.rule.startsWith('nvlink')),
      sources: [...a.sources.slice(0, 1), ...b.sources.slice(0, 1)],
    })),
  )
  return { ...graph, fabric: 'pairs', switches: [], switchEdges: [], pairs }
}
