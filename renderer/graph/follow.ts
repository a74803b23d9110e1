import type { CollectionReturnValue, Core } from 'cytoscape'
import { bends } from '@shared/derive/link-layout/segments'
import type { LayoutBox, LinkLayout } from '@shared/derive/link-layout'

export interface Followed {
  /** What was moved beside the shape that the pointer holds; no NUMA box. */
  readonly moved: readonly CollectionReturnValue[]
  /** A NUMA box has another size. */
  readonly resized: boolean
}

/** Takes what is drawn from one layout to the next of the same parts, all but the shape that the pointer holds. */
export function followMove(cy: Core, before: LinkLayout, after: LinkLayout, held: string): Followed {
  const moved: CollectionReturnValue[] = []
  let resized = false
  const take = (id: string): CollectionReturnValue => {
    const drawn = cy.getElementById(id)
    if (drawn.nonempty()) moved.push(drawn)
    return drawn
  }
  const shift = (id: string, from: Place, to: Place): void => {
    take(id).shift({ x: to.x - from.x, y: to.y - from.y })
  }
  const centres = new Map([...after.boxes, ...after.bands].map((box) => [box.id, centre(box)]))
  /** Where a line ends: at a node of no size, which goes there, else so far from the middle of its box. */
  const end = (anchor: string, box: string, point: Place): string => {
    if (cy.getElementById(anchor).nonempty()) {
      take(anchor).position({ ...point })
      return '0px 0px'
    }
    const from = centres.get(box) ?? point
    return `${String(point.x - from.x)}px ${String(point.y - from.y)}px`
  }
  cy.batch(() => {
    before.boxes.forEach((box, i) => {
      const next = after.boxes[i]
      if (!next) return
      if (box.kind === 'numa') resized = resize(cy, box, next) || resized
      else if (box.id === held) box.lines.forEach((_, k) => shift(`${box.id}#${String(k)}`, box, next))
    })
    before.edges.forEach((edge, i) => {
      const points = after.edges[i]?.points
      if (!points || points.every(({ x, y }, k) => x === edge.points[k]?.x && y === edge.points[k]?.y)) return
      const first = points[0]
      const last = points[points.length - 1]
      if (!first || !last) return
      const corners = bends(points)
      const drawn = take(edge.id)
      drawn.data({
        from: end(`${edge.id}@from`, edge.from, first),
        to: end(`${edge.id}@to`, edge.to, last),
        weights: corners.map(({ weight }) => weight),
        distances: corners.map(({ distance }) => distance),
      })
      drawn.toggleClass('bent', corners.length > 0)
    })
    for (const kind of ['labels', 'marks'] as const)
      before[kind].forEach((item, i) => {
        const next = after[kind][i]
        if (!next || (next.x === item.x && next.y === item.y)) return
        shift(item.id, item, next)
        shift(`${item.id}#0`, item, next)
      })
  })
  return { moved, resized }
}

interface Place {
  readonly x: number
  readonly y: number
}

const centre = ({ x, y, w, h }: Place & { readonly w: number; readonly h: number }): Place => ({
  x: x + w / 2,
  y: y + h / 2,
})

/** A NUMA box grows under way; its title stays. */
function resize(cy: Core, from: LayoutBox, to: LayoutBox): boolean {
  if (from.x === to.x && from.y === to.y && from.w === to.w && from.h === to.h) return false
  const drawn = cy.getElementById(to.id)
  drawn.data({ w: to.w - 1, h: to.h - 1 })
  drawn.position({ x: to.x + to.w / 2, y: to.y + to.h / 2 })
  return true
}
