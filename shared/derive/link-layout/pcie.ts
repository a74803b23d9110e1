import { boxState, columnX, deviates, pill, priority, sentence, stroke } from './pen'
import type { Pen } from './pen'
import { z } from './sheet'
import { groupKey } from './skeleton'
import { textWidth } from './text-width'
import type { Point, TextLine } from './types'
import type { NumaBox, PcieGroup, PcieLink, UpperSwitch } from '../link-graph/types'

/** Where one PCIe group stands: its outer edges, its column centres, and the line that leads upstream. */
export interface GroupPlace {
  readonly left: number
  readonly right: number
  readonly columns: readonly number[]
  readonly trunk: number
  readonly barLeft: number
  readonly barRight: number
}

export function groupPlace(pen: Pen, numa: NumaBox, group: PcieGroup): GroupPlace | undefined {
  const { c } = pen
  const columns = group.gpus
    .map((gpu) => columnX(pen, numa.id, gpu))
    .filter((x): x is number => x !== undefined)
    .sort((a, b) => a - b)
  const first = columns[0]
  const last = columns[columns.length - 1]
  if (first === undefined || last === undefined) return undefined
  const left = first - c.pitch / 2
  const right = last + c.pitch / 2
  const spare = (c.pitch - c.boxWidth) / 2
  const subRows = (pen.sk.slots.get(groupKey(numa, group)) ?? []).some((slot) => slot.row > 0)
  const single = columns.length === 1
  // A gap between NIC boxes; one column has none, so its trunk runs beside the NIC.
  const trunk = single ? right - spare / 2 : (columns[Math.ceil(columns.length / 2) - 1] ?? left) + c.pitch / 2
  return {
    left,
    right,
    columns,
    trunk,
    barLeft: left + (subRows ? 0 : spare),
    barRight: right - (single || subRows ? 0 : spare),
  }
}

export function drawPcie(pen: Pen): void {
  for (const numa of pen.graph.boxes) {
    for (const group of numa.groups) drawGroup(pen, numa, group)
    for (const upper of numa.uppers) drawUpper(pen, numa, upper)
  }
}

function parentOf(numa: NumaBox, group: PcieGroup): UpperSwitch | undefined {
  return numa.uppers.find((upper) => upper.groups.includes(group.id))
}

function drawGroup(pen: Pen, numa: NumaBox, group: PcieGroup): void {
  const { sk, c, sheet, layers } = pen
  const at = groupPlace(pen, numa, group)
  if (!at) return
  const upper = parentOf(numa, group)
  const bottomId = upper ? upper.id : `cpu:${numa.id}`
  const bottom = upper && sk.rows.upper !== undefined ? sk.rows.upper : sk.rows.cpu
  const gpuFoot = sk.rows.gpu + c.gpuHeight
  if (group.kind === 'root') {
    // A ghost slot stands in the column: then the line passes beside it.
    const aside = pen.graph.ghosts.some((ghost) => group.gpus.includes(ghost.gpu)) && pen.layers.has('nic')
    for (const gpu of group.gpus) {
      const x = columnX(pen, numa.id, gpu)
      wire(pen, gpu, bottomId, x, gpuFoot, bottom, { aside: aside ? at.trunk : undefined })
    }
    return
  }
  const y = sk.rows.switch ?? gpuFoot + c.gapP
  const unknown = group.kind === 'unknown'
  const h = unknown ? c.unknownHeight : c.switchHeight
  const top = unknown ? y : y + (sk.rows.switchHeight - c.switchHeight) / 2
  for (const gpu of group.gpus) wire(pen, gpu, group.id, columnX(pen, numa.id, gpu), gpuFoot, top, { unknown })
  const left = at.barLeft
  const right = at.barRight
  if (unknown) {
    sheet.bands.push({
      id: group.id,
      x: left,
      y: top,
      w: right - left,
      h,
      text: fitting(pen, [pen.words.treeUnknown, pen.words.treeUnknownShort, 'PCIe ?'], right - left - 6, c.value),
      size: c.value,
      state: 'unknown',
      z: z.bar,
      layer: 'pcie',
    })
  } else {
    sheet.boxes.push({
      id: group.id,
      kind: 'leaf',
      x: left,
      y: top,
      w: right - left,
      h,
      state: boxState(pen, group.id, group.disagreements > 0 ? 'unchecked' : 'plain'),
      z: z.bar,
      layer: 'pcie',
      lines: barLines(pen, group, left, right, top, h),
      title: sentence(group.label, pen.graph.tree === 'rebuilt' ? pen.words.rebuilt : undefined),
      members: [group.id],
    })
  }
  if (!layers.has('pcie')) return
  const x = unknown ? (left + right) / 2 : at.trunk
  // Below an unknown tree no NIC of the group is drawn, so the middle is free.
  const id = `pcie:${group.id}>${bottomId}`
  sheet.edges.push({
    id,
    kind: 'pcie',
    from: group.id,
    to: bottomId,
    points: [
      { x, y: top + h },
      { x, y: bottom },
    ],
    state: stroke(pen, id, unknown ? 'unknown' : 'plain'),
    z: z.line,
    layer: 'pcie',
    title: `${group.label} → ${upper ? upper.label : numa.cpu}`,
  })
}

function fitting(pen: Pen, choices: readonly string[], room: number, size: number, strong = false): string {
  return (
    choices.find((choice) => textWidth(choice, size, strong) <= room) ??
    (pen.density === 'full' ? (choices[choices.length - 1] ?? '') : '')
  )
}

function barLines(pen: Pen, group: PcieGroup, left: number, right: number, y: number, h: number): TextLine[] {
  const { words, density, graph } = pen
  const number = /(\d+)$/.exec(group.label)?.[1] ?? ''
  const choices = [group.label, `Switch ${number}`, number]
  if (density !== 'full') {
    return [
      {
        text: fitting(pen, choices, right - left - 4, 9.5),
        x: (left + right) / 2,
        y: y + h / 2 + 3.5,
        size: 9.5,
        anchor: 'middle',
        tone: 'text-2',
      },
    ]
  }
  const name = fitting(pen, choices, right - left - 16, 11, true)
  const lines: TextLine[] = [
    { text: name, x: left + 9, y: y + h / 2 + 4, size: 11, anchor: 'start', tone: 'text', strong: true },
  ]
  const note = group.disagreements > 0 ? words.cell(group.disagreements) : graph.tree === 'rebuilt' ? words.rebuilt : ''
  const room = right - left - 9 - textWidth(name, 11, true) - 14
  if (note !== '' && textWidth(note, 10) <= room) {
    lines.push({
      text: note,
      x: right - 8,
      y: y + h / 2 + 4,
      size: 10,
      anchor: 'end',
      tone: group.disagreements > 0 ? 'unchecked' : 'text-3',
    })
  }
  return lines
}

/** One line from a GPU down to what it hangs on, with a pill where it is narrower or slower than it can be. */
function wire(
  pen: Pen,
  gpuId: string,
  to: string,
  x: number | undefined,
  top: number,
  bottom: number,
  how: { readonly unknown?: boolean; readonly aside?: number },
): void {
  const gpu = pen.gpu(gpuId)
  if (!pen.layers.has('pcie') || x === undefined || !gpu) return
  const id = `pcie:${gpuId}`
  const state =
    how.unknown && !deviates(gpu.pcie.state) ? 'unknown' : gpu.pcie.state === 'unknown' ? 'plain' : gpu.pcie.state
  const drawn = stroke(pen, id, state)
  const bend = top + pen.c.gapP - 6
  const points: Point[] =
    how.aside === undefined
      ? [
          { x, y: top },
          { x, y: bottom },
        ]
      : [
          { x, y: top },
          { x, y: bend },
          { x: how.aside, y: bend },
          { x: how.aside, y: bottom },
        ]
  pen.sheet.edges.push({
    id,
    kind: 'pcie',
    from: gpuId,
    to,
    points,
    state: drawn,
    z: z.line,
    layer: 'pcie',
    title: sentence(gpu.label, pcieText(gpu.pcie)),
  })
  if (drawn !== 'degraded' && drawn !== 'dead' && drawn !== 'accent') return
  const text = pcieText(gpu.pcie, pen.density === 'compact')
  if (text === undefined) return
  // A straight line to the CPU is long: the pill stays at the GPU.
  const y = top + pen.c.gapP / 2
  pen.candidates.push({
    ...pill(pen, { id: `label:${id}`, x, y, text, state: drawn, on: id, layer: 'pcie', z: z.label }),
    h: pen.density === 'full' ? 16 : 13,
    priority: priority.deviation,
  })
}

/** `x8 of x16`, `Gen3 of Gen5`, `Gen5 x16`; undefined when nothing is known. */
export function pcieText(link: PcieLink, short = false): string | undefined {
  const { width, widthMax, generation, generationMax } = link
  if (width !== undefined && widthMax !== undefined && width < widthMax)
    return short ? `x${String(width)}` : `x${String(width)} of x${String(widthMax)}`
  if (deviates(link.state) && generation !== undefined && generationMax !== undefined && generation < generationMax) {
    return short ? `G${String(generation)}` : `Gen${String(generation)} of ${String(generationMax)}`
  }
  if (short && width !== undefined) return `x${String(width)}`
  const parts = [
    generation === undefined ? '' : `Gen${String(generation)}`,
    width === undefined ? '' : `x${String(width)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join(' ')
}

function drawUpper(pen: Pen, numa: NumaBox, upper: UpperSwitch): void {
  const { sk, c, sheet, layers } = pen
  const places = numa.groups
    .filter((group) => upper.groups.includes(group.id))
    .map((group) => groupPlace(pen, numa, group))
    .filter((p): p is GroupPlace => p !== undefined)
  const y = sk.rows.upper
  if (places.length === 0 || y === undefined) return
  // NICs in a second row are reached from the side, past the usual end of the bar.
  const subRows = (sk.slots.get(`${numa.id}/${upper.id}`) ?? []).some((slot) => slot.row > 0)
  const left = Math.min(...places.map((p) => (subRows ? p.left : p.barLeft)))
  const right = Math.max(...places.map((p) => p.barRight))
  const full = pen.density === 'full'
  sheet.boxes.push({
    id: upper.id,
    kind: 'upper',
    x: left,
    y,
    w: right - left,
    h: c.switchHeight,
    state: boxState(pen, upper.id, 'plain'),
    z: z.bar,
    layer: 'pcie',
    members: [upper.id],
    title: upper.label,
    lines: [
      {
        text: upper.label,
        x: full ? left + 9 : (left + right) / 2,
        y: y + c.switchHeight / 2 + 4,
        size: full ? 11 : 9.5,
        anchor: full ? 'start' : 'middle',
        tone: full ? 'text' : 'text-2',
        strong: full,
      },
    ],
  })
  if (!layers.has('pcie')) return
  const x = (left + right) / 2
  const id = `pcie:${upper.id}`
  sheet.edges.push({
    id,
    kind: 'pcie',
    from: upper.id,
    to: `cpu:${numa.id}`,
    points: [
      { x, y: y + c.switchHeight },
      { x, y: sk.rows.cpu },
    ],
    state: stroke(pen, id, 'plain'),
    z: z.line,
    layer: 'pcie',
    title: `${upper.label} → ${numa.cpu}`,
  })
}
