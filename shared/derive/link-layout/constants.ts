import type { Density } from './types'

/** Sizes of the drawing in px at scale 1. `full` for up to eight GPUs on screen, `compact` beyond, in Compare and on paper. */
export interface Sizes {
  readonly gutter: number
  readonly pitch: number
  readonly boxWidth: number
  readonly groupGap: number
  readonly pad: number
  readonly numaGap: number
  readonly top: number
  readonly barHeight: number
  readonly barGap: number
  readonly tap: number
  readonly dot: number
  readonly gapA: number
  readonly gpuHeight: number
  readonly gapP: number
  readonly switchHeight: number
  readonly unknownHeight: number
  readonly gapN: number
  readonly nicHeight: number
  /** Height of a NIC row that holds a stack: a second line of text. */
  readonly stackHeight: number
  readonly channel: number
  readonly cpuHeight: number
  readonly gapR: number
  readonly foot: number
  readonly name: number
  readonly value: number
  readonly tapText: number
  readonly track: number
  readonly firstTrack: number
}

export const sizes: Readonly<Record<Density, Sizes>> = {
  full: {
    gutter: 112,
    pitch: 92,
    boxWidth: 80,
    groupGap: 16,
    pad: 12,
    numaGap: 24,
    top: 12,
    barHeight: 22,
    barGap: 10,
    tap: 18,
    dot: 2.2,
    gapA: 62,
    gpuHeight: 58,
    gapP: 50,
    switchHeight: 26,
    unknownHeight: 30,
    gapN: 30,
    nicHeight: 40,
    stackHeight: 40,
    channel: 54,
    cpuHeight: 28,
    gapR: 28,
    foot: 24,
    name: 12,
    value: 10.5,
    tapText: 10,
    track: 16,
    firstTrack: 18,
  },
  compact: {
    gutter: 34,
    pitch: 64,
    boxWidth: 56,
    groupGap: 10,
    pad: 8,
    numaGap: 16,
    top: 8,
    barHeight: 15,
    barGap: 5,
    tap: 13,
    dot: 1.6,
    gapA: 22,
    gpuHeight: 34,
    gapP: 18,
    switchHeight: 16,
    unknownHeight: 24,
    gapN: 12,
    nicHeight: 20,
    stackHeight: 32,
    channel: 22,
    cpuHeight: 18,
    gapR: 12,
    foot: 18,
    name: 11,
    value: 10,
    tapText: 9,
    track: 16,
    firstTrack: 18,
  },
}

/** Space between sub-rows of NICs. */
export const subRowGap = 8
/** Height of one member of a NIC stack that is opened. */
export const memberHeight = 18
/** Room below a NIC for the state of its port. */
export const portSpace = 16
/** Right and bottom margin; the left one is 1 px, so that outlines on whole pixels stay inside. */
export const margin = 6
/** Height of a band with words in place of the NVLink bars. */
export const bandHeight = 22

/** Room below the NUMA boxes for the names of far ends of NCCL hops. */
export const outwardSpace = 24

/** Order of painting. */
export const layerOrder = {
  numa: 0,
  line: 10,
  bar: 20,
  dot: 30,
  box: 40,
  inside: 45,
  label: 50,
  mark: 60,
} as const
