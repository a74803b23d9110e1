import type { GraphGpu, GraphLane, LaneEnd, PairEdge, SwitchEdge } from './types'
import type { GpuProduct } from '../../knowledge/gpus'
import { nvCount } from './cells'
import type { Cells } from './cells'
import { countState } from './lanes'

export interface GpuPart {
  readonly id: string
  readonly name: string
  readonly lanes: readonly GraphLane[]
  readonly product?: GpuProduct
}

function most(values: readonly number[]): number | undefined {
  const votes = new Map<number, number>()
  for (const value of values) votes.set(value, (votes.get(value) ?? 0) + 1)
  const best = [...votes].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]
  return best && best[1] * 2 > values.length ? best[0] : undefined
}

const isUp = (lane: GraphLane): boolean => lane.said === 'active'

/**
 * Lanes between GPUs and switches. Inactive lanes print no far end: they count to the switch that is short of what the other
 * GPUs have there, if exactly one is; else the counts of the short ones stay open.
 */
export function switchEdges(
  gpus: readonly GpuPart[],
  switches: readonly string[],
): { edges: SwitchEdge[]; inferred: Map<string, string> } {
  const reach = (gpu: GpuPart, id: string): GraphLane[] => gpu.lanes.filter((lane) => lane.to.id === id)
  const due = new Map<string, number | undefined>()
  for (const id of switches) due.set(id, most(gpus.map((gpu) => reach(gpu, id).length)))
  const inferred = new Map<string, string>()
  const edges: SwitchEdge[] = []
  for (const gpu of gpus) {
    const lost = gpu.lanes.filter(
      (lane) => lane.to.kind === 'unknown' && lane.said !== 'active' && lane.state !== 'plain',
    )
    const short = switches.filter((id) => reach(gpu, id).length < (due.get(id) ?? 0))
    const only = short.length === 1 ? short[0] : undefined
    const missing = only === undefined ? 0 : (due.get(only) ?? 0) - reach(gpu, only).length
    const given = only !== undefined && lost.length > 0 && lost.length <= missing ? lost : []
    for (const lane of given) if (only !== undefined) inferred.set(`${gpu.id}|${String(lane.index)}`, only)
    for (const id of switches) {
      const here = reach(gpu, id)
      const added = id === only ? given : []
      const wanted = due.get(id)
      const open = short.length > 1 && short.includes(id) && lost.length > 0
      if (here.length === 0 && added.length === 0 && (wanted ?? 0) === 0) continue
      const up = here.filter(isUp).length
      const stated = [...here, ...added].every((lane) => lane.said !== 'unknown')
      // What another GPU has there is due here too, unless nothing of this GPU is known.
      const dueHere = gpu.lanes.length === 0 ? undefined : Math.max(wanted ?? 0, here.length + added.length)
      const upHere = gpu.lanes.length === 0 || !stated ? undefined : up
      if (gpu.lanes.length === 0 && here.length === 0) continue
      edges.push({
        id: `nvl:${gpu.id}>${id}`,
        gpu: gpu.id,
        switch: id,
        lanes: [...here, ...added].map((lane) => lane.index).sort((a, b) => a - b),
        open,
        up: upHere,
        due: dueHere,
        state: open ? 'unknown' : countState(upHere, dueHere),
        findings: [],
        sources: [...here, ...added].flatMap((lane) => [...lane.sources]),
      })
    }
  }
  return { edges, inferred }
}

/** Direct pairs by the far ends that `nvlink -R` prints. */
export function pairsByRemotes(gpus: readonly GpuPart[]): { pairs: PairEdge[]; inferred: Map<string, string> } {
  const pairs: PairEdge[] = []
  const inferred = new Map<string, string>()
  const lost = (gpu: GpuPart): GraphLane[] =>
    gpu.lanes.filter((lane) => lane.to.kind === 'unknown' && lane.state === 'dead')
  const losers = gpus.filter((gpu) => lost(gpu).length > 0)
  const [first, second] = losers
  const even =
    losers.length === 2 && first !== undefined && second !== undefined && lost(first).length === lost(second).length
  gpus.forEach((a, i) => {
    for (const b of gpus.slice(i + 1)) {
      const ofA = a.lanes.filter((lane) => lane.to.id === b.id)
      const ofB = b.lanes.filter((lane) => lane.to.id === a.id)
      // Two GPUs that lost equally many lanes lost them to each other; a single loser says nothing of the far end.
      const mutual = even && ((first === a && second === b) || (first === b && second === a))
      if (ofA.length === 0 && ofB.length === 0 && !mutual) continue
      const lostA = mutual ? lost(a) : []
      const lostB = mutual ? lost(b) : []
      for (const lane of lostA) inferred.set(`${a.id}|${String(lane.index)}`, b.id)
      for (const lane of lostB) inferred.set(`${b.id}|${String(lane.index)}`, a.id)
      const upA = ofA.filter(isUp).length
      const upB = ofB.filter(isUp).length
      const seenBoth = a.lanes.length > 0 && b.lanes.length > 0
      const up = seenBoth && ofA.length > 0 && ofB.length > 0 ? Math.min(upA, upB) : Math.max(upA, upB)
      const due = Math.max(ofA.length + lostA.length, ofB.length + lostB.length)
      const stated = [...ofA, ...ofB].every((lane) => lane.said !== 'unknown')
      pairs.push({
        id: `pair:${a.id}-${b.id}`,
        a: a.id,
        b: b.id,
        up: stated ? up : undefined,
        due,
        state: stated ? countState(up, due) : 'unknown',
        from: 'remotes',
        findings: [],
        lanesOfA: [...ofA, ...lostA].map((lane) => lane.index),
        lanesOfB: [...ofB, ...lostB].map((lane) => lane.index),
        sources: [...ofA, ...ofB, ...lostA, ...lostB].flatMap((lane) => [...lane.sources]),
      })
    }
  })
  return { pairs, inferred }
}

/**
 * Direct pairs by NV# cells, where they count links between two GPUs. On an NVSwitch board NV# is the row GPU's own count, so
 * cells whose sum is more than a GPU has links are no pairs.
 */
export function pairsByCells(gpus: readonly GpuPart[], cells: Cells): PairEdge[] {
  const pairs: PairEdge[] = []
  gpus.forEach((a, i) => {
    for (const b of gpus.slice(i + 1)) {
      const there = nvCount(cells.cell(a.name, b.name))
      const back = nvCount(cells.cell(b.name, a.name))
      if (there === undefined && back === undefined) continue
      const sources = [cells.source(a.name), cells.source(b.name)].filter((source) => source !== undefined)
      const up = Math.min(there ?? back ?? 0, back ?? there ?? 0)
      const due = Math.max(there ?? 0, back ?? 0)
      pairs.push({
        id: `pair:${a.id}-${b.id}`,
        a: a.id,
        b: b.id,
        up,
        due,
        state: up < due ? 'degraded' : 'good',
        from: 'topology',
        findings: [],
        lanesOfA: [],
        lanesOfB: [],
        sources,
      })
    }
  })
  return pairs
}

/** True where NV# between two GPUs can only be, or is by the product, a pair count. */
export function cellsArePairs(gpus: readonly GpuPart[], cells: Cells): boolean {
  const rows = gpus.map((gpu) =>
    gpus
      .flatMap((other) => (other === gpu ? [] : [nvCount(cells.cell(gpu.name, other.name))]))
      .filter((n): n is number => n !== undefined),
  )
  const all = rows.flat()
  if (all.length === 0) return false
  const nvlink = gpus.find((gpu) => gpu.product?.nvlink)?.product?.nvlink
  const bridge = gpus.some((gpu) => gpu.product?.bridgeOnly)
  if (nvlink?.mesh || bridge) return true
  const largest = Math.max(...rows.map((row) => row.reduce((sum, n) => sum + n, 0)))
  if (nvlink) {
    if (
      nvlink.fourGpuBoardPair !== undefined &&
      gpus.length <= 4 &&
      all.every((n) => `NV${String(n)}` === nvlink.fourGpuBoardPair)
    )
      return true
    // Two GPUs of a switch board that see each other with all their links are on the switches.
    if (nvlink.healthyPair !== undefined && all.some((n) => `NV${String(n)}` === nvlink.healthyPair)) return false
    return largest <= nvlink.wiredLinks && new Set(all).size > 1
  }
  return largest <= 18
}

/** Replaces far ends that were concluded. */
export function withInferred(gpu: GraphGpu, inferred: ReadonlyMap<string, string>, kind: 'switch' | 'gpu'): GraphGpu {
  if (inferred.size === 0) return gpu
  return {
    ...gpu,
    lanes: gpu.lanes.map((lane): GraphLane => {
      const id = inferred.get(`${gpu.id}|${String(lane.index)}`)
      const to: LaneEnd | undefined = id === undefined ? undefined : { kind, id, inferred: true }
      return to ? { ...lane, to } : lane
    }),
  }
}
