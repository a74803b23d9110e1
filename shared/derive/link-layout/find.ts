import type { LinkGraph } from '../link-graph/types'
import type { LinkLayout } from './types'

/**
 * Boxes that a text names, in the order of reading (rows, then columns): by what is written on them, by the model's names, device
 * names, bus ids and UUIDs. A member of a closed stack finds its stack. An empty text finds nothing.
 */
export function findParts(graph: LinkGraph, layout: LinkLayout, text: string): readonly string[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const said = new Map<string, readonly (string | undefined)[]>([
    ...graph.gpus.map((gpu) => [gpu.id, [gpu.label, gpu.name, gpu.busId, gpu.uuid]] as const),
    ...graph.nics.map(
      (nic) => [nic.id, [nic.label, nic.device, nic.netdev, nic.busId, nic.linkLayer, nic.portState]] as const,
    ),
    ...graph.switches.map((item) => [item.id, [item.label, item.busId]] as const),
  ])
  const matches = (values: readonly (string | undefined)[]): boolean =>
    values.some((value) => value?.toLowerCase().includes(wanted) === true)
  return layout.boxes
    .filter((box) => box.kind !== 'numa')
    .filter((box) => matches([box.title, ...[box.id, ...box.members].flatMap((id) => said.get(id) ?? [])]))
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map((box) => box.id)
}
