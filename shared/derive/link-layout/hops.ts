import { bracketPoints } from './bracket'
import { outwardSpace } from './constants'
import { place, priority } from './pen'
import type { Candidate, Pen } from './pen'
import { z } from './sheet'
import { textWidth } from './text-width'
import type { StrokeState } from './types'

/** One hop of a ring or tree. `to` undefined: it leaves the node. */
export interface Hop {
  readonly id: string
  readonly from: string
  readonly to?: string
  /** `P2P/CUMEM`, `SHM`, `NET/Socket`: said at the hop when it is not what this machine should use. */
  readonly transport?: string
  readonly degraded: boolean
  /** Up to the NVSwitches and back (NVLS). */
  readonly fabric?: boolean
  /** Far end of a hop to another node. */
  readonly toHost?: string
  readonly toGpu?: string
}

/** A ring or tree of one channel, or of several that are alike. */
export interface HopPath {
  readonly id: string
  readonly label: string
  readonly series: 1 | 2
  readonly hops: readonly Hop[]
}

/** Hops lie over the lines of the board. */
const drawnHop = { kind: 'hop', z: z.line + 2, layer: 'nccl' } as const

/** Rings and trees between the GPU row and the bars, by the router of direct pairs; hops to other nodes end below the picture. */
export function drawHops(pen: Pen, paths: readonly HopPath[]): void {
  const { sk, sheet, c } = pen
  for (const path of paths.slice(0, 2)) {
    const state: StrokeState = path.series === 1 ? 'series-1' : 'series-2'
    upward(pen, path, state)
    for (const hop of path.hops) {
      const from = place(pen, hop.from)
      if (!from || hop.fabric) continue
      if (hop.to === undefined) {
        outward(pen, hop, from.x, state)
        continue
      }
      const to = place(pen, hop.to)
      const bracket = sk.hops.get(hop.id)
      if (!to || !bracket) continue
      const y = sk.rows.gpu - 14 - bracket.track * 12
      const leftFirst = from.x < to.x
      const left = (leftFirst ? from.x : to.x) + bracket.leftOffset * 0.6
      const right = (leftFirst ? to.x : from.x) + bracket.rightOffset * 0.6
      const points = bracketPoints(left, right, y, sk.rows.gpu)
      sheet.edges.push({
        id: hop.id,
        from: hop.from,
        to: hop.to,
        points: leftFirst ? points : [...points].reverse(),
        state: hop.degraded ? 'degraded' : state,
        halo: 'surface',
        arrow: true,
        ...drawnHop,
        title: `${path.label}: ${pen.gpu(hop.from)?.label ?? ''} → ${pen.gpu(hop.to)?.label ?? ''}${hop.transport === undefined ? '' : `, ${hop.transport}`}`,
      })
      if (hop.degraded && hop.transport !== undefined)
        pen.candidates.push(hopLabel(hop, (left + right) / 2, y, c.tapText))
    }
  }
}

/** Below the bars a line that all hops to the switches reach; where no bar is drawn, there is nothing to reach. */
function upward(pen: Pen, path: HopPath, state: StrokeState): void {
  const { sk, c, sheet } = pen
  const foot = c.top + sk.bars * c.barHeight + (sk.bars - 1) * c.barGap
  const y = foot + NVLS_GAP
  if (sk.bars === 0 || y > sk.rows.gpu - NVLS_GAP) return
  const xs: number[] = []
  for (const hop of path.hops) {
    const from = hop.fabric ? place(pen, hop.from) : undefined
    if (!from) continue
    const x = from.x + c.boxWidth / 2 - 5
    xs.push(x)
    sheet.edges.push({
      id: hop.id,
      from: hop.from,
      to: '',
      points: [
        { x, y: sk.rows.gpu },
        { x, y },
      ],
      state,
      halo: 'surface',
      arrow: true,
      ...drawnHop,
      title: `${path.label}: ${pen.gpu(hop.from)?.label ?? ''}`,
    })
  }
  if (xs.length < 2) return
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  sheet.edges.push({
    id: `hop:bus:${path.id}`,
    from: '',
    to: '',
    points: [
      { x: left, y },
      { x: right, y },
    ],
    state,
    halo: 'surface',
    ...drawnHop,
    title: path.label,
  })
}

const NVLS_GAP = 6

function hopLabel(hop: Hop, x: number, y: number, size: number): Candidate {
  const text = hop.transport ?? ''
  return {
    id: `label:${hop.id}`,
    x,
    y,
    w: Math.ceil(textWidth(text, size, true)) + 8,
    h: size + 3,
    text,
    size,
    tone: 'degraded',
    pill: 'degraded',
    on: hop.id,
    layer: 'nccl',
    z: z.label,
    priority: priority.deviation,
  }
}

/** Down the column of the GPU, below the picture, with the name of the far end. */
function outward(pen: Pen, hop: Hop, x: number, state: StrokeState): void {
  const { sk, c, sheet, words } = pen
  const side = x + c.boxWidth / 2
  const at = side + (c.pitch - c.boxWidth) / 4
  const foot = sk.rows.numaBottom + outwardSpace - 14
  const y = sk.rows.gpu + c.gpuHeight - 6
  const far = words.toHost(hop.toHost ?? '?', hop.toGpu ?? '')
  sheet.edges.push({
    id: hop.id,
    from: hop.from,
    to: '',
    points: [
      { x: side, y },
      { x: at, y },
      { x: at, y: foot },
    ],
    state: hop.degraded ? 'degraded' : state,
    halo: 'surface-2',
    arrow: true,
    ...drawnHop,
    title: `${pen.gpu(hop.from)?.label ?? ''} ${far}`,
  })
  const size = 9
  const w = Math.ceil(textWidth(far, size))
  const centre = Math.max(w / 2 + 1, Math.min(sk.width - w / 2 - 1, at))
  pen.candidates.push({
    id: `label:${hop.id}`,
    x: centre,
    y: foot + 8,
    w,
    h: 11,
    text: far,
    size,
    tone: 'text-2',
    on: hop.id,
    layer: 'nccl',
    z: z.label,
    priority: priority.value,
  })
}
