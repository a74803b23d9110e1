import type { Sizes } from './constants'
import type { Sheet } from './sheet'
import type { Skeleton, SkeletonBox } from './skeleton'
import { textWidth } from './text-width'
import type { Density, Layer, LayoutLabel, StrokeState, Tone } from './types'
import type { LayoutWords } from './words'
import type { DrawState, GraphGpu, GraphNic, LinkGraph } from '../link-graph/types'

/** Differences to another node, by id of the box or edge. Everything else is drawn quiet. */
export interface CompareMarks {
  readonly differences: ReadonlyMap<
    string,
    {
      /** Written at the part; absent where another part of the same difference carries it. */
      readonly number?: number
      readonly better: boolean
    }
  >
}

/** What all parts of the drawing share. */
export interface Pen {
  readonly graph: LinkGraph
  readonly sk: Skeleton
  readonly c: Sizes
  readonly density: Density
  readonly words: LayoutWords
  readonly sheet: Sheet
  readonly layers: ReadonlySet<Layer>
  readonly errors: boolean
  /** Stacks whose members are shown. */
  readonly expanded: ReadonlySet<string>
  /** The chosen part: its far relations are drawn even where there are too many to draw all. */
  readonly route?: string
  readonly compare?: CompareMarks
  readonly gpu: (id: string) => GraphGpu | undefined
  readonly nic: (id: string) => GraphNic | undefined
  readonly candidates: Candidate[]
}

/** A label that is set unless one of higher priority is nearer than 4 px. */
export interface Candidate extends LayoutLabel {
  readonly priority: number
}

export const priority = { deviation: 3, errors: 2, value: 1 } as const

export function stroke(pen: Pen, id: string, state: DrawState): StrokeState {
  if (!pen.compare) return state
  const difference = pen.compare.differences.get(id)
  if (difference) return difference.better ? 'accent' : state
  return state === 'unknown' ? 'unknown' : 'same'
}

export function boxState(pen: Pen, id: string, state: DrawState): DrawState | 'same' {
  if (!pen.compare) return state
  const difference = pen.compare.differences.get(id)
  if (difference) return difference.better ? 'same' : state
  return state === 'unknown' ? 'unknown' : 'same'
}

/** Tone of a value: states speak only where the thing is not drawn as equal. */
export function valueTone(pen: Pen, id: string, state: DrawState, quiet: Tone): Tone {
  const drawn = boxState(pen, id, state)
  return drawn === 'degraded' || drawn === 'dead' || drawn === 'unchecked' || drawn === 'unknown' ? drawn : quiet
}

export function deviates(state: DrawState): state is 'degraded' | 'dead' {
  return state === 'degraded' || state === 'dead'
}

export function columnX(pen: Pen, boxId: string, gpuId: string): number | undefined {
  return pen.sk.columnOf.get(`${boxId}|${gpuId}`)
}

/** The box that holds a GPU in this graph, and the GPU's column. */
export function place(pen: Pen, gpuId: string): { readonly box: SkeletonBox; readonly x: number } | undefined {
  for (const numa of pen.graph.boxes) {
    if (!numa.groups.some((group) => group.gpus.includes(gpuId))) continue
    const x = columnX(pen, numa.id, gpuId)
    const box = pen.sk.boxes.find((candidate) => candidate.id === numa.id)
    if (x !== undefined && box) return { box, x }
  }
  return undefined
}

export function pill(
  pen: Pen,
  label: {
    id: string
    x: number
    y: number
    text: string
    state: DrawState | 'accent'
    on: string
    layer?: Layer
    z: number
    size?: number
    h?: number
  },
): Candidate {
  const size = label.size ?? pen.c.value
  return {
    id: label.id,
    x: label.x,
    y: label.y,
    w: Math.ceil(textWidth(label.text, size, true)) + 8,
    h: label.h ?? (pen.density === 'full' ? 16 : 14),
    text: label.text,
    size,
    tone: label.state,
    pill: label.state,
    on: label.on,
    layer: label.layer,
    z: label.z,
    priority: priority.deviation,
  }
}

export function tooNear(a: LayoutLabel, b: LayoutLabel, gap = 4): boolean {
  return Math.abs(a.x - b.x) < (a.w + b.w) / 2 + gap && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + gap
}

/** Sets the labels, the weightiest first; one that comes too near to another stays in the panel. */
export function settleLabels(pen: Pen): void {
  const ordered = pen.candidates
    .map((candidate, index) => ({ candidate, index }))
    .sort((a, b) => b.candidate.priority - a.candidate.priority || a.index - b.index)
  for (const { candidate } of ordered) {
    if (pen.sheet.labels.some((other) => tooNear(candidate, other))) continue
    const { priority: _priority, ...label } = candidate
    pen.sheet.labels.push(label)
  }
}

export function sentence(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part): part is string => part !== undefined && part !== '').join(', ')
}
