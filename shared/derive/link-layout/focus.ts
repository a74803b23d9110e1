import type { LayoutBox, LinkLayout } from './types'

/** Boxes that a user may hide: everything but the background of a NUMA node. */
function parts(layout: LinkLayout): readonly LayoutBox[] {
  return layout.boxes.filter((box) => box.kind !== 'numa')
}

/** Boxes that a line joins to this one. The ends of a line are its neighbours too. */
export function neighboursOf(layout: LinkLayout, id: string): ReadonlySet<string> {
  const result = new Set<string>()
  for (const edge of layout.edges) {
    if (edge.from === id || edge.id === id) result.add(edge.to)
    if (edge.to === id || edge.id === id) result.add(edge.from)
  }
  const known = new Set(parts(layout).map((box) => box.id))
  return new Set([...result].filter((other) => other !== id && known.has(other)))
}

/** What is hidden when only this part, its line's ends, and the pinned ones are to be seen. */
export function isolate(layout: LinkLayout, id: string, pinned: ReadonlySet<string>): ReadonlySet<string> {
  const edge = layout.edges.find((item) => item.id === id)
  const kept = new Set([id, ...(edge ? [edge.from, edge.to] : []), ...pinned])
  return new Set(
    parts(layout)
      .map((box) => box.id)
      .filter((other) => !kept.has(other)),
  )
}

/** The drawing without some boxes and all that hangs on them, and with a ring round the pinned ones. Places stay as they are. */
export function showParts(
  layout: LinkLayout,
  hidden: ReadonlySet<string>,
  pinned: ReadonlySet<string> = new Set(),
): LinkLayout {
  if (hidden.size === 0 && pinned.size === 0) return layout
  const boxes = layout.boxes.filter((box) => !hidden.has(box.id))
  const edges = layout.edges.filter((edge) => ![edge.id, edge.from, edge.to].some((id) => hidden.has(id)))
  const gone = new Set([...hidden, ...layout.edges.filter((edge) => !edges.includes(edge)).map((edge) => edge.id)])
  const rings = boxes.flatMap((box) =>
    pinned.has(box.id) && !layout.marks.some((mark) => mark.kind === 'ring' && mark.on === box.id)
      ? [
          {
            kind: 'ring' as const,
            id: `pin:${box.id}`,
            x: box.x - 2,
            y: box.y - 2,
            w: box.w + 4,
            h: box.h + 4,
            on: box.id,
            z: box.z,
          },
        ]
      : [],
  )
  return {
    ...layout,
    boxes,
    edges,
    labels: layout.labels.filter((label) => !gone.has(label.on)),
    marks: [...layout.marks.filter((mark) => !gone.has(mark.on)), ...rings],
    bands: layout.bands.filter((band) => !gone.has(band.id)),
  }
}
