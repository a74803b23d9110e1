import { nvlinkBars } from './bars'
import type { Bar } from './bars'
import { errorSum, laneSentence } from './counts'
import { drawBrackets } from './pairs'
import { bandHeight } from './constants'
import { deviates, pill, place, priority, sentence, stroke, valueTone, boxState } from './pen'
import type { Candidate, Pen } from './pen'
import { z } from './sheet'
import { textWidth } from './text-width'
import type { Point } from './types'
import type { SwitchEdge } from '../link-graph/types'

/** The NVLink area above the GPU row: bars, brackets, or a band with words. */
export function drawNvlink(pen: Pen): void {
  const { graph } = pen
  if (graph.gpus.length === 0) return
  if (graph.switches.length > 0) drawBars(pen)
  else if (graph.pairs.length > 0) drawBrackets(pen)
  else drawBand(pen)
}

function span(pen: Pen): { left: number; right: number } {
  const first = pen.sk.boxes[0]
  const last = pen.sk.boxes[pen.sk.boxes.length - 1]
  return { left: first?.left ?? pen.c.gutter, right: last ? last.left + last.width : pen.c.gutter }
}

function countText(
  edge: { readonly up?: number; readonly due?: number; readonly state: string },
  open: boolean,
): string {
  if (open || edge.up === undefined) return '?'
  if (edge.due !== undefined && edge.up !== edge.due) return `${String(edge.up)}/${String(edge.due)}`
  return String(edge.up)
}

function drawBars(pen: Pen): void {
  const { c, sk, sheet } = pen
  const bars = nvlinkBars(pen.graph)
  const { left, right } = span(pen)
  const tap = bars.length > 1 ? Math.min(c.tap, (c.boxWidth - 8) / (bars.length - 1)) : c.tap
  bars.forEach((bar, s) => {
    const y = sk.rows.bar + s * (c.barHeight + c.barGap)
    const first = bar.switches[0]
    const many = bar.switches.length
    const name = barName(pen, bar)
    const unseen = first !== undefined && !first.seen
    const state = unseen ? 'dead' : (first?.state ?? 'plain')
    sheet.boxes.push({
      id: bar.id,
      kind: 'nvswitch',
      x: left,
      y,
      w: right - left,
      h: c.barHeight,
      state: unseen ? boxState(pen, bar.id, 'dead') : pen.compare ? 'same' : 'plain',
      z: z.bar,
      layer: 'nvlink',
      members: bar.switches.map((item) => item.id),
      lines: unseen
        ? [
            {
              text: pen.words.notSeen(name),
              x: (left + right) / 2,
              y: y + c.barHeight / 2 + 4,
              size: c.value,
              anchor: 'middle',
              tone: 'dead',
            },
          ]
        : [],
      title: sentence(name, first ? laneSentence(pen, first.count.up, first.count.due) : undefined),
    })
    drawBarName(pen, bar, name, y, state)
    if (!pen.layers.has('nvlink')) return
    for (const edge of bar.edges) {
      const at = place(pen, edge.gpu)
      if (!at) continue
      const x = at.x + (s - (bars.length - 1) / 2) * tap
      const foot = y + c.barHeight
      const drawn = stroke(pen, edge.id, edge.open ? 'unknown' : edge.state)
      sheet.edges.push({
        id: edge.id,
        kind: 'nvlink',
        from: edge.gpu,
        to: bar.id,
        points: [
          { x, y: sk.rows.gpu },
          { x, y: foot },
        ],
        state: drawn,
        z: z.line,
        layer: 'nvlink',
        title: sentence(`${pen.gpu(edge.gpu)?.label ?? ''} → ${name}`, laneSentence(pen, edge.up, edge.due)),
      })
      sheet.marks.push({
        kind: 'dot',
        id: `dot:${edge.id}`,
        x,
        y: foot - 0.5,
        r: c.dot,
        state: drawn,
        on: edge.id,
        z: z.dot,
        layer: 'nvlink',
      })
      pen.candidates.push(tapLabel(pen, edge, x, y + c.barHeight / 2, many))
    }
  })
}

function barName(pen: Pen, bar: Bar): string {
  const first = bar.switches[0]
  const last = bar.switches[bar.switches.length - 1]
  const short = pen.density === 'full' ? 'NVSwitch' : 'NVS'
  if (!first || !last) return short
  if (bar.switches.length === 1) return `${short}${String(first.number)}`
  const contiguous = last.number - first.number === bar.switches.length - 1
  return contiguous
    ? `${short}${String(first.number)}-${String(last.number)}`
    : `${short} ×${String(bar.switches.length)}`
}

function drawBarName(pen: Pen, bar: Bar, name: string, y: number, state: string): void {
  const { c, sk, sheet } = pen
  const full = pen.density === 'full'
  const base = y + c.barHeight / 2 + 4
  sheet.titles.push({
    id: `title:${bar.id}`,
    text: name,
    x: 1,
    y: base,
    size: full ? 11 : textWidth(name, 9.5) > sk.gutter - 3 ? 8 : 9.5,
    anchor: 'start',
    tone: full ? 'text' : 'text-2',
    strong: full,
  })
  if (!full) return
  const count = bar.switches.length === 1 ? bar.switches[0]?.count : undefined
  const up = count ? count.up : undefined
  const text = count
    ? up === undefined
      ? '?'
      : count.due === undefined
        ? String(up)
        : `${String(up)}/${String(count.due)}`
    : equalLanes(bar)
  const tone =
    count && deviates(count.state)
      ? valueTone(pen, bar.id, count.state, 'text-3')
      : state === 'dead'
        ? 'dead'
        : 'text-3'
  sheet.titles.push({
    id: `lanes:${bar.id}`,
    text,
    x: c.gutter - 8,
    y: base,
    size: c.value,
    anchor: 'end',
    tone,
    strong: tone !== 'text-3',
  })
}

/** `6 × 1`: six switches with one lane of each GPU. */
function equalLanes(bar: Bar): string {
  const first = bar.edges[0]
  if (!first || first.up === undefined || first.open) return '?'
  const each = first.up / bar.switches.length
  return Number.isInteger(each) ? `${String(bar.switches.length)} × ${String(each)}` : String(first.up)
}

function tapLabel(pen: Pen, edge: SwitchEdge, x: number, y: number, many: number): Candidate {
  const { c } = pen
  const text = countText(edge, edge.open)
  const drawn = stroke(pen, edge.id, edge.state)
  const errors = pen.errors ? errorSum(pen.graph, edge.gpu, edge.lanes) : 0
  const shown = pen.errors && errors !== 0 ? `${text} · ${errors === undefined ? '?' : `${String(errors)} err`}` : text
  if (!edge.open && (drawn === 'degraded' || drawn === 'dead' || drawn === 'accent')) {
    return pill(pen, {
      id: `label:${edge.id}`,
      x,
      y,
      text: shown,
      state: drawn,
      on: edge.id,
      layer: 'nvlink',
      z: z.label,
      size: c.tapText + (pen.density === 'full' ? 1 : 0),
      h: pen.density === 'full' ? 16 : 13,
    })
  }
  const noisy = pen.errors && errors !== 0
  return {
    id: `label:${edge.id}`,
    x,
    y,
    w: Math.ceil(textWidth(shown, c.tapText)),
    h: c.tapText + 2,
    text: shown,
    size: c.tapText,
    on: edge.id,
    layer: 'nvlink',
    z: z.label,
    tone: text === '?' ? 'unknown' : noisy ? 'text' : many > 0 && pen.density === 'full' ? 'text-2' : 'text-3',
    priority: noisy ? priority.errors : priority.value,
  }
}

/** Words where there is nothing to draw: a known absence, or something that the capture does not show. */
function drawBand(pen: Pen): void {
  const { graph, words, sk, c, sheet } = pen
  const { left, right } = span(pen)
  const texts: Readonly<Record<string, string>> = {
    none: words.noNvlink,
    idle: words.noLinkUp,
    hidden: words.farEndUnknown,
    count: words.fabricCount,
  }
  const text = texts[graph.fabric] ?? words.nvlinkUnknown
  const none = graph.fabric === 'none' || graph.fabric === 'idle'
  const y = sk.rows.bar
  const fits = textWidth(text, c.value) < right - left - 8
  sheet.bands.push({
    id: 'band:nvlink',
    x: left,
    y,
    w: right - left,
    h: bandHeight,
    text,
    size: fits ? c.value : 8,
    state: none ? 'plain' : 'unknown',
    z: z.bar,
    layer: 'nvlink',
  })
  if (!pen.layers.has('nvlink') || (graph.fabric !== 'hidden' && graph.fabric !== 'count')) return
  for (const gpu of graph.gpus) {
    const at = place(pen, gpu.id)
    if (!at || gpu.withoutNvlink || (gpu.count.up === undefined && graph.fabric === 'count')) continue
    const points: Point[] = [
      { x: at.x, y: sk.rows.gpu },
      { x: at.x, y: y + bandHeight },
    ]
    const id = `nvl:${gpu.id}>?`
    sheet.edges.push({
      id,
      kind: 'nvlink',
      from: gpu.id,
      to: 'band:nvlink',
      points,
      state: stroke(pen, id, 'unknown'),
      z: z.line,
      layer: 'nvlink',
      title: sentence(`${gpu.label} → ?`, laneSentence(pen, gpu.count.up, gpu.count.due), text),
    })
    if (graph.fabric !== 'count') continue
    const middle = (sk.rows.numaTop + y + bandHeight) / 2
    const label = `NV${String(gpu.count.up)}`
    const off = deviates(gpu.count.state)
    pen.candidates.push(
      off
        ? pill(pen, {
            id: `label:${id}`,
            x: at.x,
            y: middle,
            text: label,
            state: gpu.count.state,
            on: id,
            layer: 'nvlink',
            z: z.label,
          })
        : {
            id: `label:${id}`,
            x: at.x,
            y: middle,
            w: Math.ceil(textWidth(label, 10)) + 4,
            h: 14,
            text: label,
            size: 10,
            tone: 'text-2',
            behind: 'surface',
            on: id,
            layer: 'nvlink',
            z: z.label,
            priority: priority.value,
          },
    )
  }
}
