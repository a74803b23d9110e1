import { layerOrder } from './constants'
import type { LayoutBand, LayoutBox, LayoutEdge, LayoutLabel, LayoutMark, RowTitle } from './types'

/** The drawing while it is being made. */
export interface Sheet {
  readonly boxes: LayoutBox[]
  readonly edges: LayoutEdge[]
  readonly labels: LayoutLabel[]
  readonly marks: LayoutMark[]
  readonly bands: LayoutBand[]
  readonly titles: RowTitle[]
}

export function newSheet(): Sheet {
  return { boxes: [], edges: [], labels: [], marks: [], bands: [], titles: [] }
}

/** Sorts by z and keeps the order of drawing inside a layer. */
export function byZ<T extends { readonly z: number }>(items: readonly T[]): T[] {
  return items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => a.item.z - b.item.z || a.index - b.index)
    .map(({ item }) => item)
}

export const z = layerOrder
