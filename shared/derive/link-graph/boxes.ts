import type { Node, PciTree } from '../../model/node'
import { hostBridges } from './host-bridges'
import { bestTree, capturedTree, inTree } from './captured-tree'
import type { Cells } from './cells'
import type { BoxTree, Device, TreeGroup } from './device'
import { rebuiltTree } from './rebuilt-tree'
import type { Disagreement, GraphNic, NumaBox, PcieGroup, UpperSwitch } from './types'

export interface PlacedBoxes {
  readonly boxes: readonly NumaBox[]
  readonly tree: 'captured' | 'rebuilt' | 'unknown'
  /** The source of a captured tree. */
  readonly treeFrom?: PciTree
  readonly unplaced: readonly string[]
  readonly emptyNumas: readonly number[]
  readonly disagreements: readonly Disagreement[]
  /** Place of each NIC, and the GPUs it is near to. */
  readonly places: ReadonlyMap<string, { readonly place: GraphNic['place']; readonly near: readonly string[] }>
}

/** NUMA node of every device: printed, or that of the devices it is no further from than NODE; undefined where nothing tells. */
function numaOf(
  devices: readonly Device[],
  cells: Cells,
  only: number | undefined,
  tree: PciTree | undefined,
): Map<Device, number | undefined> {
  const result = new Map<Device, number | undefined>(
    devices.map((device) => [device, device.numa ?? (tree && inTree(tree, device)?.numaNode) ?? only]),
  )
  const within = new Set(['PIX', 'PXB', 'PHB', 'NODE'])
  for (let changed = true; changed;) {
    changed = false
    for (const device of devices) {
      if (result.get(device) !== undefined || device.name === undefined) continue
      const seen = new Set<number>()
      for (const other of devices) {
        const numa = result.get(other)
        if (other.name !== undefined && numa !== undefined && within.has(cells.distance(device.name, other.name) ?? ''))
          seen.add(numa)
      }
      const [first] = [...seen]
      if (seen.size === 1 && first !== undefined) {
        result.set(device, first)
        changed = true
      }
    }
  }
  return result
}

/** A NIC counts as placed when a captured tree holds it, or the matrix tells its distance to at least one other device. */
function placed(device: Device, devices: readonly Device[], cells: Cells, tree: PciTree | undefined): boolean {
  if (device.kind === 'gpu' || device.numa !== undefined) return true
  if (tree && inTree(tree, device)) return true
  const name = device.name
  return (
    name !== undefined &&
    devices.some(
      (other) => other !== device && other.name !== undefined && cells.distance(name, other.name) !== undefined,
    )
  )
}

function cpuName(node: Node, number: number | undefined, count: number): string {
  const sockets = node.host.sockets?.value
  const numas = node.host.numaNodes?.value ?? count
  if (number === undefined || sockets === undefined) return 'CPU'
  if (sockets === 1) return 'CPU0'
  return sockets === numas ? `CPU${String(number)}` : 'CPU'
}

/** NUMA boxes with their PCIe groups, in the order of drawing. */
export function placeDevices(node: Node, devices: readonly Device[], cells: Cells): PlacedBoxes {
  const gpus = devices.filter((device) => device.kind === 'gpu')
  const captured = bestTree(gpus, node.pciTrees ?? [])
  const only = node.host.numaNodes?.value === 1 ? (node.host.numaCpus[0]?.node ?? 0) : undefined
  const known = devices.filter((device) => placed(device, devices, cells, captured))
  const unplaced = devices.filter((device) => !known.includes(device)).map((device) => device.id)
  const numa = numaOf(known, cells, only, captured)
  const byNuma = new Map<number | undefined, Device[]>()
  for (const device of known) byNuma.set(numa.get(device), [...(byNuma.get(numa.get(device)) ?? []), device])

  const disagreements: Disagreement[] = [...cells.asymmetric]
  const order = [...byNuma.keys()].sort((a, b) => (a ?? Number.MAX_SAFE_INTEGER) - (b ?? Number.MAX_SAFE_INTEGER))
  const counter = { leaf: 0, upper: 0 }
  const places = new Map<string, { place: GraphNic['place']; near: readonly string[] }>()
  let anyTree = captured !== undefined
  const boxes = order.map((number): NumaBox => {
    const here = [...(byNuma.get(number) ?? [])].sort(
      (a, b) => Number(a.kind === 'nic') - Number(b.kind === 'nic') || a.order - b.order || (a.id < b.id ? -1 : 1),
    )
    const tree = captured
      ? capturedTree(here, captured, cells)
      : rebuiltTree(here, cells, node.host.hypervisor !== undefined, (item) => disagreements.push(item))
    if (tree.groups.some((group) => group.kind !== 'unknown')) anyTree = true
    const cpus = node.host.numaCpus.find((item) => item.node === number)
    const id = `numa:${number === undefined ? '?' : String(number)}`
    notePlaces(tree, cells, places)
    const named = nameGroups(tree, counter, disagreements, captured, cells)
    return {
      id,
      number,
      cpu: cpuName(node, number, order.length),
      cores: cpus?.cpus ?? affinityOf(node, here),
      ...named,
      rootNics: tree.root.map((device) => device.id),
      sources: [...(cpus ? [cpus.source] : []), ...here.flatMap((device) => [...device.sources])],
    }
  })
  const listed = node.host.numaCpus.map((item) => item.node)
  return {
    boxes,
    tree: captured ? 'captured' : anyTree ? 'rebuilt' : 'unknown',
    treeFrom: captured,
    unplaced,
    emptyNumas: listed.filter((n) => !order.includes(n)).sort((a, b) => a - b),
    disagreements,
    places,
  }
}

/** CPU list of `topo -m` where lscpu was not captured; all GPUs of the box must agree. */
function affinityOf(node: Node, here: readonly Device[]): string | undefined {
  const names = new Set(here.map((device) => device.name))
  const lists = new Set(
    (node.topologies[0]?.devices ?? [])
      .filter((device) => names.has(device.name))
      .map((device) => device.cpuAffinity)
      .filter((text) => text !== undefined && text !== '' && text !== 'N/A'),
  )
  const [first] = [...lists]
  return lists.size === 1 ? first : undefined
}

function notePlaces(
  tree: BoxTree,
  cells: Cells,
  places: Map<string, { place: GraphNic['place']; near: readonly string[] }>,
): void {
  const nearOf = (nic: Device, gpus: readonly Device[]): string[] => {
    const told = gpus.filter(
      (gpu) =>
        gpu.name !== undefined &&
        nic.name !== undefined &&
        ['PIX', 'PXB'].includes(cells.distance(nic.name, gpu.name) ?? ''),
    )
    // Nearest first: PIX of one GPU outweighs PXB of the others below the same switch.
    const pix = told.filter((gpu) => cells.distance(nic.name ?? '', gpu.name ?? '') === 'PIX')
    return (pix.length > 0 ? pix : told.length > 0 ? told : gpus).map((gpu) => gpu.id)
  }
  for (const group of tree.groups)
    for (const nic of group.nics) places.set(nic.id, { place: 'group', near: nearOf(nic, group.gpus) })
  for (const upper of tree.uppers)
    for (const nic of upper.nics)
      places.set(nic.id, { place: 'upper', near: upper.members.flatMap((group) => group.gpus.map((gpu) => gpu.id)) })
  for (const nic of tree.root) places.set(nic.id, { place: 'root', near: [] })
}

function nameGroups(
  tree: BoxTree,
  counter: { leaf: number; upper: number },
  disagreements: readonly Disagreement[],
  captured: PciTree | undefined,
  cells: Cells,
): { groups: PcieGroup[]; uppers: UpperSwitch[] } {
  const ordered = [...tree.groups].sort((a, b) => (a.gpus[0]?.order ?? 0) - (b.gpus[0]?.order ?? 0))
  const ids = new Map<TreeGroup, string>()
  const bridges = hostBridges(ordered, cells)
  const groups = ordered.map((group): PcieGroup => {
    const id = `pcie:${group.kind === 'switch' ? 'switch' : group.kind}-${group.gpus[0]?.id ?? ''}`
    ids.set(group, id)
    const names = new Set([...group.gpus, ...group.nics].map((device) => device.name))
    return {
      id,
      kind: group.kind,
      level: group.level,
      label: group.kind === 'switch' ? `PCIe switch ${String(counter.leaf++)}` : 'PCIe',
      bridge: bridges.get(group),
      gpus: group.gpus.map((device) => device.id),
      nics: group.nics.map((device) => device.id),
      disagreements: disagreements.filter((item) => names.has(item.row) || names.has(item.column)).length,
      sources: [...group.gpus, ...group.nics].flatMap((device) => {
        const shown = captured && inTree(captured, device)
        return shown ? [shown.source] : [...device.sources]
      }),
    }
  })
  const uppers = [...tree.uppers]
    .sort((a, b) => (a.members[0]?.gpus[0]?.order ?? 0) - (b.members[0]?.gpus[0]?.order ?? 0))
    .map((upper): UpperSwitch => ({
      id: `pcie:upper-${upper.members[0]?.gpus[0]?.id ?? ''}`,
      label: `PCIe switch U${String(counter.upper++)}`,
      groups: upper.members.map((group) => ids.get(group) ?? ''),
      nics: upper.nics.map((device) => device.id),
    }))
  return { groups, uppers }
}
