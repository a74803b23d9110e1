import type { GraphSwitch, LinkGraph, SwitchEdge } from '../link-graph/types'

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

function shape(graph: LinkGraph, item: GraphSwitch): string {
  const edges = graph.switchEdges.filter((edge) => edge.switch === item.id)
  const parts = edges
    .map((edge) => `${edge.gpu}=${String(edge.up)}/${String(edge.due)}${edge.open ? '?' : ''}${edge.state}`)
    .sort()
  const odd = item.findings.length > 0 || !item.seen || item.state === 'degraded' || item.state === 'dead'
  return odd ? `odd ${item.id}` : parts.join(' ')
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
      return {
        id: `nvl:${gpu}>${id}`,
        gpu,
        switch: id,
        lanes: parts.flatMap((edge) => [...edge.lanes]),
        open: parts.some((edge) => edge.open),
        up: sum(parts.map((edge) => edge.up)),
        due: sum(parts.map((edge) => edge.due)),
        state: only?.state ?? 'unknown',
        findings: parts.flatMap((edge) => [...edge.findings]),
        sources: parts.flatMap((edge) => [...edge.sources]),
      }
    })
    return { id, switches, edges }
  })
}
