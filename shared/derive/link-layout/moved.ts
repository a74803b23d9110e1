import { margin } from './constants'
import type { LayoutBox, LinkLayout, Point } from './types'

/** How far a user moved boxes from where the layout puts them, in px at scale 1, by id of the box. */
export type Moves = Readonly<Record<string, readonly [dx: number, dy: number]>>

const grid = 4

/** What is kept of one drag: on the grid, and never off the left or upper edge. Undefined: back where the layout puts it. */
export function moveTo(home: LayoutBox, dx: number, dy: number): readonly [number, number] | undefined {
  const onGrid = (value: number, least: number): number => Math.max(least, Math.round(value / grid) * grid)
  const x = onGrid(dx, Math.ceil(-home.x / grid) * grid)
  const y = onGrid(dy, Math.ceil(-home.y / grid) * grid)
  return x === 0 && y === 0 ? undefined : [x, y]
}

/** The layout with boxes where the user put them: marks, text and labels go along, lines stay horizontal and vertical. */
export function moveBoxes(layout: LinkLayout, moves: Moves): LinkLayout {
  const known = new Map(
    layout.boxes.flatMap((box) => {
      const move = moves[box.id]
      return box.kind !== 'numa' && move && (move[0] !== 0 || move[1] !== 0) ? [[box.id, move] as const] : []
    }),
  )
  if (known.size === 0) return layout
  const of = (id: string): readonly [number, number] => known.get(id) ?? [0, 0]
  const shift = <T extends { readonly x: number; readonly y: number }>(item: T, id: string): T => {
    const [dx, dy] = of(id)
    return dx === 0 && dy === 0 ? item : { ...item, x: item.x + dx, y: item.y + dy }
  }
  const moved = layout.boxes.map((box) =>
    known.has(box.id) ? { ...shift(box, box.id), lines: box.lines.map((line) => shift(line, box.id)) } : box,
  )
  const boxes = moved.map((box) => (box.kind === 'numa' ? around(box, layout.boxes, moved) : box))
  const edges = layout.edges.map((edge) => {
    const from = of(edge.from)
    const to = of(edge.to === '' ? edge.from : edge.to)
    return { ...edge, points: reroute(edge.points, from, to) }
  })
  const old = new Map(layout.edges.map((edge) => [edge.id, edge.points]))
  const now = new Map(edges.map((edge) => [edge.id, edge.points]))
  const ride = <T extends { readonly x: number; readonly y: number; readonly on: string }>(item: T): T => {
    if (known.has(item.on)) return shift(item, item.on)
    const [before, after] = [old.get(item.on), now.get(item.on)]
    if (!before || !after) return item
    // A dot or label near an end of its line goes with that end, one in between stays in between.
    const ends = [
      [before[0], after[0]],
      [before[before.length - 1], after[after.length - 1]],
    ] as const
    const near = ends.find(([end]) => end && Math.abs(end.x - item.x) < 20 && Math.abs(end.y - item.y) < 20)
    const [a, b] = near ?? [middle(before), middle(after)]
    return a && b ? { ...item, x: item.x + b.x - a.x, y: item.y + b.y - a.y } : item
  }
  const right = Math.max(layout.width, ...boxes.map((box) => box.x + box.w + margin))
  const foot = Math.max(layout.height, ...boxes.map((box) => box.y + box.h + margin))
  return {
    ...layout,
    width: right,
    height: foot,
    boxes,
    edges,
    labels: layout.labels.map(ride),
    marks: layout.marks.map(ride),
  }
}

function middle(points: readonly Point[]): Point | undefined {
  const a = points[Math.floor((points.length - 1) / 2)]
  const b = points[Math.ceil((points.length - 1) / 2)]
  return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : undefined
}

function reroute(points: readonly Point[], from: readonly [number, number], to: readonly [number, number]): Point[] {
  const first = points[0]
  const last = points[points.length - 1]
  if (!first || !last) return [...points]
  const all = (move: readonly [number, number]): Point[] =>
    points.map(({ x, y }) => ({ x: x + move[0], y: y + move[1] }))
  if (from[0] === to[0] && from[1] === to[1]) return all(from)
  const start = { x: first.x + from[0], y: first.y + from[1] }
  const end = { x: last.x + to[0], y: last.y + to[1] }
  if (points.length === 2) {
    const upright = Math.abs(first.x - last.x) < 0.01
    if (upright ? start.x === end.x : start.y === end.y) return [start, end]
    const half = upright ? Math.round((start.y + end.y) / 2) : Math.round((start.x + end.x) / 2)
    return upright
      ? [start, { x: start.x, y: half }, { x: end.x, y: half }, end]
      : [start, { x: half, y: start.y }, { x: half, y: end.y }, end]
  }
  const result = points.map((point) => ({ ...point }))
  const bend = (at: number, beside: number, place: Point): void => {
    const [end, next] = [points[at], result[beside]]
    const away = points[beside]
    if (!end || !next || !away) return
    if (Math.abs(end.x - away.x) < 0.01) next.x = place.x
    else next.y = place.y
  }
  bend(0, 1, start)
  bend(points.length - 1, points.length - 2, end)
  result[0] = start
  result[result.length - 1] = end
  return result
}

/** A NUMA box grows with what is moved out of it: membership is what the box says. */
function around(numa: LayoutBox, before: readonly LayoutBox[], after: readonly LayoutBox[]): LayoutBox {
  const inside = before.flatMap((box, i) => {
    const centre = { x: box.x + box.w / 2, y: box.y + box.h / 2 }
    const within = centre.x > numa.x && centre.x < numa.x + numa.w && centre.y > numa.y && centre.y < numa.y + numa.h
    const now = after[i]
    return box.kind !== 'numa' && box.kind !== 'nvswitch' && within && now && (now.x !== box.x || now.y !== box.y)
      ? [now]
      : []
  })
  const pad = 8
  const left = Math.min(numa.x, ...inside.map((box) => Math.max(0, box.x - pad)))
  const top = Math.min(numa.y, ...inside.map((box) => Math.max(0, box.y - pad)))
  const right = Math.max(numa.x + numa.w, ...inside.map((box) => box.x + box.w + pad))
  const foot = Math.max(numa.y + numa.h, ...inside.map((box) => box.y + box.h + pad))
  return { ...numa, x: left, y: top, w: right - left, h: foot - top }
}
