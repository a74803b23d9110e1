import type { LayoutBox, LayoutEdge, LinkLayout, Point } from '../../../../shared/derive/link-layout'

interface Rect {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

export function allNumbers(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (Array.isArray(value)) return value.flatMap(allNumbers)
  if (value !== null && typeof value === 'object') return Object.values(value).flatMap(allNumbers)
  return []
}

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.w - 0.01 && b.x < a.x + a.w - 0.01 && a.y < b.y + b.h - 0.01 && b.y < a.y + a.h - 0.01

function solid(layout: LinkLayout): Rect[] {
  return [...layout.boxes.filter((box) => box.kind !== 'numa'), ...layout.bands]
}

export function overlappingBoxes(layout: LinkLayout): string[] {
  const rects = solid(layout)
  return rects.flatMap((a, i) =>
    rects
      .slice(i + 1)
      .filter((b) => overlaps(a, b))
      .map((b) => `${a.id} on ${b.id}`),
  )
}

function stretches(edge: LayoutEdge): [Point, Point][] {
  return edge.points.flatMap((point, i): [Point, Point][] => {
    const next = edge.points[i + 1]
    return next ? [[point, next]] : []
  })
}

function enters([a, b]: [Point, Point], box: Rect): boolean {
  const left = Math.min(a.x, b.x)
  const right = Math.max(a.x, b.x)
  const top = Math.min(a.y, b.y)
  const bottom = Math.max(a.y, b.y)
  return left < box.x + box.w - 0.5 && right > box.x + 0.5 && top < box.y + box.h - 0.5 && bottom > box.y + 0.5
}

/** Edges inside a box that is not their end; NVLink lines pass behind the bars. */
export function trespassing(layout: LinkLayout): string[] {
  const isBar = (id: string): boolean => layout.boxes.some((box: LayoutBox) => box.id === id && box.kind === 'nvswitch')
  return layout.edges.flatMap((edge) =>
    solid(layout)
      .filter((box) => box.id !== edge.from && box.id !== edge.to && !(edge.kind === 'nvlink' && isBar(box.id)))
      .filter((box) => stretches(edge).some((stretch) => enters(stretch, box)))
      .map((box) => `${edge.id} through ${box.id}`),
  )
}

function shares([a, b]: [Point, Point], [c, d]: [Point, Point]): boolean {
  const vertical = a.x === b.x
  if (vertical !== (c.x === d.x)) return false
  if (vertical)
    return (
      Math.abs(a.x - c.x) < 0.4 &&
      Math.min(Math.max(a.y, b.y), Math.max(c.y, d.y)) - Math.max(Math.min(a.y, b.y), Math.min(c.y, d.y)) > 0.5
    )
  return (
    Math.abs(a.y - c.y) < 0.4 &&
    Math.min(Math.max(a.x, b.x), Math.max(c.x, d.x)) - Math.max(Math.min(a.x, b.x), Math.min(c.x, d.x)) > 0.5
  )
}

export function sharedStretches(layout: LinkLayout): string[] {
  const result: string[] = []
  layout.edges.forEach((a, i) => {
    for (const b of layout.edges.slice(i + 1))
      if (stretches(a).some((s) => stretches(b).some((t) => shares(s, t)))) result.push(`${a.id} with ${b.id}`)
  })
  return result
}

/** Lines are horizontal or vertical. */
export function slanted(layout: LinkLayout): string[] {
  return layout.edges
    .filter(
      (edge) =>
        edge.points.length < 2 ||
        stretches(edge).some(([a, b]) => Math.abs(a.x - b.x) > 0.01 && Math.abs(a.y - b.y) > 0.01),
    )
    .map((edge) => edge.id)
}

export function crowdedLabels(layout: LinkLayout): string[] {
  return layout.labels.flatMap((a, i) =>
    layout.labels
      .slice(i + 1)
      .filter((b) => Math.abs(a.x - b.x) < (a.w + b.w) / 2 + 3.99 && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + 3.99)
      .map((b) => `${a.id} at ${b.id}`),
  )
}

/** Anything outside of the picture. */
export function outside(layout: LinkLayout): string[] {
  const rects = [
    ...layout.boxes,
    ...layout.bands,
    ...layout.labels.map((label) => ({
      id: label.id,
      x: label.x - label.w / 2,
      y: label.y - label.h / 2,
      w: label.w,
      h: label.h,
    })),
  ]
  const points = layout.edges.flatMap((edge) =>
    edge.points.map((point) => ({ id: edge.id, x: point.x, y: point.y, w: 0, h: 0 })),
  )
  return [...rects, ...points]
    .filter(
      (rect) =>
        rect.x < -0.5 || rect.y < -0.5 || rect.x + rect.w > layout.width + 0.5 || rect.y + rect.h > layout.height + 0.5,
    )
    .map((rect) => rect.id)
}

/** Edges whose first or last point does not touch the box that they name as their end. */
export function adrift(layout: LinkLayout): string[] {
  const rects = new Map(solid(layout).map((rect) => [rect.id, rect]))
  const touches = (id: string, point: Point | undefined): boolean => {
    const rect = rects.get(id)
    // A stack has two leaves behind it, 6 px above the box.
    return (
      !rect ||
      !point ||
      (point.x >= rect.x - 1 &&
        point.x <= rect.x + rect.w + 1 &&
        point.y >= rect.y - 7 &&
        point.y <= rect.y + rect.h + 1)
    )
  }
  return layout.edges
    .filter((edge) => !touches(edge.from, edge.points[0]) || !touches(edge.to, edge.points[edge.points.length - 1]))
    .map((edge) => edge.id)
}

export function faults(layout: LinkLayout): string[] {
  return [
    ...allNumbers(layout)
      .filter((n) => !Number.isFinite(n))
      .map(() => 'not finite'),
    ...overlappingBoxes(layout),
    ...trespassing(layout),
    ...sharedStretches(layout),
    ...slanted(layout),
    ...adrift(layout).map((id) => `${id} adrift`),
    ...crowdedLabels(layout),
    ...outside(layout).map((id) => `${id} outside`),
  ]
}

export function gpuPlaces(layout: LinkLayout): Record<string, string> {
  return Object.fromEntries(
    layout.boxes
      .filter((box) => box.members[0]?.startsWith('gpu:') && box.id.startsWith('gpu:'))
      .map((box) => [box.id, `${String(box.x)},${String(box.y)}`]),
  )
}
