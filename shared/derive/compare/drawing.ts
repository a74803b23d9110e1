import { deriveLinkGraph, renameParts, type LinkGraph } from '../link-graph'
import { layoutPair, type CompareMarks, type Density, type Layer, type LinkLayout } from '../link-layout'
import { textWidth } from '../link-layout/text-width'
import type { LayoutWords } from '../link-layout/words'
import type { Side } from './align'
import { allFacts, type NodeComparison } from './compare'
import type { ComparedFact } from './types'

export interface CompareDrawing {
  readonly left: LinkLayout
  readonly right: LinkLayout
  /** False: too little in common for one layout. */
  readonly common: boolean
  /** Fact id -> its number in both drawings and in the table. */
  readonly numbers: ReadonlyMap<string, number>
  /** Id of a drawn part -> the fact that it belongs to. */
  readonly factOf: ReadonlyMap<string, string>
}

export interface DrawingOptions {
  readonly density?: Density
  readonly layers?: readonly Layer[]
  readonly words?: LayoutWords
}

/** Both nodes on one skeleton, with the differences numbered in the order of the table of facts. */
export function drawComparison(
  left: Side,
  right: Side,
  comparison: NodeComparison,
  options: DrawingOptions = {},
): CompareDrawing {
  const graphOf = ({ node, session }: Side): LinkGraph =>
    deriveLinkGraph(node, { findings: session.findings, outcomes: session.outcomes })
  const { gpu, nic } = comparison.alignment.right
  const graphs = {
    left: graphOf(left),
    right: renameParts(graphOf(right), (id) => (id.startsWith('gpu:') ? gpu(id) : nic(id))),
  }
  const numbers = new Map<string, number>()
  const factOf = new Map<string, string>()
  const marks = { left: new Map<string, Mark>(), right: new Map<string, Mark>() }
  for (const fact of comparison.facts) {
    if (!isDrawn(fact)) continue
    const parts = partsOf(fact, graphs)
    if (parts.length === 0) continue
    const number = numbers.size + 1
    numbers.set(fact.id, number)
    for (const { id, quiet } of parts) {
      if (!factOf.has(id)) factOf.set(id, fact.id)
      for (const side of ['left', 'right'] as const) {
        const better = isBetter(fact, side, id, graphs[side])
        const known = marks[side].get(id)
        // A box that two differences meet at keeps the number of the first.
        if (!known) marks[side].set(id, { better, ...(quiet ? {} : { number }) })
        else if (known.better && !better) marks[side].set(id, { ...known, better })
      }
    }
  }
  const toMarks = (map: ReadonlyMap<string, Mark>): CompareMarks => ({ differences: map })
  const pair = layoutPair(graphs.left, graphs.right, {
    ...options,
    marks: { left: toMarks(marks.left), right: toMarks(marks.right) },
  })
  return { ...pair, numbers, factOf }
}

interface Mark {
  readonly number?: number
  readonly better: boolean
}

function isDrawn({ kind, result }: ComparedFact): boolean {
  return kind === 'configuration' && (result === 'changed' || result === 'only-left' || result === 'only-right')
}

interface Part {
  readonly id: string
  /** Another part of the same difference carries the number. */
  readonly quiet?: boolean
}

/** The boxes and lines that show a difference, in either graph. */
function partsOf(fact: ComparedFact, graphs: { readonly left: LinkGraph; readonly right: LinkGraph }): readonly Part[] {
  const subject = fact.left?.subject ?? fact.right?.subject
  if (!subject || (subject.kind !== 'gpu' && subject.kind !== 'nic')) return []
  const both = [graphs.left, graphs.right]
  if (!both.some((graph) => [...graph.gpus, ...graph.nics].some(({ id }) => id === subject.id))) return []
  const names = allFacts([fact]).map(({ name }) => name)
  if (subject.kind === 'nic') {
    if (fact.name !== 'nic.place') return [{ id: subject.id }]
    const ghosts = both.flatMap((graph) =>
      graph.relations
        .filter(({ nic }) => nic === subject.id)
        .flatMap(({ id, ghost }) => [{ id, quiet: true }, { id: ghost }]),
    )
    return [{ id: subject.id }, ...ghosts]
  }
  // A narrow or slow link is drawn at its line; everything else of a GPU at its box.
  if (fact.name.startsWith('pci')) return [{ id: `pcie:${subject.id}` }]
  const lanes = names.some((name) => name.startsWith('links.') || name === 'gpu.present')
    ? lanesOf(subject.id, graphs)
    : []
  return [{ id: subject.id }, ...lanes.map((id) => ({ id, quiet: true }))]
}

/** Lines to switches and pairs that carry another count than on the other side. */
function lanesOf(gpu: string, graphs: { readonly left: LinkGraph; readonly right: LinkGraph }): readonly string[] {
  const counts = (graph: LinkGraph): ReadonlyMap<string, string> =>
    new Map([
      ...graph.switchEdges
        .filter((edge) => edge.gpu === gpu)
        .map((edge) => [edge.id, `${edge.up}/${edge.state}`] as const),
      ...graph.pairs
        .filter(({ a, b }) => a === gpu || b === gpu)
        .map((pair) => [pair.id, `${pair.up}/${pair.state}`] as const),
    ])
  const left = counts(graphs.left)
  const right = counts(graphs.right)
  return [...new Set([...left.keys(), ...right.keys()])].filter((id) => left.get(id) !== right.get(id))
}

/** The side that keeps its state colours is the worse one; where neither is, a fault of its own still shows. */
function isBetter(fact: ComparedFact, side: 'left' | 'right', id: string, graph: LinkGraph): boolean {
  if (fact.worse !== undefined) return fact.worse !== side
  const state = [...graph.gpus, ...graph.nics, ...graph.switchEdges, ...graph.pairs].find(
    (part) => part.id === id,
  )?.state
  const missing = id.startsWith('ghost:') || id.startsWith('far:')
  return !(missing || state === 'degraded' || state === 'dead')
}

/** One drawing with both: what is equal once, and of each difference what either side shows. */
export function overlaid({ left, right, common }: CompareDrawing): LinkLayout | undefined {
  if (!common) return undefined
  const place = (item: object): string => JSON.stringify(item)
  const boxKey = (box: LinkLayout['boxes'][number]): string => place([box.id, box.x, box.y])
  const known = new Set(left.boxes.map(boxKey))
  const moved = new Map<string, string>()
  const boxes = right.boxes
    // What the left side has at that place says enough: a stack there, a single NIC here.
    .filter((box) => !known.has(boxKey(box)) && !left.boxes.some(({ x, y }) => x === box.x && y === box.y))
    .map((box) => {
      const clash = left.boxes.some(({ id }) => id === box.id)
      const id = clash ? `${box.id}~` : box.id
      moved.set(box.id, id)
      return { ...box, id }
    })
  const to = (id: string): string => moved.get(id) ?? id
  const rename = <T extends { readonly id: string; readonly on: string }>(item: T): T => ({
    ...item,
    id: `${item.id}~`,
    on: to(item.on),
  })
  const edges = right.edges
    .filter((edge) => !left.edges.some((one) => one.id === edge.id && place(one.points) === place(edge.points)))
    .map((edge) => ({
      ...edge,
      id: left.edges.some(({ id }) => id === edge.id) ? `${edge.id}~` : edge.id,
      from: to(edge.from),
      to: to(edge.to),
    }))
  // Where both write at one place, one label says both values.
  const labels = left.labels.map((label) => {
    const other = right.labels.find((one) => one.id === label.id && one.x === label.x && one.y === label.y)
    if (!other || other.text === label.text) return label
    const loud = label.pill !== undefined && label.pill !== 'accent' ? label : other
    const text = `${label.text} · ${other.text}`
    return { ...loud, text, w: Math.ceil(textWidth(text, loud.size, true)) + 8 }
  })
  const newLabels = right.labels.filter((label) => !left.labels.some(({ id }) => id === label.id))
  const marks = right.marks.filter(
    (mark) =>
      moved.has(mark.on) && !left.marks.some((one) => one.id === mark.id && one.x === mark.x && one.y === mark.y),
  )
  /** The number of a line stands beside its label, which has grown. */
  const beside = (mark: LinkLayout['marks'][number]): LinkLayout['marks'][number] => {
    const label = mark.kind === 'number' ? labels.find(({ on }) => on === mark.on) : undefined
    return label ? { ...mark, x: label.x + label.w / 2 + 11 } : mark
  }
  return {
    ...left,
    boxes: [...left.boxes, ...boxes],
    edges: [...left.edges, ...edges],
    labels: [...labels, ...newLabels.map(rename)],
    marks: [...left.marks.map(beside), ...marks.map(rename)],
    title: `${left.title} | ${right.title}`,
  }
}
