import { monoFont, uiFont } from './fonts'
import { iconParts } from './icons'
import {
  boxStyle,
  darkPalette,
  lightPalette,
  relationStyle,
  stateColor,
  stateTint,
  strokeStyle,
  toneColor,
} from './palette'
import type { Palette, Stroke } from './palette'
import type { LayoutBand, LayoutBox, LayoutEdge, LayoutLabel, LayoutMark, LinkLayout, Point, TextLine } from './types'

export interface SvgOptions {
  /** Paper, export and reports are always light. */
  readonly theme?: 'light' | 'dark'
  /** Replaces the sentence of the layout as the accessible name. */
  readonly title?: string
  /** Background behind the drawing; default none, so that it takes the colour of the page. */
  readonly background?: boolean
  /** `fluid` leaves width and height to the page (viewBox only). */
  readonly fluid?: boolean
  /** Fades NVLink and PCIe below an NCCL layer. */
  readonly faded?: boolean
  /** Box to draw the ring of the selection around. */
  readonly selected?: string
}

/** Text from a capture is data: no character of it may become markup, and control characters are not allowed in XML at all. */
export function escapeXml(text: string): string {
  let result = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (character === '&') result += '&amp;'
    else if (character === '<') result += '&lt;'
    else if (character === '>') result += '&gt;'
    else if (character === '"') result += '&quot;'
    else if (character === "'") result += '&#39;'
    else if (
      (code < 32 && code !== 9 && code !== 10 && code !== 13) ||
      code === 0xfffe ||
      code === 0xffff ||
      (code >= 0xd800 && code <= 0xdfff)
    )
      result += '\ufffd'
    else result += character
  }
  return result
}

const n = (value: number): string => String(Math.round(value * 100) / 100)

/** `M x y V y H x`: every stretch is horizontal or vertical. */
export function pathData(points: readonly Point[]): string {
  let data = ''
  let last: Point | undefined
  for (const point of points) {
    if (!last) data = `M${n(point.x)} ${n(point.y)}`
    else if (Math.abs(point.x - last.x) < 0.005) data += `V${n(point.y)}`
    else if (Math.abs(point.y - last.y) < 0.005) data += `H${n(point.x)}`
    else data += `L${n(point.x)} ${n(point.y)}`
    last = point
  }
  return data
}

function strokeAttributes(stroke: Stroke): string {
  const dash = stroke.dash ? ` stroke-dasharray="${stroke.dash.join(' ')}"` : ''
  return ` fill="none" stroke="${stroke.color}" stroke-width="${n(stroke.width)}"${dash}${stroke.round ? ' stroke-linecap="round"' : ''}`
}

function textElement(line: TextLine, p: Palette): string {
  const anchor = line.anchor === 'start' ? '' : ` text-anchor="${line.anchor}"`
  const strong = line.strong ? ' font-weight="600"' : ''
  const mono = line.mono ? ` font-family="${monoFont}"` : ''
  return `<text x="${n(line.x)}" y="${n(line.y)}" font-size="${n(line.size)}"${anchor}${strong}${mono} fill="${toneColor(line.tone, p)}">${escapeXml(line.text)}</text>`
}

function boxElement(box: LayoutBox, p: Palette): string {
  const style = boxStyle(box.kind, box.state, p)
  const dash = style.dash ? ` stroke-dasharray="${style.dash.join(' ')}"` : ''
  const round = style.dash && style.dash[0] === 1 ? ' stroke-linecap="round"' : ''
  const rect = `<rect x="${n(box.x + 0.5)}" y="${n(box.y + 0.5)}" width="${n(box.w - 1)}" height="${n(box.h - 1)}" rx="${n(style.radius)}" fill="${style.fill}" stroke="${style.stroke}" stroke-width="${n(style.width)}"${dash}${round}/>`
  return `<g><title>${escapeXml(box.title)}</title>${rect}${box.lines.map((line) => textElement(line, p)).join('')}</g>`
}

function edgeElement(edge: LayoutEdge, p: Palette, faded: boolean): string {
  const quiet = faded && edge.layer !== 'nccl' && (edge.state === 'good' || edge.state === 'plain')
  const style = edge.kind === 'relation' ? relationStyle(edge.state, p) : strokeStyle(quiet ? 'same' : edge.state, p)
  const d = pathData(edge.points)
  const halo =
    edge.halo === undefined
      ? ''
      : `<path d="${d}" fill="none" stroke="${edge.halo === 'surface' ? p.surface : p.surface2}" stroke-width="5"/>`
  return `${halo}<path d="${d}"${strokeAttributes(style)}><title>${escapeXml(edge.title)}</title></path>${edge.arrow ? arrow(edge, style.color) : ''}`
}

/** A small solid head at the last point, along the last stretch. */
function arrow(edge: LayoutEdge, color: string): string {
  const end = edge.points[edge.points.length - 1]
  const before = edge.points[edge.points.length - 2]
  if (!end || !before) return ''
  const dx = Math.sign(end.x - before.x)
  const dy = Math.sign(end.y - before.y)
  const back = { x: end.x - dx * 6, y: end.y - dy * 6 }
  return `<path d="M${n(end.x)} ${n(end.y)}L${n(back.x - dy * 3)} ${n(back.y - dx * 3)}L${n(back.x + dy * 3)} ${n(back.y + dx * 3)}Z" fill="${color}"/>`
}

function bandElement(band: LayoutBand, p: Palette): string {
  const unknown = band.state === 'unknown'
  const outline = unknown
    ? ` fill="${p.unknownBg}" stroke="${p.unknown}" stroke-width="1.5" stroke-dasharray="1 3" stroke-linecap="round"`
    : ` fill="${p.surface2}" stroke="${p.line2}"`
  const text: TextLine = {
    text: band.text,
    x: band.x + band.w / 2,
    y: band.y + band.h / 2 + band.size * 0.36,
    size: band.size,
    anchor: 'middle',
    tone: unknown ? 'unknown' : 'text-2',
  }
  return `<rect x="${n(band.x + 0.5)}" y="${n(band.y + 0.5)}" width="${n(band.w - 1)}" height="${n(band.h - 1)}" rx="2"${outline}/>${textElement(text, p)}`
}

function labelElement(label: LayoutLabel, p: Palette): string {
  const rect = { x: n(label.x - label.w / 2), y: n(label.y - label.h / 2), w: n(label.w), h: n(label.h) }
  const base = label.y + label.size * 0.36
  let back = ''
  if (label.pill === 'accent')
    back = `<rect x="${rect.x}" y="${rect.y}" width="${rect.w}" height="${rect.h}" rx="2" fill="${p.surface}"/>`
  else if (label.pill)
    back = `<rect x="${rect.x}" y="${rect.y}" width="${rect.w}" height="${rect.h}" rx="2" fill="${stateTint(label.pill, p)}" stroke="${stateColor(label.pill, p)}"/>`
  else if (label.behind)
    back = `<rect x="${rect.x}" y="${rect.y}" width="${rect.w}" height="${rect.h}" rx="2" fill="${label.behind === 'surface' ? p.surface : label.behind === 'surface-2' ? p.surface2 : p.surface3}"/>`
  return (
    back +
    textElement(
      {
        text: label.text,
        x: label.x,
        y: base,
        size: label.size,
        anchor: 'middle',
        tone: label.pill === 'accent' ? 'text' : label.tone,
        strong: label.pill !== undefined,
      },
      p,
    )
  )
}

function markElement(mark: LayoutMark, p: Palette, faded = false): string {
  switch (mark.kind) {
    case 'dot':
      return `<circle cx="${n(mark.x)}" cy="${n(mark.y)}" r="${n(mark.r)}" fill="${strokeStyle(faded && mark.state === 'good' ? 'same' : mark.state, p).color}"/>`
    case 'tick':
      return `<rect x="${n(mark.x)}" y="${n(mark.y)}" width="${n(mark.w)}" height="${n(mark.h)}" fill="${strokeStyle(mark.state, p).color}"/>`
    case 'icon': {
      const parts = iconParts(mark.state, p).map(
        (part) =>
          `<path d="${part.d}" fill="${part.fill ?? 'none'}"${part.stroke ? ` stroke="${part.stroke}" stroke-width="${n(part.width ?? 1)}"` : ''}${part.dash ? ` stroke-dasharray="${part.dash}" stroke-linecap="round"` : ''}/>`,
      )
      return `<g transform="translate(${n(mark.x)} ${n(mark.y)}) scale(${n(mark.size / 12)})">${parts.join('')}</g>`
    }
    case 'number':
      return `<circle cx="${n(mark.x)}" cy="${n(mark.y)}" r="${n(mark.r)}" fill="${p.accent}"/><text x="${n(mark.x)}" y="${n(mark.y + 3.6)}" font-size="10" font-weight="600" text-anchor="middle" fill="${p.onAccent}">${escapeXml(mark.text)}</text>`
    case 'ring':
      return `<rect x="${n(mark.x)}" y="${n(mark.y)}" width="${n(mark.w)}" height="${n(mark.h)}" rx="4" fill="none" stroke="${p.accent}" stroke-width="2"/>`
    case 'divider':
      return `<path d="M${n(mark.x)} ${n(mark.y)}V${n(mark.y + mark.h)}" stroke="${p.lineStrong}" stroke-width="1"/>`
    case 'leaf':
      return `<rect x="${n(mark.x + 0.5)}" y="${n(mark.y + 0.5)}" width="${n(mark.w - 1)}" height="${n(mark.h - 1)}" rx="2" fill="${p.surface}" stroke="${mark.state === 'same' ? p.line2 : p.lineStrong}"/>`
  }
}

/** The drawing as one SVG element, text as text, nothing from outside. */
export function layoutToSvg(layout: LinkLayout, options: SvgOptions = {}): string {
  const p = options.theme === 'dark' ? darkPalette : lightPalette
  const title = escapeXml(options.title ?? layout.title)
  const items: { readonly z: number; readonly order: number; readonly text: string }[] = []
  const add = (z: number, text: string): void => {
    items.push({ z, order: items.length, text })
  }
  for (const box of layout.boxes) add(box.z, boxElement(box, p))
  for (const edge of layout.edges) add(edge.z, edgeElement(edge, p, options.faded ?? false))
  for (const band of layout.bands) add(band.z, bandElement(band, p))
  for (const mark of layout.marks) add(mark.z, markElement(mark, p, options.faded))
  for (const label of layout.labels) add(label.z, labelElement(label, p))
  for (const row of layout.titles) add(70, textElement(row, p))
  const selected = layout.boxes.find((box) => box.id === options.selected)
  if (selected)
    add(
      80,
      markElement(
        {
          kind: 'ring',
          id: 'selected',
          z: 80,
          x: selected.x - 3,
          y: selected.y - 3,
          w: selected.w + 6,
          h: selected.h + 6,
          on: selected.id,
        },
        p,
      ),
    )
  items.sort((a, b) => a.z - b.z || a.order - b.order)
  const size = options.fluid ? '' : ` width="${n(layout.width)}" height="${n(layout.height)}"`
  const background = options.background
    ? `<rect width="${n(layout.width)}" height="${n(layout.height)}" fill="${p.surface}"/>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(layout.width)} ${n(layout.height)}"${size} role="img" aria-label="${title}" font-family="${uiFont}"><title>${title}</title>${background}${items.map((item) => item.text).join('')}</svg>`
}
