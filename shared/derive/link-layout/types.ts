import type { DrawState } from '../link-graph/types'

/** Pixels at scale 1; y grows downward. Everything is finite. */
export interface Point {
  readonly x: number
  readonly y: number
}

export type Density = 'full' | 'compact'
export type Layer = 'nvlink' | 'pcie' | 'nic' | 'port' | 'nccl'

/** `same`: equal on both sides of a comparison, drawn quiet. `accent`: the better side of a difference. */
export type StrokeState = DrawState | 'same' | 'accent' | 'series-1' | 'series-2'
export type Tone = 'text' | 'text-2' | 'text-3' | 'accent' | DrawState

/** One run of text; `y` is the baseline. */
export interface TextLine {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly anchor: 'start' | 'middle' | 'end'
  readonly tone: Tone
  readonly strong?: boolean
  readonly mono?: boolean
}

/** numa: background of a NUMA node; bar: switches and CPUs that others hang on; divider: host bridge inside a CPU bar. */
export type BoxKind = 'numa' | 'gpu' | 'nic' | 'stack' | 'ghost' | 'nvswitch' | 'leaf' | 'upper' | 'cpu'

interface Drawn {
  readonly id: string
  readonly z: number
  readonly layer?: Layer
}

export interface LayoutBox extends Drawn {
  readonly kind: BoxKind
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly state: DrawState | 'same'
  readonly lines: readonly TextLine[]
  /** Sentence for screen readers and tooltips. */
  readonly title: string
  /** What the box stands for in the graph: itself, or the members of a stack. Empty for a NUMA box. */
  readonly members: readonly string[]
}

export interface LayoutEdge extends Drawn {
  readonly kind: 'nvlink' | 'pair' | 'pcie' | 'socket' | 'relation' | 'hop' | 'port'
  readonly from: string
  readonly to: string
  /** At least two points; every stretch is horizontal or vertical. */
  readonly points: readonly Point[]
  readonly state: StrokeState
  /** Stroke of the background below the line, so that a crossing reads as a bridge. */
  readonly halo?: 'surface' | 'surface-2'
  readonly arrow?: boolean
  readonly title: string
}

/** Text at an edge or a bar, in a pill when it deviates. `x`, `y` is the centre. */
export interface LayoutLabel extends Drawn {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly text: string
  readonly size: number
  readonly tone: Tone
  readonly pill?: DrawState | 'accent'
  /** Colour behind the text where it lies on a line. */
  readonly behind?: 'surface' | 'surface-2' | 'surface-3'
  /** Edge or box that it belongs to. */
  readonly on: string
}

export type LayoutMark = Drawn &
  (
    | {
        readonly kind: 'dot'
        readonly x: number
        readonly y: number
        readonly r: number
        readonly state: StrokeState
        readonly on: string
      }
    | {
        readonly kind: 'tick'
        readonly x: number
        readonly y: number
        readonly w: number
        readonly h: number
        readonly state: StrokeState
        readonly on: string
      }
    | {
        readonly kind: 'icon'
        readonly x: number
        readonly y: number
        readonly size: number
        readonly state: DrawState
        readonly on: string
      }
    | {
        readonly kind: 'number'
        readonly x: number
        readonly y: number
        readonly r: number
        readonly text: string
        readonly on: string
      }
    | {
        readonly kind: 'ring'
        readonly x: number
        readonly y: number
        readonly w: number
        readonly h: number
        readonly on: string
      }
    | { readonly kind: 'divider'; readonly x: number; readonly y: number; readonly h: number; readonly on: string }
    | {
        readonly kind: 'leaf'
        readonly x: number
        readonly y: number
        readonly w: number
        readonly h: number
        readonly state: DrawState | 'same'
        readonly on: string
      }
  )

/** A stretch with words in place of something that is not drawn: known absence (`plain`) or unknown. */
export interface LayoutBand extends Drawn {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly text: string
  readonly size: number
  readonly state: 'plain' | 'unknown'
}

/** Titles of the rows in the gutter; they stay in view when the picture scrolls sideways. */
export interface RowTitle extends TextLine {
  readonly id: string
}

export interface LinkLayout {
  readonly width: number
  readonly height: number
  readonly density: Density
  readonly boxes: readonly LayoutBox[]
  readonly edges: readonly LayoutEdge[]
  readonly labels: readonly LayoutLabel[]
  readonly marks: readonly LayoutMark[]
  readonly bands: readonly LayoutBand[]
  readonly titles: readonly RowTitle[]
  /** One sentence about the whole picture. */
  readonly title: string
}
