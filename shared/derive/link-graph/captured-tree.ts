import type { PciTree, PciTreeDevice } from '../../model/node'
import type { Cells } from './cells'
import type { BoxTree, Device, TreeGroup } from './device'

/** A device in a tree: by bus id, by its first function (NCCL folds the functions of a card), or by the name of the port. */
export function inTree(tree: PciTree, device: Device): PciTreeDevice | undefined {
  const { busId } = device
  if (busId !== undefined) {
    const whole = tree.devices.find((item) => item.busId === busId)
    if (whole) return whole
    const card = `${busId.slice(0, -1)}0`
    return device.kind === 'nic' ? tree.devices.find((item) => item.busId === card) : undefined
  }
  return tree.devices.find((item) => item.names.some((name) => device.devices.includes(name)))
}

/** The first tree that shows what every GPU hangs on. */
export function bestTree(gpus: readonly Device[], trees: readonly PciTree[]): PciTree | undefined {
  if (gpus.length === 0) return undefined
  return trees.find((tree) => gpus.every((gpu) => gpu.busId !== undefined && inTree(tree, gpu) !== undefined))
}

/** The tree of one NUMA node as a source shows it: devices with the same nearest switch are below one leaf, with the same next one below one upper switch. */
export function capturedTree(devices: readonly Device[], tree: PciTree, cells: Cells): BoxTree {
  const switches = (device: Device): readonly string[] =>
    inTree(tree, device)?.switches ?? besideGpu(device, devices, tree, cells)
  const path = new Map(devices.map((device) => [device, switches(device)]))
  const leafOf = (device: Device): string | undefined => path.get(device)?.[0]
  const upperOf = (device: Device): string | undefined => path.get(device)?.[1]
  const groups: TreeGroup[] = []
  const root: Device[] = []
  const leaves = new Map<string, Device[]>()
  for (const device of devices) {
    const leaf = leafOf(device)
    if (leaf !== undefined) leaves.set(leaf, [...(leaves.get(leaf) ?? []), device])
    else if (device.kind === 'gpu') groups.push({ kind: 'root', level: 'PIX', gpus: [device], nics: [] })
    else root.push(device)
  }
  const byUpper = new Map<string, { members: TreeGroup[]; nics: Device[] }>()
  const upperFor = (device: Device): { members: TreeGroup[]; nics: Device[] } | undefined => {
    const id = upperOf(device)
    if (id === undefined) return undefined
    const found = byUpper.get(id) ?? { members: [], nics: [] }
    byUpper.set(id, found)
    return found
  }
  for (const members of leaves.values()) {
    const gpus = members.filter((device) => device.kind === 'gpu')
    const nics = members.filter((device) => device.kind === 'nic')
    const first = members[0]
    if (!first) continue
    const above = upperFor(first)
    if (gpus.length > 0) {
      const group: TreeGroup = { kind: 'switch', level: 'PIX', gpus, nics }
      groups.push(group)
      above?.members.push(group)
    } else if (above) above.nics.push(...nics)
    else root.push(...nics)
  }
  const uppers = [...byUpper.values()].filter(
    (item) => item.members.length > 1 || (item.members.length === 1 && item.nics.length > 0),
  )
  for (const item of byUpper.values()) if (item.members.length === 0) root.push(...item.nics)
  return { groups, uppers, root }
}

/** NCCL lists the NICs that it used: for the others the matrix says below which switch of the tree they are. */
function besideGpu(nic: Device, devices: readonly Device[], tree: PciTree, cells: Cells): readonly string[] {
  const at = (token: string): readonly string[] | undefined => {
    const mate = devices.find(
      (gpu) =>
        gpu.kind === 'gpu' &&
        gpu.name !== undefined &&
        nic.name !== undefined &&
        cells.distance(nic.name, gpu.name) === token,
    )
    return mate && inTree(tree, mate)?.switches
  }
  const below = at('PIX')
  if (below) return below
  const upper = at('PXB')?.[1]
  return upper === undefined ? [] : [`beside ${nic.id}`, upper]
}
