import { boxState, columnX, sentence, stroke } from './pen'
import type { Pen } from './pen'
import { z } from './sheet'
import type { SkeletonBox } from './skeleton'
import { cutMiddle, textWidth } from './text-width'
import type { TextLine } from './types'
import type { NumaBox } from '../link-graph/types'

/** NUMA boxes with their title at the foot, CPU bars, and the links between sockets. */
export function drawNuma(pen: Pen): void {
  const { sk, graph } = pen
  sk.boxes.forEach((place, i) => {
    const numa = graph.boxes.find((box) => box.id === place.id)
    const last = i === sk.boxes.length - 1
    if (numa) drawBox(pen, place, numa, last)
  })
  drawSockets(pen)
}

function drawBox(pen: Pen, place: SkeletonBox, numa: NumaBox, last: boolean): void {
  const { sk, words, sheet, density } = pen
  const full = density === 'full'
  const size = full ? 10.5 : 10
  const base = sk.rows.numaBottom - (full ? 7 : 6)
  const left = place.left + (full ? 14 : 10)
  const title = `NUMA ${numa.number === undefined ? '?' : String(numa.number)}`
  const known = numa.number !== undefined
  const lines: TextLine[] = [
    { text: title, x: left, y: base, size, anchor: 'start', tone: known ? 'text-2' : 'unknown', strong: true },
  ]
  // Compact bars have no room for it; a tree that was not captured is said once.
  const rebuilt = last && !full && pen.graph.tree === 'rebuilt' ? words.treeRebuilt : ''
  const none = last && pen.graph.emptyNumas.length > 0 ? words.emptyNumas(pen.graph.emptyNumas.join(', ')) : ''
  const empty = [none, rebuilt].filter((part) => part !== '').join(', ')
  const room = place.left + place.width - 8 - (left + (full ? 56 : 50))
  const emptyWidth = empty === '' ? 0 : textWidth(empty, size) + 12
  if (numa.cores !== undefined && numa.cores !== '') {
    const cores = words.cores(numa.cores)
    const most = Math.floor((room - emptyWidth) / (size * 0.6))
    if (most >= 8)
      lines.push({
        text: cutMiddle(cores, most),
        x: left + (full ? 56 : 50),
        y: base,
        size,
        anchor: 'start',
        tone: 'text-3',
      })
  }
  if (empty !== '' && emptyWidth < room)
    lines.push({ text: empty, x: place.left + place.width - 8, y: base, size, anchor: 'end', tone: 'text-3' })
  sheet.boxes.push({
    id: numa.id,
    kind: 'numa',
    x: place.left,
    y: sk.rows.numaTop,
    w: place.width,
    h: sk.rows.numaBottom - sk.rows.numaTop,
    state: known ? 'plain' : 'unknown',
    z: z.numa,
    lines,
    title: sentence(title, numa.cores === undefined ? undefined : words.cores(numa.cores)),
    members: [],
  })
  drawCpu(pen, place, numa, last)
}

/** A CPU bar spans the columns, and the outermost lines that hang on it. */
export function cpuSpan(pen: Pen, place: SkeletonBox, numa: NumaBox): { left: number; right: number } {
  const { c, sk } = pen
  const first = place.columns[0] ?? place.left
  const last = place.columns[place.columns.length - 1] ?? place.left
  const lastGroup = numa.groups.find((group) => group.gpus.some((gpu) => columnX(pen, numa.id, gpu) === last))
  // The trunk of a single-column group runs beside its NIC, past the usual end of the bar.
  const single = lastGroup !== undefined && lastGroup.gpus.length < 2
  const subRows = (sk.slots.get(`${numa.id}/root`) ?? []).some((slot) => slot.row > 0)
  const half = c.boxWidth / 2
  const spare = (c.pitch - c.boxWidth) / 2
  return { left: first - half - (subRows ? spare : 0), right: last + half + (single ? spare : 0) }
}

function drawCpu(pen: Pen, place: SkeletonBox, numa: NumaBox, last: boolean): void {
  const { sk, c, words, sheet, density } = pen
  const full = density === 'full'
  const y = sk.rows.cpu
  const { left, right } = cpuSpan(pen, place, numa)
  const name = numa.cpu
  const lines: TextLine[] = [
    {
      text: name,
      x: left + (full ? 10 : 9),
      y: y + c.cpuHeight / 2 + 4,
      size: full ? c.name : c.value,
      anchor: 'start',
      tone: 'text',
      strong: true,
    },
  ]
  const next = pen.graph.boxes[pen.graph.boxes.indexOf(numa) + 1]
  if (full && next && !last && pen.graph.boxes[0] === numa) {
    const text = words.linkTo(next.cpu)
    if (textWidth(text, c.value) + textWidth(name, c.name, true) + 40 < right - left) {
      lines.push({ text, x: right - 10, y: y + c.cpuHeight / 2 + 4, size: c.value, anchor: 'end', tone: 'unknown' })
    }
  }
  sheet.boxes.push({
    id: `cpu:${numa.id}`,
    kind: 'cpu',
    x: left,
    y,
    w: right - left,
    h: c.cpuHeight,
    state: boxState(pen, `cpu:${numa.id}`, 'plain'),
    z: z.bar,
    layer: 'pcie',
    lines,
    title: name,
    members: [],
  })
  drawBridges(pen, numa, y)
}

/** Host bridges are parts of the CPU bar, where the matrix tells them apart. */
function drawBridges(pen: Pen, numa: NumaBox, y: number): void {
  const { c, sheet } = pen
  if (!pen.layers.has('pcie')) return
  const groups = numa.groups
    .flatMap((group) => {
      const xs = group.gpus.map((gpu) => columnX(pen, numa.id, gpu)).filter((x): x is number => x !== undefined)
      return xs.length === 0 ? [] : [{ bridge: group.bridge, left: Math.min(...xs), right: Math.max(...xs) }]
    })
    .sort((a, b) => a.left - b.left)
  groups.forEach((group, i) => {
    const next = groups[i + 1]
    if (!next || group.bridge === undefined || next.bridge === undefined || group.bridge === next.bridge) return
    sheet.marks.push({
      kind: 'divider',
      id: `bridge:${numa.id}:${String(i)}`,
      x: Math.round((group.right + next.left) / 2),
      y: y + 1,
      h: c.cpuHeight - 2,
      on: `cpu:${numa.id}`,
      z: z.inside,
      layer: 'pcie',
    })
  })
}

/** Nobody prints the speed of the socket link: dotted between neighbours. */
function drawSockets(pen: Pen): void {
  const { sk, sheet, graph, words, c } = pen
  if (!pen.layers.has('pcie')) return
  const drawn = sk.boxes.flatMap((place) => {
    const numa = graph.boxes.find((box) => box.id === place.id)
    return numa ? [{ numa, ...cpuSpan(pen, place, numa) }] : []
  })
  drawn.forEach((current, i) => {
    const next = drawn[i + 1]
    if (!next) return
    const y = sk.rows.cpu + c.cpuHeight / 2
    const id = `socket:${current.numa.id}>${next.numa.id}`
    sheet.edges.push({
      id,
      kind: 'socket',
      from: `cpu:${current.numa.id}`,
      to: `cpu:${next.numa.id}`,
      points: [
        { x: current.right, y },
        { x: next.left, y },
      ],
      state: stroke(pen, id, 'unknown'),
      z: z.line,
      layer: 'pcie',
      title: words.linkTo(next.numa.cpu),
    })
  })
}
