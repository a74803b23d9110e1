import { memberHeight } from './constants'
import { deviceLines, stackLine } from './nic-lines'
import { drawPort } from './ports'
import { rateText } from './rate'
import type { NicSlot } from './nic-slots'
import { slotId, stackName } from './nic-slots'
import { boxState, columnX, deviates, pill, sentence, stroke } from './pen'
import type { Pen } from './pen'
import { groupPlace, pcieText } from './pcie'
import { z } from './sheet'
import { groupKey, upperColumns } from './skeleton'
import { cutMono, textWidth } from './text-width'
import type { Layer, Point, TextLine } from './types'
import type { DrawState, GraphNic } from '../link-graph/types'

/** NIC boxes and stacks of every row, with their lines. `common` is the rate that the row title says. */
export function drawNics(pen: Pen, common: { readonly row?: number; readonly root?: number }): void {
  if (!pen.layers.has('nic')) return
  const { sk, c, graph } = pen
  for (const numa of graph.boxes) {
    for (const group of numa.groups) {
      const at = groupPlace(pen, numa, group)
      if (!at || sk.rows.nic === undefined || sk.rows.switch === undefined) continue
      const foot = sk.rows.switch + (sk.rows.switchHeight + c.switchHeight) / 2
      for (const slot of own(sk.slots.get(groupKey(numa, group)) ?? [], group.nics)) {
        const x = at.columns[slot.column]
        if (x === undefined) continue
        const y = sk.rows.nicTops[slot.row] ?? sk.rows.nic
        drawSlot(pen, slot, x, y, common.row)
        wire(pen, slot, group.id, x, foot, y, slot.row)
      }
    }
    for (const upper of numa.uppers) {
      const slots = own(sk.slots.get(`${numa.id}/${upper.id}`) ?? [], upper.nics)
      const columns = upperColumns(numa, upper)
        .map((gpu) => columnX(pen, numa.id, gpu))
        .filter((x): x is number => x !== undefined)
        .sort((a, b) => a - b)
      const rows = slots.reduce((most, slot) => Math.max(most, slot.row + 1), 0)
      for (const slot of slots) {
        const x = columns[slot.column]
        if (x === undefined || sk.rows.nic === undefined || sk.rows.upper === undefined) continue
        // Rows of the upper switch stand below those of the leaf switches, and hang downward.
        const y = sk.rows.nicTops[sk.rows.leafRows + slot.row] ?? sk.rows.nic
        drawSlot(pen, slot, x, y, common.row)
        wire(
          pen,
          slot,
          upper.id,
          x,
          sk.rows.upper,
          y + sk.rows.nicHeight,
          rows - 1 - slot.row,
          membersHeight(pen, slot),
        )
      }
    }
    const place = sk.boxes.find((box) => box.id === numa.id)
    if (!place || sk.rows.root === undefined) continue
    for (const slot of own(sk.slots.get(`${numa.id}/root`) ?? [], numa.rootNics)) {
      const x = place.columns[slot.column]
      if (x === undefined) continue
      const y = sk.rows.rootTops[slot.row] ?? sk.rows.root
      drawSlot(pen, slot, x, y, common.root)
      wire(pen, slot, `cpu:${numa.id}`, x, sk.rows.cpu + c.cpuHeight, y, slot.row)
    }
  }
  drawUnplaced(pen)
}

/** The part of a slot that this graph has. */
function own(slots: readonly NicSlot[], nics: readonly string[]): NicSlot[] {
  const mine = new Set(nics)
  return slots
    .map((slot) => ({ ...slot, members: slot.members.filter((id) => mine.has(id)) }))
    .filter((slot) => slot.members.length > 0)
}

/** Height of what an opened stack shows below its head. */
function membersHeight(pen: Pen, slot: NicSlot): number {
  return slot.members.length > 1 && pen.expanded.has(slotId(slot)) ? slot.members.length * memberHeight : 0
}

function worst(nics: readonly GraphNic[]): DrawState {
  const order: readonly DrawState[] = ['dead', 'degraded', 'unchecked', 'unknown', 'good', 'plain']
  return order.find((state) => nics.some((nic) => nic.state === state)) ?? 'plain'
}

function drawSlot(pen: Pen, slot: NicSlot, centre: number, y: number, common: number | undefined): void {
  const { c, sk, sheet, density } = pen
  const nics = slot.members.map((id) => pen.nic(id)).filter((nic): nic is GraphNic => nic !== undefined)
  const first = nics[0]
  if (!first) return
  const id = slotId(slot)
  const full = density === 'full'
  const h = sk.rows.nicHeight
  const x = centre - c.boxWidth / 2
  const state = boxState(pen, id, worst(nics))
  const stack = nics.length > 1
  const name = stack ? stackName(slot.members, (member) => pen.nic(member)?.label ?? member) : first.label
  const lines: TextLine[] = [
    full
      ? {
          text: name,
          x: x + 8,
          y: y + 15,
          size: textWidth(name, c.name, true) > c.boxWidth - 26 ? 10.5 : c.name,
          anchor: 'start',
          tone: 'text',
          strong: true,
        }
      : {
          text: name,
          x: centre,
          y: y + (h > c.nicHeight ? 13 : 14),
          size:
            textWidth(name, c.name, true) > c.boxWidth - 4
              ? 9
              : textWidth(name, c.name, true) > c.boxWidth - 10
                ? 10
                : c.name,
          anchor: 'middle',
          tone: 'text',
          strong: true,
        },
  ]
  const second = stack ? stackLine(pen, nics, slot.mixed) : undefined
  if (second !== undefined) {
    lines.push(
      full
        ? { text: second, x: x + 8, y: y + 30, size: 10, anchor: 'start', tone: 'text-2' }
        : { text: second, x: centre, y: y + 26, size: 10, anchor: 'middle', tone: 'text-2' },
    )
  } else if (full) lines.push(...deviceLines(first, x, y, c.boxWidth, common, pen.words.portDown))
  else if (h > c.nicHeight && (first.state === 'dead' || first.gigabitsPerSecond !== undefined))
    // Colour alone says nothing to some eyes: a port that is down says so in place of its rate.
    lines.push({
      text: first.state === 'dead' ? pen.words.portDown : rateText(first.gigabitsPerSecond ?? 0),
      x: centre,
      y: y + 26,
      size: 10,
      anchor: 'middle',
      tone: first.state === 'dead' ? 'dead' : 'text-2',
    })
  if (stack) {
    for (const [n, inset] of [
      [2, 4],
      [1, 2],
    ] as const) {
      sheet.marks.push({
        kind: 'leaf',
        id: `leaf:${id}:${String(n)}`,
        x: x + inset,
        y: y - 3 * n,
        w: c.boxWidth - 2 * inset,
        h: 3 * n + 2,
        state: state === 'same' ? 'same' : 'plain',
        on: id,
        z: z.bar + n,
        layer: 'nic',
      })
    }
  }
  sheet.boxes.push({
    id,
    kind: stack ? 'stack' : 'nic',
    x,
    y,
    w: c.boxWidth,
    h,
    state,
    z: z.box,
    layer: 'nic',
    lines,
    members: slot.members,
    title: sentence(
      name,
      stack ? second : first.device,
      // The line of a stack has its rates.
      stack || first.gigabitsPerSecond === undefined ? undefined : rateText(first.gigabitsPerSecond),
      first.linkLayer,
      first.portState,
    ),
  })
  if (membersHeight(pen, slot) > 0) drawMembers(pen, nics, x, y + h)
  drawPort(pen, id, nics, x, y + h + membersHeight(pen, slot))
  if (full && state !== 'plain' && state !== 'same' && state !== 'unknown') {
    sheet.marks.push({
      kind: 'icon',
      id: `icon:${id}`,
      x: x + c.boxWidth - 18,
      y: y + 6,
      size: 11,
      state,
      on: id,
      z: z.inside,
      layer: 'nic',
    })
  }
}

/** The members of an opened stack, one below the other: boxes of their own that can be chosen. */
function drawMembers(pen: Pen, nics: readonly GraphNic[], x: number, top: number): void {
  const { c, sheet, density } = pen
  nics.forEach((nic, i) => {
    const y = top + i * memberHeight
    const device = density === 'full' ? (nic.device ?? nic.netdev) : undefined
    const name = textWidth(nic.label, c.value, true)
    const room = c.boxWidth - name - 16
    sheet.boxes.push({
      id: nic.id,
      kind: 'nic',
      x,
      y,
      w: c.boxWidth,
      h: memberHeight,
      state: boxState(pen, nic.id, nic.state),
      z: z.box,
      layer: 'nic',
      members: [nic.id],
      title: sentence(
        nic.label,
        nic.device,
        nic.gigabitsPerSecond === undefined ? undefined : rateText(nic.gigabitsPerSecond),
        nic.linkLayer,
        nic.portState,
      ),
      lines: [
        { text: nic.label, x: x + 6, y: y + 13, size: c.value, anchor: 'start', tone: 'text', strong: true },
        ...(device === undefined || room < 18
          ? []
          : [
              {
                text: cutMono(device, 9, room),
                x: x + c.boxWidth - 5,
                y: y + 12.5,
                size: 9,
                anchor: 'end' as const,
                tone: 'text-2' as const,
                mono: true,
              },
            ]),
      ],
    })
  })
}

/** The line from a NIC to what it hangs on; sub-rows are reached from the side, through the gap between columns. */
function wire(
  pen: Pen,
  slot: NicSlot,
  to: string,
  centre: number,
  parentY: number,
  boxY: number,
  subRow: number,
  /** How far below the box the line begins: an opened stack hangs there. */
  below = 0,
): void {
  const { c, sheet, density } = pen
  if (!pen.layers.has('pcie')) return
  const box = slotId(slot)
  const id = `pcie:${box}`
  const nic = pen.nic(slot.members[0] ?? '')
  const state = nic && deviates(nic.pcie.state) ? nic.pcie.state : nic?.pcie.state === 'good' ? 'good' : 'plain'
  const drawn = stroke(pen, id, state)
  const down = boxY > parentY
  const stack = slot.members.length > 1 ? 6 : 0
  let points: Point[]
  if (subRow === 0)
    points = [
      { x: centre, y: parentY },
      { x: centre, y: down ? boxY - stack : boxY + below },
    ]
  else {
    const spare = (c.pitch - c.boxWidth) / 2
    const x = centre - c.boxWidth / 2 - (spare * subRow) / 4
    const y = down ? boxY + pen.sk.rows.nicHeight / 2 : boxY - pen.sk.rows.nicHeight / 2
    points = [
      { x, y: parentY },
      { x, y },
      { x: centre - c.boxWidth / 2, y },
    ]
  }
  sheet.edges.push({
    id,
    kind: 'pcie',
    from: box,
    to,
    points: points.reverse(),
    state: drawn,
    z: z.line,
    layer: 'pcie',
    title: sentence(nic?.label, nic ? pcieText(nic.pcie) : undefined),
  })
  if (nic && density === 'full' && subRow === 0 && (drawn === 'degraded' || drawn === 'dead')) {
    const text = pcieText(nic.pcie)
    if (text !== undefined)
      pen.candidates.push(
        pill(pen, {
          id: `label:${id}`,
          x: centre,
          y: (parentY + boxY) / 2,
          text,
          state: drawn,
          on: id,
          layer: 'pcie',
          z: z.label,
        }),
      )
  }
}

/** NICs that no source places: their own row below everything, below a band that says so. */
function drawUnplaced(pen: Pen): void {
  const { sk, graph, sheet, c, words } = pen
  const y = sk.rows.unplaced
  if (y === undefined || graph.unplaced.length === 0) return
  const columns = sk.boxes.flatMap((box) => box.columns)
  const all = columns.length > 0 ? columns : [c.gutter + c.pitch / 2 + c.pad, c.gutter + c.pitch * 1.5 + c.pad]
  const left = Math.min(...all) - c.pitch / 2
  const right = Math.max(...all) + c.pitch / 2
  const h = 22
  sheet.bands.push({
    id: 'band:unplaced',
    x: left,
    y,
    w: right - left,
    h,
    text: words.placeUnknown,
    size: c.value,
    state: 'unknown',
    z: z.bar,
    layer: 'nic',
  })
  for (const slot of own(sk.slots.get('unplaced') ?? [], graph.unplaced)) {
    const x = all[slot.column]
    if (x === undefined) continue
    const top = sk.rows.unplacedTops[slot.row] ?? y + h + c.gapN
    drawSlot(pen, slot, x, top, undefined)
    const layer: Layer = 'nic'
    const id = `place:${slotId(slot)}`
    const spare = (c.pitch - c.boxWidth) / 2
    const side = x - c.boxWidth / 2 - (spare * slot.row) / 4
    const points: Point[] =
      slot.row === 0
        ? [
            { x, y: top - (slot.members.length > 1 ? 6 : 0) },
            { x, y: y + h },
          ]
        : [
            { x: x - c.boxWidth / 2, y: top + sk.rows.nicHeight / 2 },
            { x: side, y: top + sk.rows.nicHeight / 2 },
            { x: side, y: y + h },
          ]
    sheet.edges.push({
      id,
      kind: 'pcie',
      from: slotId(slot),
      to: 'band:unplaced',
      points,
      state: stroke(pen, id, 'unknown'),
      z: z.line,
      layer,
      title: words.placeUnknown,
    })
  }
}
