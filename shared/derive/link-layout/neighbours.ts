import type { LayoutBox, LinkLayout } from './types'

export type Direction = 'left' | 'right' | 'up' | 'down'

/** Boxes that the keyboard reaches: everything but the background of a NUMA node. */
export function reachable(layout: LinkLayout): LayoutBox[] {
  return layout.boxes.filter((box) => box.kind !== 'numa')
}

const centre = (box: LayoutBox): { x: number; y: number } => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 })

/**
 * The next box in a direction: left and right stay in the row, up and down go to the nearest row that has a box there, and in it
 * to the box that lies above or below, or else nearest.
 */
export function nextBox(layout: LinkLayout, from: string | undefined, direction: Direction): LayoutBox | undefined {
  const boxes = reachable(layout)
  const start = boxes.find((box) => box.id === from)
  if (!start) return boxes.find((box) => box.kind === 'gpu') ?? boxes[0]
  const here = centre(start)
  if (direction === 'left' || direction === 'right') {
    const row = boxes.filter((box) => box !== start && Math.abs(centre(box).y - here.y) < 3)
    const ahead = row.filter((box) => (direction === 'right' ? centre(box).x > here.x : centre(box).x < here.x))
    return ahead.sort((a, b) => Math.abs(centre(a).x - here.x) - Math.abs(centre(b).x - here.x))[0]
  }
  const ahead = boxes.filter((box) => (direction === 'down' ? centre(box).y > here.y + 3 : centre(box).y < here.y - 3))
  const gap = (box: LayoutBox): number =>
    here.x >= box.x && here.x <= box.x + box.w
      ? 0
      : Math.min(Math.abs(here.x - box.x), Math.abs(here.x - box.x - box.w))
  return ahead.sort(
    (a, b) =>
      Math.abs(centre(a).y - here.y) + gap(a) * 2 - (Math.abs(centre(b).y - here.y) + gap(b) * 2) ||
      centre(a).x - centre(b).x,
  )[0]
}

/** Edges of a box from left to right, for Tab. */
export function edgesOf(layout: LinkLayout, box: string): string[] {
  return layout.edges
    .filter((edge) => edge.from === box || edge.to === box)
    .sort((a, b) => (a.points[0]?.y ?? 0) - (b.points[0]?.y ?? 0) || (a.points[0]?.x ?? 0) - (b.points[0]?.x ?? 0))
    .map((edge) => edge.id)
}
