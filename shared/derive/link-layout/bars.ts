import type { DrawState, GraphSwitch, LinkGraph, SwitchEdge } from '../link-graph/types'

/** One bar of the NVLink area: one NVSwitch, or several equal ones where more than six would be drawn. */
export interface Bar {
  readonly id: string
  readonly switches: readonly GraphSwitch[]
  /** Edge of each GPU to the bar; several switches give the sum, and it is open when one of them is. */
  readonly edges: readonly SwitchEdge[]
}

const mostBars = 6

function sum(values: readonly (number | undefined)[]): number | undefined {
  let total = 0
  for (const value of values) {
    if (value === undefined) return undefined
    total += value
  }
  return total
}

/**
 * Switches that reach the same GPUs may share a bar. Their counts do not matter: a dead lane changes a label, and must not add a
 * bar that would move every GPU down.
 */
function shape(graph: LinkGraph, item: GraphSwitch): string {
  if (!item.seen) return `unseen ${item.id}`
  const edges = graph.switchEdges.filter((edge) => edge.switch === item.id)
  return edges
    .map((edge) => edge.gpu)
    .sort()
    .join(' ')
}

const worstFirst: readonly DrawState[] = ['dead', 'degraded', 'unknown', 'unchecked', 'good', 'plain']

/** One state for several counts: short of the sum is degraded, none at all is dead. */
function joined(parts: readonly SwitchEdge[], up: number | undefined, due: number | undefined): DrawState {
  if (up !== undefined && due !== undefined && up < due) return up === 0 ? 'dead' : 'degraded'
  return worstFirst.find((state) => parts.some((edge) => edge.state === state)) ?? 'unknown'
}

/** Bars from top to bottom. */
export function nvlinkBars(graph: LinkGraph): Bar[] {
  const ordered = [...graph.switches].sort((a, b) => a.number - b.number)
  if (ordered.length <= mostBars) {
    return ordered.map((item) => ({
      id: item.id,
      switches: [item],
      edges: graph.switchEdges.filter((edge) => edge.switch === item.id),
    }))
  }
  const classes = new Map<string, GraphSwitch[]>()
  for (const item of ordered) {
    const key = shape(graph, item)
    classes.set(key, [...(classes.get(key) ?? []), item])
  }
  return [...classes.values()].map((switches) => {
    const ids = new Set(switches.map((item) => item.id))
    const first = switches[0]
    const id = switches.length === 1 && first ? first.id : `${first?.id ?? 'nvs'}+${String(switches.length - 1)}`
    const gpus = [...new Set(graph.switchEdges.filter((edge) => ids.has(edge.switch)).map((edge) => edge.gpu))]
    const edges = gpus.map((gpu): SwitchEdge => {
      const parts = graph.switchEdges.filter((edge) => edge.gpu === gpu && ids.has(edge.switch))
      const only = parts[0]
      if (parts.length === 1 && only) return { ...only, switch: id }
      const up = sum(parts.map((edge) => edge.up))
      const due = sum(parts.map((edge) => edge.due))
      return {
        id: `nvl:${gpu}>${id}`,
        gpu,
        switch: id,
        lanes: parts.flatMap((edge) => [...edge.lanes]),
        open: parts.some((edge) => edge.open),
        up,
        due,
        state: joined(parts, up, due),
        findings: parts.flatMap((edge) => [...edge.findings]),
        sources: parts.flatMap((edge) => [...edge.sources]),
      }
    })
    return { id, switches, edges }
  })
}
