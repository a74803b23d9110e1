import type { ElementDefinition } from 'cytoscape'
import { iconParts } from '@shared/derive/link-layout/icons'
import {
  boxStyle,
  relationStyle,
  stateColor,
  stateTint,
  strokeStyle,
  toneColor,
  type Palette,
  type Stroke,
} from '@shared/derive/link-layout/palette'
import { bends } from '@shared/derive/link-layout/segments'
import type {
  LayoutBand,
  LayoutBox,
  LayoutEdge,
  LayoutLabel,
  LayoutMark,
  LinkLayout,
  RowTitle,
  TextLine,
} from '@shared/derive/link-layout'

/** Everything of a layout as cytoscape elements with preset positions; colours come in as data, so that a new theme is new data. */
export interface Theme {
  readonly palette: Palette
  readonly ui: string
  readonly mono: string
  readonly faded: boolean
}

/** Order of painting: cytoscape compares `z-index` by hand, and lines may lie above boxes of a lower layer. */
const depth = (z: number, order: number): number => Math.round(z * 10_000 + Math.min(order, 9_999))

export function graphElements(layout: LinkLayout, theme: Theme): ElementDefinition[] {
  const result: ElementDefinition[] = []
  layout.boxes.forEach((box, i) => {
    result.push(...boxElements(box, i, theme))
  })
  layout.bands.forEach((band, i) => {
    result.push(...bandElements(band, i, theme))
  })
  const ends = new Map(
    [...layout.boxes.filter((box) => box.kind !== 'numa'), ...layout.bands].map((item) => [
      item.id,
      { x: item.x + item.w / 2, y: item.y + item.h / 2 },
    ]),
  )
  layout.edges.forEach((edge, i) => {
    result.push(...edgeElements(edge, i, ends, theme))
  })
  layout.marks.forEach((mark, i) => {
    result.push(...markElements(mark, i, theme))
  })
  layout.labels.forEach((label, i) => {
    result.push(...labelElements(label, i, theme))
  })
  layout.titles.forEach((title, i) => {
    result.push(titleElement(title, i, theme))
  })
  return result
}

function rect(
  id: string,
  at: { x: number; y: number; w: number; h: number },
  data: Record<string, unknown>,
  classes: string,
): ElementDefinition {
  return {
    group: 'nodes',
    data: { id, w: at.w, h: at.h, ...data },
    position: { x: at.x + at.w / 2, y: at.y + at.h / 2 },
    classes,
  }
}

/** A text is a node of no size whose label starts, ends or centres at it. */
function textNode(
  id: string,
  line: TextLine,
  z: number,
  theme: Theme,
  on: string | undefined,
  classes = 'text',
): ElementDefinition {
  return {
    group: 'nodes',
    data: {
      id,
      label: line.text,
      size: line.size,
      color: toneColor(line.tone, theme.palette),
      family: line.mono ? theme.mono : theme.ui,
      weight: line.strong ? 600 : 400,
      halign: line.anchor === 'start' ? 'right' : line.anchor === 'end' ? 'left' : 'center',
      z,
      on,
    },
    // The baseline lies about 0.36 of the size below the middle of the line.
    position: { x: line.x, y: line.y - line.size * 0.36 },
    classes,
  }
}

function boxElements(box: LayoutBox, order: number, theme: Theme): ElementDefinition[] {
  const style = boxStyle(box.kind, box.state, theme.palette)
  const z = depth(box.z, order)
  const data = {
    z,
    fill: style.fill === 'none' ? theme.palette.surface2 : style.fill,
    opacity: style.fill === 'none' ? 0 : 1,
    border: style.stroke,
    width: style.width,
    line: style.dash ? (style.dash[0] === 1 ? 'dotted' : 'dashed') : 'solid',
    radius: style.radius,
    title: box.title,
  }
  // Outlines stand on half pixels in the drawing; cytoscape centres borders on the edge of the node.
  const inner = { x: box.x + 0.5, y: box.y + 0.5, w: box.w - 1, h: box.h - 1 }
  const shape = rect(box.id, inner, data, box.kind === 'numa' ? 'box back' : 'box hit')
  return [
    shape,
    ...box.lines.map((line, i) =>
      textNode(`${box.id}#${String(i)}`, line, z + 1, theme, box.kind === 'numa' ? undefined : box.id),
    ),
  ]
}

function bandElements(band: LayoutBand, order: number, theme: Theme): ElementDefinition[] {
  const p = theme.palette
  const unknown = band.state === 'unknown'
  const z = depth(band.z, order)
  const data = {
    z,
    fill: unknown ? p.unknownBg : p.surface2,
    opacity: 1,
    border: unknown ? p.unknown : p.line2,
    width: unknown ? 1.5 : 1,
    line: unknown ? 'dotted' : 'solid',
    radius: 2,
  }
  return [
    rect(band.id, { x: band.x + 0.5, y: band.y + 0.5, w: band.w - 1, h: band.h - 1 }, data, 'box back'),
    textNode(
      `${band.id}#0`,
      {
        text: band.text,
        x: band.x + band.w / 2,
        y: band.y + band.h / 2 + band.size * 0.36,
        size: band.size,
        anchor: 'middle',
        tone: unknown ? 'unknown' : 'text-2',
      },
      z + 1,
      theme,
      undefined,
    ),
  ]
}

function edgeStroke(edge: LayoutEdge, theme: Theme): Stroke {
  const quiet = theme.faded && edge.layer !== 'nccl' && (edge.state === 'good' || edge.state === 'plain')
  if (edge.kind === 'relation') return relationStyle(edge.state, theme.palette)
  return strokeStyle(quiet ? 'same' : edge.state, theme.palette)
}

function edgeElements(
  edge: LayoutEdge,
  order: number,
  ends: ReadonlyMap<string, { x: number; y: number }>,
  theme: Theme,
): ElementDefinition[] {
  const first = edge.points[0]
  const last = edge.points[edge.points.length - 1]
  if (!first || !last) return []
  const stroke = edgeStroke(edge, theme)
  const anchors: ElementDefinition[] = []
  const corner = bends(edge.points)
  // An end that is no box (a hop to another node) is a node of no size at that place.
  const end = (id: string, point: { x: number; y: number }, side: string): { id: string; offset: string } => {
    const centre = ends.get(id)
    if (centre && edge.from !== edge.to)
      return { id, offset: `${String(point.x - centre.x)}px ${String(point.y - centre.y)}px` }
    const anchor = `${edge.id}@${side}`
    anchors.push({ group: 'nodes', data: { id: anchor, z: 0 }, position: { ...point }, classes: 'anchor' })
    return { id: anchor, offset: '0px 0px' }
  }
  const source = end(edge.from, first, 'from')
  const target = end(edge.to, last, 'to')
  return [
    ...anchors,
    {
      group: 'edges',
      data: {
        id: edge.id,
        source: source.id,
        target: target.id,
        from: source.offset,
        to: target.offset,
        z: depth(edge.z, order),
        color: stroke.color,
        width: stroke.width,
        line: stroke.dash ? 'dashed' : 'solid',
        cap: stroke.round ? 'round' : 'butt',
        weights: corner.map((bend) => bend.weight),
        distances: corner.map((bend) => bend.distance),
        halo: edge.halo === undefined ? 0 : 2,
        haloColor: edge.halo === 'surface-2' ? theme.palette.surface2 : theme.palette.surface,
        title: edge.title,
      },
      classes: `edge hit${corner.length > 0 ? ' bent' : ''}${edge.arrow ? ' arrow' : ''}${stroke.dash ? ` dash-${stroke.dash.join('-')}` : ''}`,
    },
  ]
}

function markElements(mark: LayoutMark, order: number, theme: Theme): ElementDefinition[] {
  const p = theme.palette
  const z = depth(mark.z, order)
  const plain = { z, opacity: 1, border: p.line2, width: 0, line: 'solid', radius: 0, on: mark.on }
  switch (mark.kind) {
    case 'dot':
      return [
        rect(
          mark.id,
          { x: mark.x - mark.r, y: mark.y - mark.r, w: 2 * mark.r, h: 2 * mark.r },
          { ...plain, fill: strokeStyle(theme.faded && mark.state === 'good' ? 'same' : mark.state, p).color },
          'box round part',
        ),
      ]
    case 'tick':
      return [rect(mark.id, mark, { ...plain, fill: strokeStyle(mark.state, p).color }, 'box part')]
    case 'icon':
      return [
        rect(
          mark.id,
          { x: mark.x, y: mark.y, w: mark.size, h: mark.size },
          { ...plain, opacity: 0, fill: p.surface, image: iconImage(mark.state, p) },
          'box icon part',
        ),
      ]
    case 'number':
      return [
        rect(
          mark.id,
          { x: mark.x - mark.r, y: mark.y - mark.r, w: 2 * mark.r, h: 2 * mark.r },
          { ...plain, fill: p.accent },
          'box round part',
        ),
        {
          ...textNode(
            `${mark.id}#0`,
            { text: mark.text, x: mark.x, y: mark.y + 3.6, size: 10, anchor: 'middle', tone: 'text', strong: true },
            z + 1,
            theme,
            mark.on,
          ),
          ...{},
        },
      ].map((element, i) => (i === 1 ? { ...element, data: { ...element.data, color: p.onAccent } } : element))
    case 'ring':
      return [
        rect(
          mark.id,
          mark,
          { ...plain, opacity: 0, fill: p.surface, border: p.accent, width: 2, radius: 4 },
          'box part',
        ),
      ]
    case 'divider':
      return [
        rect(mark.id, { x: mark.x - 0.5, y: mark.y, w: 1, h: mark.h }, { ...plain, fill: p.lineStrong }, 'box part'),
      ]
    case 'leaf':
      return [
        rect(
          mark.id,
          { x: mark.x + 0.5, y: mark.y + 0.5, w: mark.w - 1, h: mark.h - 1 },
          { ...plain, fill: p.surface, border: mark.state === 'same' ? p.line2 : p.lineStrong, width: 1, radius: 2 },
          'box part',
        ),
      ]
  }
}

/** The icon as an image: cytoscape draws it as vectors at every zoom. */
function iconImage(state: Parameters<typeof iconParts>[0], p: Palette): string {
  const paths = iconParts(state, p).map(
    (part) =>
      `<path d="${part.d}" fill="${part.fill ?? 'none'}"${part.stroke ? ` stroke="${part.stroke}" stroke-width="${String(part.width ?? 1)}"` : ''}${part.dash ? ` stroke-dasharray="${part.dash}" stroke-linecap="round"` : ''}/>`,
  )
  return `data:image/svg+xml;utf8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12" width="48" height="48">${paths.join('')}</svg>`)}`
}

function labelElements(label: LayoutLabel, order: number, theme: Theme): ElementDefinition[] {
  const p = theme.palette
  const z = depth(label.z, order)
  const at = { x: label.x - label.w / 2, y: label.y - label.h / 2, w: label.w, h: label.h }
  const accent = label.pill === 'accent'
  const behind = label.behind === 'surface-2' ? p.surface2 : label.behind === 'surface-3' ? p.surface3 : p.surface
  const shaped = label.pill !== undefined || label.behind !== undefined
  const data =
    label.pill !== undefined && label.pill !== 'accent'
      ? {
          z,
          fill: stateTint(label.pill, p),
          opacity: 1,
          border: stateColor(label.pill, p),
          width: 1,
          line: 'solid',
          radius: 2,
          on: label.on,
        }
      : {
          z,
          fill: behind,
          opacity: shaped ? 1 : 0,
          border: p.surface,
          width: 0,
          line: 'solid',
          radius: 2,
          on: label.on,
        }
  const text: TextLine = {
    text: label.text,
    x: label.x,
    y: label.y + label.size * 0.36,
    size: label.size,
    anchor: 'middle',
    tone: accent ? 'text' : label.tone,
    strong: label.pill !== undefined,
  }
  return [rect(label.id, at, data, 'box part'), textNode(`${label.id}#0`, text, z + 1, theme, label.on)]
}

function titleElement(title: RowTitle, order: number, theme: Theme): ElementDefinition {
  const element = textNode(title.id, title, depth(90, order), theme, undefined, 'text title')
  return { ...element, data: { ...element.data, home: title.x, behind: theme.palette.surface } }
}
