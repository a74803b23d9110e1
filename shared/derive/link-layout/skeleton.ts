import { routeBrackets, trackCount } from './bracket'
import type { Bracket, BracketRequest } from './bracket'
import { nvlinkBars } from './bars'
import { bandHeight, margin, memberHeight, outwardSpace, portSpace, subRowGap } from './constants'
import type { Sizes } from './constants'
import { byNicOrder, nicSlots, slotId } from './nic-slots'
import type { NicSlot } from './nic-slots'
import type { GraphNic, LinkGraph, NumaBox, PcieGroup, UpperSwitch } from '../link-graph/types'

/** The common ground of one drawing, or of two that are compared: columns, rows and tracks. */
export interface Skeleton {
  readonly width: number
  readonly height: number
  readonly boxes: readonly SkeletonBox[]
  /** Centre of the column of a GPU: by `box id|gpu id`. */
  readonly columnOf: ReadonlyMap<string, number>
  /** GPU ids from left to right. */
  readonly columnOrder: readonly string[]
  readonly brackets: ReadonlyMap<string, Bracket>
  readonly hops: ReadonlyMap<string, Bracket>
  readonly slots: ReadonlyMap<string, readonly NicSlot[]>
  readonly rows: Rows
  readonly bars: number
  readonly gutter: number
}

export interface SkeletonBox {
  readonly id: string
  readonly number?: number
  readonly left: number
  readonly width: number
  readonly columns: readonly number[]
}

/** Top of each row; undefined where no node has a member. */
export interface Rows {
  readonly bar: number
  readonly gpu: number
  readonly numaTop: number
  readonly switch?: number
  readonly switchHeight: number
  readonly nic?: number
  readonly nicHeight: number
  /** Top of each sub-row, those of leaf switches before those of upper switches. */
  readonly nicTops: readonly number[]
  readonly leafRows: number
  readonly channelTop: number
  readonly upper?: number
  readonly cpu: number
  readonly root?: number
  readonly rootTops: readonly number[]
  readonly numaBottom: number
  readonly unplaced?: number
  readonly unplacedTops: readonly number[]
}

export function byGpuIndex(a: string, b: string): number {
  return gpuIndex(a) - gpuIndex(b) || (a < b ? -1 : a > b ? 1 : 0)
}

function gpuIndex(id: string): number {
  const digits = /(\d+)$/.exec(id)
  return digits ? Number(digits[1]) : Number.MAX_SAFE_INTEGER
}

interface ColumnGroup {
  gpus: string[]
}

/** Columns of one box: those of the graph that splits it finest, and the GPUs that only another graph has there. */
function columnGroups(boxes: readonly NumaBox[]): ColumnGroup[] {
  const finest = [...boxes].sort((a, b) => b.groups.length - a.groups.length)[0]
  const groups: ColumnGroup[] = (finest?.groups ?? []).map((group) => ({ gpus: [...group.gpus] }))
  for (const box of boxes) {
    for (const group of box.groups) {
      const missing = group.gpus.filter((gpu) => !groups.some((other) => other.gpus.includes(gpu)))
      const home = groups.find((other) => other.gpus.some((gpu) => group.gpus.includes(gpu)))
      if (home) home.gpus.push(...missing)
      else if (missing.length > 0) groups.push({ gpus: missing })
    }
  }
  for (const group of groups) group.gpus.sort(byGpuIndex)
  // Groups below one upper switch stand together, at the place of the first.
  const lead = (group: ColumnGroup): string => {
    const mates = boxes.flatMap((box) =>
      box.uppers
        .map((upper) => box.groups.filter((item) => upper.groups.includes(item.id)).flatMap((item) => [...item.gpus]))
        .filter((gpus) => gpus.some((gpu) => group.gpus.includes(gpu)))
        .flat(),
    )
    return [...mates, ...group.gpus].sort(byGpuIndex)[0] ?? ''
  }
  return groups
    .filter((group) => group.gpus.length > 0)
    .sort((a, b) => byGpuIndex(lead(a), lead(b)) || byGpuIndex(a.gpus[0] ?? '', b.gpus[0] ?? ''))
}

export function groupKey(box: NumaBox, group: PcieGroup): string {
  return `${box.id}/${[...group.gpus].sort(byGpuIndex).join(',')}`
}

/** GPUs whose columns NICs of an upper switch may use: a GPU on a root port has its line there. */
export function upperColumns(box: NumaBox, upper: UpperSwitch): string[] {
  return box.groups
    .filter((group) => upper.groups.includes(group.id) && group.kind === 'switch')
    .flatMap((group) => [...group.gpus])
}

function boxOrder(a: NumaBox, b: NumaBox): number {
  return (
    (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

function nicsOf(graphs: readonly LinkGraph[], ids: readonly (readonly string[])[]): GraphNic[] {
  const result = new Map<string, GraphNic>()
  graphs.forEach((graph, i) => {
    const wanted = new Set(ids[i] ?? [])
    for (const nic of graph.nics) if (wanted.has(nic.id) && !result.has(nic.id)) result.set(nic.id, nic)
  })
  return [...result.values()].sort(byNicOrder)
}

/** Compute NICs fill the columns from the right, others from the left, so that the two kinds do not mix. */
function rootSlots(nics: readonly GraphNic[], columns: number): NicSlot[] {
  const other = nics.filter((nic) => nic.role === 'other')
  const compute = nics.filter((nic) => nic.role !== 'other')
  if (nics.length <= columns) {
    return [
      ...other.map((nic, i) => ({ members: [nic.id], column: i, row: 0, mixed: false })),
      ...compute.map((nic, i) => ({ members: [nic.id], column: columns - compute.length + i, row: 0, mixed: false })),
    ]
  }
  const share =
    other.length === 0
      ? 0
      : compute.length === 0
        ? columns
        : Math.max(1, Math.min(columns - 1, Math.round((columns * other.length) / nics.length)))
  if (columns < 2) return nicSlots(nics, columns, () => [])
  const left = share > 0 ? nicSlots(other, share, () => []) : []
  const right = columns - share > 0 ? nicSlots(compute, columns - share, () => []) : []
  return [...left, ...right.map((slot) => ({ ...slot, column: slot.column + share }))]
}

const rowsIn = (slots: readonly NicSlot[]): number => slots.reduce((most, slot) => Math.max(most, slot.row + 1), 0)
const stacksIn = (slots: readonly NicSlot[]): boolean => slots.some((slot) => slot.members.length > 1)

export interface SkeletonOptions {
  /** Brackets of NCCL rings or trees, above the GPU row and below the bars. */
  readonly hops?: readonly { readonly id: string; readonly from: string; readonly to: string }[]
  readonly pcie: boolean
  readonly nic: boolean
  /** Room for the states of ports. */
  readonly port?: boolean
  /** Stacks whose members are shown, by id of the box. */
  readonly expanded?: ReadonlySet<string>
}

function leavesNode(options: SkeletonOptions): boolean {
  return (options.hops ?? []).some((hop) => hop.to === '')
}

/** `graphs`: one, or the two that are compared. */
export function skeleton(graphs: readonly LinkGraph[], c: Sizes, options: SkeletonOptions): Skeleton {
  const byBox = new Map<string, NumaBox[]>()
  for (const graph of graphs) for (const box of graph.boxes) byBox.set(box.id, [...(byBox.get(box.id) ?? []), box])
  const ordered = [...byBox.values()].sort((a, b) => (a[0] && b[0] ? boxOrder(a[0], b[0]) : 0))

  const boxes: SkeletonBox[] = []
  const columnOf = new Map<string, number>()
  const columnOrder: string[] = []
  const slots = new Map<string, readonly NicSlot[]>()
  // Names of joined bars (`NVS6-11`) are longer than those of single ones.
  const gutter = c.gutter + (c.gutter < 50 && graphs.some((graph) => graph.switches.length > 6) ? 14 : 0)
  let left = gutter
  for (const same of ordered) {
    const id = same[0]?.id ?? ''
    const groups = columnGroups(same)
    let x = left + c.pad
    const columns: number[] = []
    groups.forEach((group, i) => {
      if (i > 0) x += c.groupGap
      group.gpus.forEach((gpu, k) => {
        const centre = x + c.pitch * (k + 0.5)
        columnOf.set(`${id}|${gpu}`, centre)
        columnOrder.push(gpu)
        columns.push(centre)
      })
      x += c.pitch * group.gpus.length
    })
    while (columns.length < 2) {
      columns.push(x + c.pitch / 2)
      x += c.pitch
    }
    const width = Math.max(x + c.pad - left, 2 * c.pitch)
    boxes.push({ id, number: same[0]?.number, left, width, columns })
    left += width + c.numaGap
    for (const box of same) {
      for (const group of box.groups) {
        const key = groupKey(box, group)
        if (slots.has(key)) continue
        const ids = graphs.map((graph) =>
          graph.boxes
            .filter((b) => b.id === id)
            .flatMap((b) => b.groups.filter((g) => groupKey(b, g) === key).flatMap((g) => g.nics)),
        )
        const gpus = [...group.gpus].sort(byGpuIndex)
        slots.set(
          key,
          nicSlots(nicsOf(graphs, ids), gpus.length, (nic) =>
            nic.near
              .map((gpu) => gpus.indexOf(gpu))
              .filter((i) => i >= 0)
              .sort((a, b) => a - b),
          ),
        )
      }
      for (const upper of box.uppers) {
        const columnsHere = upperColumns(box, upper).length
        const key = `${box.id}/${upper.id}`
        if (!slots.has(key))
          slots.set(
            key,
            nicSlots(
              nicsOf(
                graphs,
                graphs.map(() => upper.nics),
              ),
              columnsHere,
              () => [],
            ),
          )
      }
    }
    const rootIds = graphs.map((graph) => graph.boxes.filter((b) => b.id === id).flatMap((b) => b.rootNics))
    slots.set(`${id}/root`, rootSlots(nicsOf(graphs, rootIds), columns.length))
  }
  const right = boxes.length > 0 ? left - c.numaGap : gutter + 2 * c.pitch + 2 * c.pad
  const allColumns = boxes.flatMap((box) => box.columns)
  slots.set(
    'unplaced',
    nicSlots(
      nicsOf(
        graphs,
        graphs.map((graph) => graph.unplaced),
      ),
      Math.max(2, allColumns.length),
      () => [],
    ),
  )

  const brackets = route(
    graphs.flatMap((graph) =>
      graph.switches.length > 0 ? [] : graph.pairs.map((pair) => ({ id: pair.id, from: pair.a, to: pair.b })),
    ),
    columnOrder,
    c,
  )
  const hops = route(options.hops ?? [], columnOrder, c)
  const bars = Math.max(0, ...graphs.map((graph) => nvlinkBars(graph).length))
  const rows = rowsOf(graphs, c, options, slots, { bars, tracks: trackCount(brackets), hopTracks: trackCount(hops) })
  const outward = leavesNode(options) ? outwardSpace : 0
  return {
    width: right + 2,
    height:
      (rows.unplaced === undefined
        ? rows.numaBottom + outward
        : (rows.unplacedTops[rows.unplacedTops.length - 1] ?? rows.unplaced) + bandHeight) + margin,
    boxes,
    columnOf,
    columnOrder,
    brackets,
    hops,
    slots,
    rows,
    bars,
    gutter,
  }
}

function route(
  links: readonly { readonly id: string; readonly from: string; readonly to: string }[],
  order: readonly string[],
  c: Sizes,
): Map<string, Bracket> {
  const requests = new Map<string, BracketRequest>()
  for (const { id, from, to } of links) {
    const a = order.indexOf(from)
    const b = order.indexOf(to)
    if (a >= 0 && b >= 0 && a !== b) requests.set(id, { id, left: Math.min(a, b), right: Math.max(a, b) })
  }
  return new Map(routeBrackets([...requests.values()], c.boxWidth).map((bracket) => [bracket.id, bracket]))
}

function rowsOf(
  graphs: readonly LinkGraph[],
  c: Sizes,
  options: SkeletonOptions,
  slots: ReadonlyMap<string, readonly NicSlot[]>,
  nvlink: { readonly bars: number; readonly tracks: number; readonly hopTracks: number },
): Rows {
  const hopSpace = nvlink.hopTracks > 0 ? nvlink.hopTracks * 12 + 16 : 0
  const withBars = nvlink.bars > 0 ? c.top + nvlink.bars * c.barHeight + (nvlink.bars - 1) * c.barGap + c.gapA : 0
  const withTracks = nvlink.tracks > 0 ? c.top + 8 + (nvlink.tracks - 1) * c.track + c.firstTrack : 0
  // Counts of `topo -m` stand at their lines, between the band and the boxes.
  const bandGap = Math.max(c.gapA / 2, 20) + (graphs.some((graph) => graph.fabric === 'count') ? 12 : 0)
  const withBand = c.top + bandHeight + bandGap
  const gpu = Math.max(withBars, withTracks, nvlink.bars + nvlink.tracks > 0 ? 0 : withBand) + hopSpace
  // Brackets join boxes of different NUMA nodes: the boxes begin below the lowest track.
  const numaTop = gpu - Math.min(nvlink.bars > 0 && hopSpace === 0 ? c.gapA / 2 : 10, 31)

  const groups = graphs.flatMap((graph) => graph.boxes.flatMap((box) => box.groups))
  const anyUnknown = groups.some((group) => group.kind === 'unknown' && group.gpus.length > 0)
  const anySwitch = groups.some((group) => group.kind === 'switch') || anyUnknown
  const switchHeight = anyUnknown ? c.unknownHeight : c.switchHeight
  const boxes = graphs.flatMap((graph) => graph.boxes)
  const leaf = boxes.flatMap((box) => box.groups.flatMap((group) => [...(slots.get(groupKey(box, group)) ?? [])]))
  const upper = boxes.flatMap((box) => box.uppers.flatMap((u) => [...(slots.get(`${box.id}/${u.id}`) ?? [])]))
  const root = boxes.flatMap((box) => [...(slots.get(`${box.id}/root`) ?? [])])
  const anyGhost = graphs.some((graph) => graph.ghosts.length > 0)
  const leafRows = Math.max(rowsIn(leaf), anyGhost ? 1 : 0)
  const nicHeight = stacksIn([...leaf, ...upper, ...root, ...(slots.get('unplaced') ?? [])])
    ? c.stackHeight
    : c.nicHeight
  const nicStep = nicHeight + subRowGap + (options.port ? portSpace : 0)
  // Tops of the sub-rows and, last, where the next would begin: an opened stack pushes down what is below it.
  const tops = (first: number, zones: readonly (readonly NicSlot[])[]): number[] => {
    const result = [first]
    for (const zone of zones)
      for (let row = 0; row < zone.reduce((most, slot) => Math.max(most, slot.row + 1), 0); row++) {
        const opened = zone.filter((slot) => slot.row === row && options.expanded?.has(slotId(slot)))
        const extra = Math.max(0, ...opened.map((slot) => slot.members.length * memberHeight))
        result.push((result[result.length - 1] ?? first) + nicStep + extra)
      }
    return result
  }
  const end = (list: readonly number[]): number => (list[list.length - 1] ?? 0) - subRowGap
  // A ghost slot has a row even where no NIC is.
  const ghostRow: readonly NicSlot[] = anyGhost ? [{ members: [], column: 0, row: 0, mixed: false }] : []

  let y = gpu + c.gpuHeight + c.gapP
  const switchY = anySwitch ? y : undefined
  if (anySwitch) y += switchHeight
  const nicRows = leafRows + rowsIn(upper)
  let nicY: number | undefined
  let nicTops: readonly number[] = []
  if (nicRows > 0) {
    nicY = y + c.gapN
    nicTops = tops(nicY, [[...leaf, ...ghostRow], upper])
    y = end(nicTops)
  }
  const channelTop = y
  y += nicRows > 0 ? c.channel : anySwitch ? c.gapN : 0
  let upperY: number | undefined
  if (boxes.some((box) => box.uppers.length > 0)) {
    upperY = y
    y += c.switchHeight + c.gapN
  }
  const cpu = y
  y += c.cpuHeight
  let rootY: number | undefined
  let rootTops: readonly number[] = []
  if (root.length > 0) {
    rootY = y + c.gapR
    rootTops = tops(rootY, [root])
    y = end(rootTops)
  }
  const numaBottom = y + c.foot
  const unplaced =
    rowsIn(slots.get('unplaced') ?? []) > 0 && options.nic
      ? numaBottom + 12 + (leavesNode(options) ? outwardSpace : 0)
      : undefined
  const unplacedTops = unplaced === undefined ? [] : tops(unplaced + bandHeight + c.gapN, [slots.get('unplaced') ?? []])
  return {
    bar: c.top,
    gpu,
    numaTop,
    switch: switchY,
    switchHeight,
    nic: nicY,
    nicHeight,
    nicTops,
    leafRows,
    channelTop,
    upper: upperY,
    cpu,
    root: rootY,
    rootTops,
    numaBottom,
    unplaced,
    unplacedTops,
  }
}
