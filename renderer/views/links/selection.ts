import type {
  GraphGpu,
  GraphNic,
  GraphSwitch,
  LinkGraph,
  MatrixCell,
  MatrixView,
  PairEdge,
  SwitchEdge,
} from '@shared/derive/link-graph'
import type { LinkLayout } from '@shared/derive/link-layout'
import type { CommentTarget } from '@shared/model/comment'

/** What an id of the drawing stands for. */
export type Selected =
  | { readonly kind: 'gpu'; readonly gpu: GraphGpu }
  | { readonly kind: 'nic'; readonly nic: GraphNic }
  | { readonly kind: 'stack'; readonly nics: readonly GraphNic[] }
  | { readonly kind: 'switch'; readonly switches: readonly GraphSwitch[]; readonly edges: readonly SwitchEdge[] }
  | { readonly kind: 'switch-edge'; readonly edge: SwitchEdge }
  | { readonly kind: 'pair'; readonly pair: PairEdge }
  | { readonly kind: 'pcie'; readonly id: string }
  | { readonly kind: 'ghost'; readonly gpu: GraphGpu }
  | { readonly kind: 'relation'; readonly id: string }
  | { readonly kind: 'socket' }

export function selectedOf(graph: LinkGraph, layout: LinkLayout, id: string): Selected | undefined {
  const gpu = graph.gpus.find((item) => item.id === id)
  if (gpu) return { kind: 'gpu', gpu }
  const nic = graph.nics.find((item) => item.id === id)
  if (nic) return { kind: 'nic', nic }
  const box = layout.boxes.find((item) => item.id === id)
  if (box?.kind === 'stack') return { kind: 'stack', nics: graph.nics.filter((item) => box.members.includes(item.id)) }
  if (box?.kind === 'nvswitch') {
    const ids = new Set(box.members)
    return {
      kind: 'switch',
      switches: graph.switches.filter((item) => ids.has(item.id)),
      edges: graph.switchEdges.filter((edge) => ids.has(edge.switch)),
    }
  }
  if (box?.kind === 'ghost') {
    const owner = graph.gpus.find((item) => box.members.includes(item.id))
    return owner ? { kind: 'ghost', gpu: owner } : undefined
  }
  if (box) return { kind: 'pcie', id }
  const edge = layout.edges.find((item) => item.id === id)
  if (!edge) return undefined
  const pair = graph.pairs.find((item) => item.id === id)
  if (pair) return { kind: 'pair', pair }
  const direct = graph.switchEdges.find((item) => item.id === id)
  if (direct) return { kind: 'switch-edge', edge: direct }
  if (edge.kind === 'relation') return { kind: 'relation', id }
  if (edge.kind === 'socket') return { kind: 'socket' }
  // A line to a joined bar, to a band, or of the PCIe tree: what stands at its lower or outer end tells most.
  return edge.from === id ? undefined : selectedOf(graph, { ...layout, edges: [] }, edge.from)
}

/** Id in the session's model, so that the selection outlives the view. */
export function modelIdOf(selected: Selected | undefined): string | undefined {
  if (selected?.kind === 'gpu' || selected?.kind === 'ghost') return selected.gpu.modelId
  return selected?.kind === 'nic' ? selected.nic.modelId : undefined
}

/** What a note on the part is called: names only, the same in every language. */
export function partName(graph: LinkGraph, selected: Selected, id: string): string {
  const named = (wanted: string): string =>
    [...graph.gpus, ...graph.nics, ...graph.switches].find((item) => item.id === wanted)?.label ?? wanted
  switch (selected.kind) {
    case 'gpu':
      return selected.gpu.label
    case 'nic':
      return selected.nic.label
    case 'stack':
      return selected.nics.map(({ label }) => label).join(', ')
    case 'switch':
      return selected.switches.map(({ label }) => label).join(', ')
    case 'switch-edge':
      return `${named(selected.edge.gpu)} - ${named(selected.edge.switch)}`
    case 'pair':
      return `${named(selected.pair.a)} - ${named(selected.pair.b)}`
    case 'ghost':
      return selected.gpu.label
    case 'pcie':
    case 'relation':
      return selected.id
    case 'socket':
      return id
  }
}

/** What a note on a cell of the matrix is on: the link of the two, whichever of them is the row. None on a device with itself. */
export function pairTarget(node: string, view: MatrixView, cell: MatrixCell): CommentTarget | undefined {
  const [first, second] = cell.row < cell.column ? [cell.row, cell.column] : [cell.column, cell.row]
  const [a, b] = [view.devices[first], view.devices[second]]
  if (first === second || !a || !b) return undefined
  return { kind: 'link', node, part: `pair:${a.id ?? a.name}-${b.id ?? b.name}`, label: `${a.name} – ${b.name}` }
}
