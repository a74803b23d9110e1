import type { Point } from './types'

/** One bend of a poly-line as cytoscape's `segments` wants it: `weight` along the line from start to end, `distance` across it. */
export interface Bend {
  readonly weight: number
  readonly distance: number
}

/**
 * Bends of a poly-line relative to the line between its ends: weight = (p - s).v / |v|^2, and the distance is positive to the
 * left of the way from start to end as cytoscape draws it (y down). Ends at one place have no such line: then nothing.
 */
export function bends(points: readonly Point[]): Bend[] {
  const s = points[0]
  const t = points[points.length - 1]
  if (!s || !t) return []
  const v = { x: t.x - s.x, y: t.y - s.y }
  const squared = v.x * v.x + v.y * v.y
  if (squared === 0) return []
  const length = Math.sqrt(squared)
  return points.slice(1, -1).map((p) => ({
    weight: ((p.x - s.x) * v.x + (p.y - s.y) * v.y) / squared,
    distance: ((p.x - s.x) * -v.y + (p.y - s.y) * v.x) / length,
  }))
}

/** The place of a bend, by the formula that cytoscape uses: the point along the line, moved by the normal (-v.y, v.x). */
export function bendPoint(s: Point, t: Point, bend: Bend): Point {
  const v = { x: t.x - s.x, y: t.y - s.y }
  const length = Math.hypot(v.x, v.y)
  const along = { x: s.x + v.x * bend.weight, y: s.y + v.y * bend.weight }
  return { x: along.x + (-v.y / length) * bend.distance, y: along.y + (v.x / length) * bend.distance }
}
