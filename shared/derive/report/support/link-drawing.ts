import type { Finding } from '../../../model/finding'
import type { Node } from '../../../model/node'
import { withFolds } from '../../findings'
import { deriveLinkGraph, matrixView, type LinkGraph, type MatrixView } from '../../link-graph'
import { densityFor, layoutLinks, layoutWords, type LayoutMark, type LinkLayout } from '../../link-layout'
import type { ReportContext } from '../context'
import type { Block, MatrixDrawing } from '../types'
import { sentences } from './format'

/** Blocks that want the same kind of page. */
export interface LinkPages {
  readonly landscape: boolean
  readonly blocks: readonly Block[]
}

/** Width of the text on an upright page and on one on its side, px at 96 per inch; layout.md 12 asks for 180 mm. */
const UPRIGHT = 680
/** Devices whose matrix still has type of 7 pt on an upright page, and columns that a page on its side bears. */
const MOST_UPRIGHT = 18
const MOST_COLUMNS = 30
const MOST_ROWS = 26
/** Rows of a tile of which two are readable below each other on a page on its side. */
const MOST_HALF = 16

/** The drawing of the links and the matrix of one node; findings are numbered in it as in the list. */
export function linkBlocks(context: ReportContext, node: Node): readonly LinkPages[] {
  const { session, options, t } = context
  if (node.gpus.length === 0 && node.topologies.length === 0) return []
  const graph = deriveLinkGraph(node, { findings: context.findings, outcomes: session.outcomes })
  const density = densityFor(graph.gpus.length)
  const layout = layoutLinks(graph, {
    words: layoutWords(options.language),
    density: density === 'full' ? 'compact' : density,
  })
  const marked = withNumbers(context, graph, layout)
  const turned = graph.gpus.length > 8 || layout.width > UPRIGHT * 1.35
  const drawing: readonly Block[] = [
    {
      kind: 'group',
      blocks: [
        { kind: 'heading', level: 3, text: t('links.title'), ...(turned ? { note: node.name } : {}) },
        {
          kind: 'drawing',
          drawing: { of: 'links', layout: marked },
          caption: caption(context, graph),
          legend: 'links',
        },
      ],
    },
  ]
  const view = matrixView(node, graph)
  return [{ landscape: turned, blocks: drawing }, ...(view ? matrixBlocks(context, node, view) : [])]
}

function caption(context: ReportContext, graph: LinkGraph): string {
  const { t } = context
  const parts = [
    graph.tree === 'rebuilt'
      ? t('links.treeRebuilt')
      : graph.tree === 'unknown'
        ? t('links.treeUnknown')
        : t('links.treeCaptured'),
    ...(graph.fabric === 'count' ? [t('links.fabricCount')] : []),
    ...(graph.fabric === 'hidden' ? [t('links.fabricHidden')] : []),
    ...(graph.fabric === 'unknown' ? [t('links.fabricUnknown')] : []),
  ]
  return sentences(context, parts)
}

/** The numbers of findings at the boxes that they are about, as on the list of findings. */
function withNumbers(context: ReportContext, graph: LinkGraph, layout: LinkLayout): LinkLayout {
  const boxOf = new Map(layout.boxes.flatMap((box) => [[box.id, box], ...box.members.map((id) => [id, box] as const)]))
  const things = [...graph.gpus, ...graph.nics, ...graph.switches, ...graph.ghosts]
  const taken = new Map<string, number>()
  const marks: LayoutMark[] = []
  for (const finding of context.findings) {
    if (finding.severity === 'info') continue
    const number = context.number(finding)
    const thing = things.find((one) => one.findings.some((mark) => isOf(finding, mark.id)))
    const box = thing && boxOf.get(thing.id)
    if (number === undefined || !box) continue
    const place = taken.get(box.id) ?? 0
    taken.set(box.id, place + 1)
    // Down the right edge, where no name stands; what finds no room there is on the list all the same.
    const y = box.y + place * 17
    if (y > box.y + box.h) continue
    marks.push({
      kind: 'number',
      id: `finding:${number}`,
      z: 75,
      x: box.x + box.w,
      y,
      r: 8,
      text: String(number),
      on: box.id,
    })
  }
  return { ...layout, marks: [...layout.marks, ...marks] }
}

function isOf(finding: Finding, id: string): boolean {
  return withFolds(finding).some((one) => one.id === id)
}

/** One drawing where it is readable, else tiles: GPUs to GPUs, then GPUs to NICs, as many columns as a page bears. */
function matrixBlocks(context: ReportContext, node: Node, view: MatrixView): readonly LinkPages[] {
  const { t } = context
  const all = view.devices.map((_, i) => i)
  const notes = [
    ...(view.damaged ? [t('matrix.damaged')] : []),
    ...(view.hiddenNics === undefined ? [] : [t('matrix.hidden', { n: view.hiddenNics })]),
  ]
  const figure = (matrix: Omit<MatrixDrawing, 'view'>, said: readonly string[], headed = true): Block => ({
    kind: 'group',
    blocks: [
      ...(headed ? [{ kind: 'heading', level: 3, text: t('matrix.title') } as const] : []),
      { kind: 'drawing', drawing: { of: 'matrix', matrix: { view, ...matrix } }, caption: sentences(context, said) },
    ],
  })
  const asymmetric = view.cells.some((cells) => cells.some((cell) => cell.asymmetric))
  const whole = [t('matrix.note'), ...(asymmetric ? [t('matrix.asymmetric')] : []), ...notes]
  const title = t('matrix.label', { node: node.name })
  if (all.length <= MOST_UPRIGHT)
    return [{ landscape: false, blocks: [figure({ rows: all, columns: all, title }, whole)] }]
  if (all.length <= MOST_ROWS) return [{ landscape: true, blocks: [figure({ rows: all, columns: all, title }, whole)] }]
  const topology = node.topologies[0]
  const gpus = all.filter((i) => topology?.devices[i]?.kind === 'gpu')
  const nics = all.filter((i) => topology?.devices[i]?.kind !== 'gpu')
  const rows = gpus.length > 0 ? gpus : nics
  const names = alikeColumns(view, nics, rows)
  const gathered = names.size < nics.length
  return [gpus, ...chunks([...names.keys()], MOST_COLUMNS)]
    .filter((columns) => columns.length > 0)
    .flatMap((columns) => chunks(rows, MOST_ROWS).map((part) => ({ rows: part, columns })))
    .map((tile, i, tiles) => ({
      landscape: true,
      // Explained once, below the last.
      blocks: [
        figure(
          { ...tile, title, names, half: tile.rows.length <= MOST_HALF },
          i === tiles.length - 1
            ? [...whole, t('matrix.tiles', { n: nics.length }), ...(gathered ? [t('matrix.gathered')] : [])]
            : [],
          i === 0,
        ),
      ],
    }))
}

/** Neighbours in the order of the matrix to which every row has the same path: one column, with the names of all. */
function alikeColumns(
  view: MatrixView,
  columns: readonly number[],
  rows: readonly number[],
): ReadonlyMap<number, string> {
  const key = (column: number): string =>
    JSON.stringify(
      rows.map((row) => {
        const cell = view.cells[row]?.[column]
        return [cell?.text, cell?.state, cell?.asymmetric]
      }),
    )
  const name = (i: number): string => view.devices[i]?.name ?? ''
  const names = new Map<number, string>()
  let first: number | undefined
  for (const [i, column] of columns.entries()) {
    const before = columns[i - 1]
    if (first === undefined || before === undefined || column !== before + 1 || key(column) !== key(before))
      first = column
    names.set(first, first === column ? name(column) : `${name(first)}-${name(column).replace(/^\D*/, '')}`)
  }
  return names
}

function chunks(list: readonly number[], most: number): readonly (readonly number[])[] {
  const count = Math.ceil(list.length / most)
  const size = Math.ceil(list.length / Math.max(1, count))
  return Array.from({ length: count }, (_, i) => list.slice(i * size, (i + 1) * size))
}
