import { sizes } from './constants'
import { drawGpus } from './gpus'
import { drawHops } from './hops'
import type { HopPath } from './hops'
import { drawNics } from './nics'
import { drawNuma } from './numa'
import { drawNvlink } from './nvlink'
import { drawPcie } from './pcie'
import { settleLabels } from './pen'
import type { CompareMarks, Pen } from './pen'
import { drawGhosts } from './relations'
import { byZ, newSheet, z } from './sheet'
import { skeleton } from './skeleton'
import type { Skeleton } from './skeleton'
import { drawTitles, rowRates } from './titles'
import type { Density, Layer, LinkLayout } from './types'
import { englishWords } from './words'
import type { LayoutWords } from './words'
import type { LinkGraph } from '../link-graph/types'

export interface LayoutOptions {
  /** Undefined: full for 1 to 8 GPUs, else compact. */
  readonly density?: Density
  readonly layers?: readonly Layer[]
  /** Error counters at the edges. */
  readonly errors?: boolean
  readonly words?: LayoutWords
  /** NCCL rings or trees to draw between GPUs and bars; at most two paths. */
  readonly hops?: readonly HopPath[]
  /** NIC stacks (ids of their boxes) that show their members. */
  readonly expanded?: readonly string[]
  /** The chosen part: with more than four far NICs only its routes are drawn. */
  readonly route?: string
}

export interface PairLayout {
  readonly left: LinkLayout
  readonly right: LinkLayout
  /** False: too little in common (another product); each is drawn in its own layout. */
  readonly common: boolean
}

export function densityFor(gpus: number): Density {
  return gpus <= 8 ? 'full' : 'compact'
}

/** The drawing of one node. Pure, total, and independent of the order of its input. */
export function layoutLinks(graph: LinkGraph, options: LayoutOptions = {}): LinkLayout {
  const density = options.density ?? densityFor(graph.gpus.length)
  return draw(graph, frame([graph], density, options), density, options)
}

/**
 * The drawings of two nodes on one skeleton: the same part has the same place in both. `marks` are the differences, numbered in
 * the order of the table of facts.
 */
export function layoutPair(
  left: LinkGraph,
  right: LinkGraph,
  options: LayoutOptions & { readonly marks?: { readonly left: CompareMarks; readonly right: CompareMarks } } = {},
): PairLayout {
  const density = options.density ?? 'compact'
  const marks = options.marks ?? { left: { differences: new Map() }, right: { differences: new Map() } }
  const alike = inCommon(left, right)
  const tried = alike ? frame([left, right], density, options) : undefined
  // A group whose columns would lie around those of another cannot be drawn on the common ground.
  const shared = tried && apart(left, tried) && apart(right, tried) ? tried : undefined
  const common = shared !== undefined
  return {
    common,
    left: draw(left, shared ?? frame([left], density, options), density, options, common ? marks.left : undefined),
    right: draw(right, shared ?? frame([right], density, options), density, options, common ? marks.right : undefined),
  }
}

function frame(graphs: readonly LinkGraph[], density: Density, options: LayoutOptions): Skeleton {
  const layers = options.layers ?? allLayers
  const hops = layers.includes('nccl')
    ? (options.hops ?? []).flatMap((path) => path.hops.map((hop) => ({ id: hop.id, from: hop.from, to: hop.to ?? '' })))
    : []
  return skeleton(graphs, sizes[density], {
    hops,
    pcie: layers.includes('pcie'),
    nic: layers.includes('nic'),
    port: layers.includes('port') && layers.includes('nic'),
    expanded: new Set(options.expanded ?? []),
  })
}

const allLayers: readonly Layer[] = ['nvlink', 'pcie', 'nic']

/** At least half of the boxes (GPUs in their NUMA box, NICs) stand at the same place, and no column would belong to two groups. */
function inCommon(left: LinkGraph, right: LinkGraph): boolean {
  const keys = (graph: LinkGraph): string[] => [
    ...graph.boxes.flatMap((box) => box.groups.flatMap((group) => group.gpus.map((gpu) => `${box.id}|${gpu}`))),
    ...graph.nics.map((nic) => nic.id),
  ]
  const a = new Set(keys(left))
  const b = new Set(keys(right))
  const both = [...a].filter((key) => b.has(key)).length
  if (both * 2 < Math.max(a.size, b.size)) return false
  return left.boxes.every((box) => {
    const other = right.boxes.find((candidate) => candidate.id === box.id)
    return !other || box.groups.every((group) => other.groups.every((g) => nested(group.gpus, g.gpus)))
  })
}

/** No two groups of a graph lie across each other. */
function apart(graph: LinkGraph, sk: Skeleton): boolean {
  return graph.boxes.every((box) => {
    const span = (gpus: readonly string[]): { left: number; right: number } => {
      const columns = gpus.map((gpu) => sk.columnOf.get(`${box.id}|${gpu}`) ?? 0)
      return { left: Math.min(...columns), right: Math.max(...columns) }
    }
    const joined = new Set(box.uppers.flatMap((upper) => [...upper.groups]))
    const uppers = box.uppers.map((upper) =>
      box.groups.filter((group) => upper.groups.includes(group.id)).flatMap((group) => [...group.gpus]),
    )
    const alone = box.groups.filter((group) => !joined.has(group.id)).map((group) => group.gpus)
    const crossing = (lists: readonly (readonly string[])[]): boolean => {
      const spans = lists.map(span)
      return spans.some((a, i) => spans.some((b, j) => i !== j && a.left <= b.right && b.left <= a.right))
    }
    return !crossing(box.groups.map((group) => group.gpus)) && !crossing([...uppers, ...alone])
  })
}

/** Two groups share no GPU, or one holds the other. */
function nested(a: readonly string[], b: readonly string[]): boolean {
  const shared = a.filter((gpu) => b.includes(gpu)).length
  return shared === 0 || shared === a.length || shared === b.length
}

function draw(
  graph: LinkGraph,
  sk: Skeleton,
  density: Density,
  options: LayoutOptions,
  compare?: CompareMarks,
): LinkLayout {
  const gpus = new Map(graph.gpus.map((gpu) => [gpu.id, gpu]))
  const nics = new Map(graph.nics.map((nic) => [nic.id, nic]))
  const words = options.words ?? englishWords
  const pen: Pen = {
    graph: ordered(graph),
    sk,
    c: sizes[density],
    density,
    words,
    sheet: newSheet(),
    layers: new Set(options.layers ?? allLayers),
    errors: options.errors ?? false,
    expanded: new Set(options.expanded ?? []),
    route: options.route,
    compare,
    gpu: (id) => gpus.get(id),
    nic: (id) => nics.get(id),
    candidates: [],
  }
  drawNuma(pen)
  drawNvlink(pen)
  drawPcie(pen)
  drawNics(pen, rowRates(pen))
  drawGpus(pen)
  drawGhosts(pen)
  drawTitles(pen)
  if (pen.layers.has('nccl')) drawHops(pen, options.hops ?? [])
  drawEmpty(pen)
  settleLabels(pen)
  drawNumbers(pen)
  return {
    width: sk.width,
    height: sk.height,
    density,
    boxes: byZ(pen.sheet.boxes),
    edges: byZ(pen.sheet.edges),
    labels: byZ(pen.sheet.labels),
    marks: byZ(pen.sheet.marks),
    bands: byZ(pen.sheet.bands),
    titles: pen.sheet.titles,
    title: sentenceOf(pen),
  }
}

/** The graph in the order of drawing, whatever order it was made in. */
function ordered(graph: LinkGraph): LinkGraph {
  const byId = <T extends { readonly id: string }>(items: readonly T[]): T[] =>
    [...items].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
  return {
    ...graph,
    gpus: [...graph.gpus].sort((a, b) => a.index - b.index || (a.id < b.id ? -1 : 1)),
    switches: [...graph.switches].sort((a, b) => a.number - b.number),
    switchEdges: byId(graph.switchEdges),
    pairs: byId(graph.pairs),
    nics: byId(graph.nics),
    ghosts: byId(graph.ghosts),
    relations: byId(graph.relations),
    boxes: [...graph.boxes]
      .sort(
        (a, b) =>
          (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER) || (a.id < b.id ? -1 : 1),
      )
      .map((box) => ({ ...box, groups: byId(box.groups), uppers: byId(box.uppers) })),
  }
}

function drawEmpty(pen: Pen): void {
  if (pen.graph.gpus.length > 0) return
  const { c, sk } = pen
  pen.sheet.bands.push({
    id: 'band:empty',
    x: c.gutter,
    y: c.top,
    w: sk.width - 2 - c.gutter,
    h: 22,
    text: pen.words.noGpu,
    size: c.value,
    state: 'unknown',
    z: z.bar,
  })
}

/** The number of each difference at the top right of its box, or beside its line. */
function drawNumbers(pen: Pen): void {
  if (!pen.compare) return
  for (const [id, { number, better }] of pen.compare.differences) {
    const box = pen.sheet.boxes.find((item) => item.id === id || (item.kind === 'stack' && item.members.includes(id)))
    const edge = pen.sheet.edges.find((item) => item.id === id)
    const label = pen.sheet.labels.find((item) => item.on === id)
    if (box) {
      if (better)
        pen.sheet.marks.push({
          kind: 'ring',
          id: `ring:${id}`,
          x: box.x - 2,
          y: box.y - 2,
          w: box.w + 4,
          h: box.h + 4,
          on: box.id,
          z: z.mark,
        })
      if (number === undefined) continue
      pen.sheet.marks.push({
        kind: 'number',
        id: `number:${id}`,
        x: box.x + box.w - 2,
        y: box.y - 1,
        r: 8,
        text: String(number),
        on: box.id,
        z: z.mark + 1,
      })
    } else if (edge && number !== undefined) {
      const [a, b] = [edge.points[0], edge.points[1]]
      if (!a || !b) continue
      const x = label ? label.x + label.w / 2 + 11 : a.x + 11
      pen.sheet.marks.push({
        kind: 'number',
        id: `number:${id}`,
        x,
        y: label ? label.y : (a.y + b.y) / 2,
        r: 8,
        text: String(number),
        on: id,
        z: z.mark + 1,
      })
    }
  }
}

/** What somebody hears who does not see the picture. */
function sentenceOf(pen: Pen): string {
  const { graph, words } = pen
  const parts: string[] = []
  const name = graph.gpus[0]?.product ?? graph.gpus[0]?.name
  parts.push(graph.gpus.length === 0 ? words.noGpu : `${String(graph.gpus.length)} × ${name ?? 'GPU'}`)
  const counted = graph.gpus.filter((gpu) => !gpu.withoutNvlink)
  if (graph.fabric === 'none') parts.push(words.noNvlink)
  else if (counted.length > 0) {
    const up = counted.every((gpu) => gpu.count.up !== undefined)
      ? counted.reduce((sum, gpu) => sum + (gpu.count.up ?? 0), 0)
      : undefined
    const due = counted.every((gpu) => gpu.count.due !== undefined)
      ? counted.reduce((sum, gpu) => sum + (gpu.count.due ?? 0), 0)
      : undefined
    parts.push(
      up === undefined
        ? words.nvlinkUnknown
        : `NVLink ${due === undefined ? String(up) : words.upOfDue(String(up), String(due))} ${words.lanesUp}`,
    )
  }
  const off = graph.gpus
    .filter((gpu) => gpu.count.state === 'degraded' || gpu.count.state === 'dead')
    .map((gpu) => `${gpu.label} ${String(gpu.count.up)}/${String(gpu.count.due)}`)
  parts.push(...off)
  if (graph.switches.length > 0) parts.push(`${String(graph.switches.length)} × NVSwitch`)
  parts.push(
    graph.nics.length > 0
      ? `${String(graph.nics.length)} × NIC`
      : graph.nicSource === 'unknown'
        ? `NIC: ${words.nicUnknown}`
        : words.nicNone,
  )
  return words.picture(graph.name, parts)
}
