import type { Gpu, Link } from '../../model/gpu'
import { findGpu, gpuById } from '../../knowledge/gpus'
import type { GpuProduct } from '../../knowledge/gpus'
import { nvCount } from './cells'
import type { Cells } from './cells'
import { weighty } from './findings'
import type { Judgement } from './findings'
import type { DrawState, GraphLane, LaneCount, LaneEnd } from './types'

export function productOf(gpu: Gpu): GpuProduct | undefined {
  if (gpu.product !== undefined) return gpuById(gpu.product)
  return gpu.name === undefined ? undefined : findGpu(gpu.name.value)
}

/** What is known of the lanes of one GPU before its far ends are looked at. */
export interface LaneFacts {
  readonly lanes: readonly GraphLane[]
  readonly count: LaneCount
  readonly withoutNvlink: boolean
  readonly mig: boolean
}

/** Links up by the status of each link, else by the message in their place, else by NV# of the matrix. */
function lanesUp(gpu: Gpu, cells: Cells, name: string, others: readonly string[], direct: boolean): number | undefined {
  const active = gpu.links.filter((link) => link.state === 'active').length
  const stated = gpu.links.filter((link) => link.state === 'active' || link.state === 'inactive')
  if (stated.length > 0)
    return gpu.linksDamaged || gpu.links.some((link) => link.state === 'unknown') ? undefined : active
  if (gpu.linkMessage?.value === 'all-inactive') return 0
  if (gpu.linkMessage !== undefined) return undefined
  const counts = others.map((other) => nvCount(cells.cell(name, other))).filter((n): n is number => n !== undefined)
  if (counts.length === 0) return undefined
  return direct ? counts.reduce((sum, n) => sum + n, 0) : Math.max(...counts)
}

/** Lanes due: what the product is meant to have; bridges are a choice, so part of them is only a fault where a rule says so. */
function lanesDue(product: GpuProduct | undefined, up: number | undefined, faulty: boolean): number | undefined {
  const wired = product?.nvlink?.wiredLinks
  if (wired === undefined) return undefined
  if (product?.bridgeOnly && (up === undefined || up < wired) && !faulty) return undefined
  return wired
}

export function countState(up: number | undefined, due: number | undefined): DrawState {
  if (up === undefined) return 'unknown'
  if (due === undefined) return 'plain'
  if (up >= due) return 'good'
  return up === 0 ? 'dead' : 'degraded'
}

function laneState(
  link: Link,
  facts: { due?: number; up?: number; product?: GpuProduct; silent: boolean; flagged: boolean; inactive: number },
): DrawState {
  switch (link.state) {
    case 'active':
      return facts.flagged ? 'degraded' : 'good'
    case 'disabled':
    case 'unsupported':
      return 'plain'
    case 'unknown':
      return 'unknown'
    case 'inactive': {
      if (facts.flagged) return 'dead'
      if (facts.silent || facts.product?.nvlink?.inactiveByDesign?.includes(link.index)) return 'plain'
      if (facts.due === undefined) return facts.product?.bridgeOnly ? 'plain' : 'unchecked'
      const missing = facts.up === undefined ? facts.inactive : Math.max(0, facts.due - facts.up)
      if (missing === 0) return 'plain'
      // More inactive links than missing ones: some are unwired by design, and which is not known.
      return facts.inactive > missing && facts.product?.nvlink?.inactiveByDesign === undefined ? 'unchecked' : 'dead'
    }
  }
}

export function laneFacts(
  gpu: Gpu,
  context: {
    readonly cells: Cells
    readonly name: string
    readonly others: readonly string[]
    readonly direct: boolean
    readonly judgement: Judgement
    readonly end: (link: Link) => LaneEnd
  },
): LaneFacts {
  const product = productOf(gpu)
  const { judgement } = context
  const mig = gpu.linkMessage?.value === 'mig'
  const anyActive = gpu.links.some((link) => link.state === 'active')
  const up = lanesUp(gpu, context.cells, context.name, context.others, context.direct)
  const withoutNvlink =
    !anyActive &&
    ((product !== undefined && product.nvlink === undefined) ||
      (product === undefined && gpu.linkMessage?.value === 'not-supported'))
  const marks = [
    ...judgement.on(gpu.id),
    ...gpu.links.flatMap((link) => judgement.on(`${gpu.id}/link${String(link.index)}`)),
  ].filter((mark) => mark.rule.startsWith('nvlink'))
  const faulty = weighty(marks)
  const due = lanesDue(product, up, faulty)
  const silent = !faulty && judgement.silent('nvlink-inactive') && judgement.silent('nvlink-all-inactive')
  const inactive = gpu.links.filter(
    (link) => link.state === 'inactive' && !product?.nvlink?.inactiveByDesign?.includes(link.index),
  ).length
  const lanes = [...gpu.links]
    .sort((a, b) => a.index - b.index)
    .map((link): GraphLane => ({
      index: link.index,
      said: link.state,
      state: laneState(link, {
        due,
        up,
        product,
        silent,
        inactive,
        flagged: weighty(judgement.on(`${gpu.id}/link${String(link.index)}`)),
      }),
      gigabytesPerSecond: link.gigabytesPerSecond,
      to: context.end(link),
      counters: link.counters,
      sources: [...link.states.map((state) => state.source), ...(link.remote ? [link.remote.source] : [])],
    }))
  if (withoutNvlink) return { lanes: [], count: { state: 'plain' }, withoutNvlink, mig }
  const judged = silent && up !== undefined && due !== undefined && up < due ? undefined : due
  const count: LaneCount = {
    up,
    due: judged,
    dueFrom: judged === undefined ? undefined : 'product',
    state: countState(up, judged),
  }
  return { lanes, count, withoutNvlink, mig }
}

/** Where no product says how many are due, most GPUs of one name agreeing are the measure: `compared with siblings`. */
export function compareSiblings(
  counts: readonly { readonly name?: string; readonly count: LaneCount; readonly known: boolean }[],
): LaneCount[] {
  return counts.map((item) => {
    if (item.known || item.count.due !== undefined || item.count.up === undefined || item.name === undefined)
      return item.count
    const same = counts.filter((other) => other.name === item.name && other.count.up !== undefined)
    const votes = new Map<number, number>()
    for (const other of same)
      if (other.count.up !== undefined) votes.set(other.count.up, (votes.get(other.count.up) ?? 0) + 1)
    const best = [...votes].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]
    if (!best || same.length < 3 || best[1] * 2 <= same.length || best[0] === 0) return item.count
    return { up: item.count.up, due: best[0], dueFrom: 'siblings', state: countState(item.count.up, best[0]) }
  })
}
