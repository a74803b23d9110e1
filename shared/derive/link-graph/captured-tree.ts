import type { PciFunction } from '../../model/node'
import type { BoxTree, Device, TreeGroup } from './device'

/** Bridges above a function, nearest first. */
function chain(busId: string, byId: ReadonlyMap<string, PciFunction>): string[] {
  const result: string[] = []
  let at = byId.get(busId)?.parent
  while (at !== undefined && !result.includes(at) && result.length < 32) {
    result.push(at)
    at = byId.get(at)?.parent
  }
  return result
}

/** True when lspci shows what every GPU hangs on. A guest with a flat bus shows no bridge: then nothing was captured. */
export function hasTree(gpus: readonly Device[], pci: readonly PciFunction[]): boolean {
  const byId = new Map(pci.map((item) => [item.busId, item]))
  return gpus.length > 0 && gpus.every((gpu) => gpu.busId !== undefined && chain(gpu.busId, byId).length > 0)
}

/**
 * The tree of one NUMA node from lspci. A switch shows as downstream port, upstream port, then the port above it: two devices
 * are below one leaf switch when their second bridge is the same, and below one upper switch when the fourth is.
 */
export function capturedTree(devices: readonly Device[], pci: readonly PciFunction[]): BoxTree {
  const byId = new Map(pci.map((item) => [item.busId, item]))
  const path = new Map(devices.map((device) => [device, device.busId === undefined ? [] : chain(device.busId, byId)]))
  const leafOf = (device: Device): string | undefined => {
    const bridges = path.get(device) ?? []
    return bridges.length >= 3 ? bridges[1] : undefined
  }
  const upperOf = (device: Device): string | undefined => {
    const bridges = path.get(device) ?? []
    return bridges.length >= 5 ? bridges[3] : undefined
  }
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
