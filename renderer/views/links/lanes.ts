import type { GraphGpu, GraphLane, LinkGraph } from '@shared/derive/link-graph'
import type { UiKey } from '@shared/messages/ui'
import type { IconState } from '../../components/icons'

/** One lane in a table: what it is, where it goes, what it counted. */
export interface LaneRow {
  readonly gpu: GraphGpu
  readonly lane: GraphLane
  readonly to: string | null
  readonly inferred: boolean
  readonly hidden: boolean
  /** Null: no counter in the capture. */
  readonly errors: number | null
  /** `3 CRC`: the count with the one counter that is not zero. */
  readonly errorText: string | undefined
  readonly line: number | null
}

export function laneRows(graph: LinkGraph, gpu: GraphGpu, only?: readonly number[]): LaneRow[] {
  return gpu.lanes
    .filter((lane) => only === undefined || only.includes(lane.index))
    .map((lane): LaneRow => {
      const end =
        graph.gpus.find((item) => item.id === lane.to.id)?.label ??
        graph.switches.find((item) => item.id === lane.to.id)?.label
      const errors = lane.counters.length === 0 ? null : lane.counters.reduce((sum, counter) => sum + counter.value, 0)
      const loud = lane.counters.filter((counter) => counter.value > 0)
      return {
        gpu,
        lane,
        to: end ?? null,
        inferred: lane.to.inferred === true,
        hidden: lane.to.kind === 'hidden',
        errors,
        errorText:
          errors === null || errors === 0
            ? undefined
            : loud.length === 1 && loud[0]
              ? `${String(loud[0].value)} ${shortCounter(loud[0].counter)}`
              : String(errors),
        line: lane.sources[0]?.line ?? null,
      }
    })
}

function shortCounter(name: string): string {
  return name
    .replace(/\b(?:errors?|count|flit|events?|failed)\b/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
}

export function laneWord(lane: GraphLane): UiKey {
  if (lane.said === 'active') return lane.state === 'degraded' ? 'links.flagged' : 'links.up'
  if (lane.state === 'dead') return 'links.dead'
  if (lane.said === 'inactive') return lane.state === 'plain' ? 'links.inactiveDesign' : 'links.inactive'
  if (lane.said === 'disabled') return 'links.disabled'
  return lane.said === 'unsupported' ? 'links.unsupported' : 'word.notInCapture'
}

export function laneIcon(lane: GraphLane): IconState | undefined {
  return lane.state === 'plain' ? undefined : lane.state
}
