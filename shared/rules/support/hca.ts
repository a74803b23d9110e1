import type { NameList } from '../../knowledge/nccl-lists'
import { nameListTakes } from '../../knowledge/nccl-lists'
import type { Nic, Node } from '../../model/node'

/** The list and the devices it takes of those given. */
export function takenBy(list: NameList, nics: readonly Nic[]): readonly Nic[] {
  return nics.filter((nic) => nameListTakes(list, nic.device ?? nic.name, nic.port))
}

/** Entries of the list that match none of the devices. */
export function entriesWithout(list: NameList, nics: readonly Nic[]): readonly string[] {
  return list.entries
    .filter((entry) => !nics.some((nic) => matches(list, entry.name, nic.device ?? nic.name)))
    .map((entry) => entry.name)
}

export function matches(list: NameList, entry: string, device: string): boolean {
  return list.exact ? device === entry : device.startsWith(entry)
}

/** Same kind of port as far as captures tell: rate and link layer. Unknown rates are no difference. */
export function alike(a: Nic, b: Nic): boolean {
  const rates = a.gigabitsPerSecond?.value !== undefined && b.gigabitsPerSecond?.value !== undefined
  if (rates && a.gigabitsPerSecond?.value !== b.gigabitsPerSecond?.value) return false
  if (a.linkLayer && b.linkLayer && a.linkLayer.value !== b.linkLayer.value) return false
  return !(a.caType && b.caType && a.caType.value !== b.caType.value)
}

/**
 * NICs that share a PCIe switch tree with some GPU: the compute NICs of the node. Undefined when the matrix does not tell (no NIC
 * columns, or a virtual tree where every NIC is far).
 */
export function computeNics(node: Node): ReadonlySet<string> | undefined {
  for (const topology of node.topologies) {
    const near = new Set<string>()
    topology.devices.forEach((device, column) => {
      if (device.kind !== 'nic') return
      const close = topology.devices.some(
        (row, i) => row.kind === 'gpu' && /^(?:PIX|PXB)$/.test(topology.cells[i]?.[column] ?? ''),
      )
      if (close) near.add(device.device ?? device.name)
    })
    if (near.size > 0) return near
  }
  return undefined
}
