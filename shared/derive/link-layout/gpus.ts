import { boxState, deviates, place, sentence, valueTone } from './pen'
import type { Pen } from './pen'
import { pcieText } from './pcie'
import { z } from './sheet'
import type { StrokeState, TextLine } from './types'
import type { GraphGpu } from '../link-graph/types'

/** GPU boxes: name, lane strip and count; the strip shows each lane, a dead one as a missing tooth. */
export function drawGpus(pen: Pen): void {
  for (const gpu of pen.graph.gpus) {
    const at = place(pen, gpu.id)
    if (at) drawGpu(pen, gpu, at.x)
  }
}

function countLines(pen: Pen, gpu: GraphGpu, x: number, y: number, anchor: 'start' | 'middle'): TextLine[] {
  const { c, words } = pen
  const base = { y, size: c.value, anchor }
  if (gpu.gone) return [{ ...base, text: words.gone, x, tone: 'dead', strong: true }]
  if (gpu.withoutNvlink) return []
  const { up, due } = gpu.count
  if (up === undefined && due === undefined)
    return [{ ...base, text: gpu.mig ? `MIG, ${words.lanesUnknown}` : words.lanesUnknown, x, tone: 'unknown' }]
  const count = `${up === undefined ? '?' : String(up)}${due === undefined ? '' : `/${String(due)}`}`
  const tone = valueTone(pen, gpu.id, up === undefined ? 'unknown' : gpu.count.state, 'text-2')
  const loud = tone === 'degraded' || tone === 'dead'
  const full = pen.density === 'full'
  if (!full) return [{ ...base, text: count, x, tone: tone === 'text-2' ? 'text-3' : tone, strong: loud }]
  return [{ ...base, text: `${count} ${words.lanes}`, x, tone, strong: loud }]
}

function drawGpu(pen: Pen, gpu: GraphGpu, centre: number): void {
  const { c, sk, sheet, density } = pen
  const x = centre - c.boxWidth / 2
  const y = sk.rows.gpu
  const full = density === 'full'
  const name: TextLine = full
    ? { text: gpu.label, x: x + 8, y: y + 17, size: c.name, anchor: 'start', tone: 'text', strong: true }
    : { text: gpu.label, x: centre, y: y + 14, size: c.name, anchor: 'middle', tone: 'text', strong: true }
  const lines = [
    name,
    ...(full ? countLines(pen, gpu, x + 8, y + 49, 'start') : countLines(pen, gpu, centre, y + 28, 'middle')),
  ]
  const state = boxState(pen, gpu.id, gpu.gone ? 'dead' : gpu.state)
  sheet.boxes.push({
    id: gpu.id,
    kind: gpu.gone ? 'ghost' : 'gpu',
    x,
    y,
    w: c.boxWidth,
    h: c.gpuHeight,
    state,
    z: z.box,
    lines,
    members: [gpu.id],
    title: sentence(
      gpu.label,
      gpu.name,
      lines
        .slice(1)
        .map((line) => line.text)
        .join(' '),
      pcieText(gpu.pcie),
    ),
  })
  if (!full) return
  if (state !== 'plain' && state !== 'same') {
    sheet.marks.push({
      kind: 'icon',
      id: `icon:${gpu.id}`,
      x: x + c.boxWidth - 20,
      y: y + 8,
      size: 12,
      state,
      on: gpu.id,
      z: z.inside,
    })
  }
  if (!gpu.gone) drawStrip(pen, gpu, x + 8, y + 25)
}

/** Per lane 2 x 8 px, step 3, 3 more between switches where there is room; more than 24 lanes become one bar. */
function drawStrip(pen: Pen, gpu: GraphGpu, left: number, top: number): void {
  const { sheet, c } = pen
  const lanes = gpu.lanes
    .filter((lane) => lane.state !== 'plain')
    .sort((a, b) => (a.to.id ?? '~').localeCompare(b.to.id ?? '~', 'en', { numeric: true }) || a.index - b.index)
  if (lanes.length === 0) return
  const room = c.boxWidth - 16
  const quiet = pen.compare && !pen.compare.differences.has(gpu.id)
  const tint = (state: StrokeState): StrokeState => (quiet && state === 'good' ? 'same' : state)
  if (lanes.length > 24) {
    const up = lanes.filter((lane) => lane.state === 'good').length
    const filled = Math.round((room * up) / lanes.length)
    sheet.marks.push({
      kind: 'tick',
      id: `strip:${gpu.id}:up`,
      x: left,
      y: top,
      w: filled,
      h: 8,
      state: tint('good'),
      on: gpu.id,
      z: z.inside,
    })
    if (filled < room) {
      const bad = lanes.some((lane) => deviates(lane.state))
      sheet.marks.push({
        kind: 'tick',
        id: `strip:${gpu.id}:rest`,
        x: left + filled,
        y: top + 5,
        w: room - filled,
        h: 3,
        state: bad ? 'dead' : 'unknown',
        on: gpu.id,
        z: z.inside,
      })
    }
    return
  }
  const gaps = lanes.filter((lane, i) => i > 0 && lane.to.id !== lanes[i - 1]?.to.id).length
  const gap = (lanes.length - 1) * 3 + 2 + gaps * 3 <= room + 1 ? 3 : 0
  let x = left
  lanes.forEach((lane, i) => {
    if (i > 0) x += 3 + (lane.to.id !== lanes[i - 1]?.to.id ? gap : 0)
    const id = `strip:${gpu.id}:${String(lane.index)}`
    if (lane.state === 'good')
      sheet.marks.push({ kind: 'tick', id, x, y: top, w: 2, h: 8, state: tint('good'), on: gpu.id, z: z.inside })
    else if (lane.state === 'dead' || lane.state === 'degraded')
      sheet.marks.push({
        kind: 'tick',
        id,
        x: x - 0.5,
        y: top + 5,
        w: 3,
        h: 3,
        state: lane.state,
        on: gpu.id,
        z: z.inside,
      })
    else sheet.marks.push({ kind: 'tick', id, x, y: top + 3, w: 2, h: 2, state: lane.state, on: gpu.id, z: z.inside })
  })
}
