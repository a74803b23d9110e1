import { gpuByPciDevice, type GpuProduct } from '../../knowledge/gpus'
import type { EntityRef } from '../../model/finding'
import type { Gpu } from '../../model/gpu'
import type { Nic, Node, PciFunction, PciLink } from '../../model/node'
import { gpuLabel } from './entities'
import { productOf } from './links'

/** Domain, bus and device: nvidia-smi, the kernel and lspci differ in the function only. */
export function placeOf(busId: string | undefined): string | undefined {
  return busId?.split('.')[0]
}

export function samePlace(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && placeOf(a) === placeOf(b)
}

export function gpuAt(node: Node, busId: string | undefined): Gpu | undefined {
  return node.gpus.find((gpu) => samePlace(gpu.busId?.value, busId))
}

/** The RDMA port at a place; the function counts, since both ports of a card share the rest. */
export function nicAt(node: Node, busId: string | undefined): Nic | undefined {
  return busId === undefined ? undefined : node.nics.find((nic) => nic.busId?.value === busId)
}

/** Cards that carry NCCL traffic; a board's own gigabit ports do not. */
const RDMA_CARD =
  /Mellanox|ConnectX|BlueField|\bBCM57[56]\d\d|\bThor\b|Elastic Fabric|Omni-Path|Cornelis|E810|Pensando|15b3:/i

/** What a function is for this purpose: a GPU, a network card that can carry NCCL, a bridge, something else, or not to be told. */
export function roleOf(fn: PciFunction): 'gpu' | 'nic' | 'bridge' | 'other' | 'unknown' {
  const { className = '', classCode = '', text, vendorDevice = '' } = fn
  if (className === '' && classCode === '') return 'unknown'
  const nvidia = /NVIDIA/i.test(text) || vendorDevice.startsWith('10de:')
  if (/^030[02]/.test(classCode) || /3D controller|VGA compatible/i.test(className)) return nvidia ? 'gpu' : 'other'
  if (/^0604/.test(classCode) || /PCI bridge/i.test(className)) return 'bridge'
  const network = /^020[07]/.test(classCode) || /Infiniband controller|Ethernet controller/i.test(className)
  return network && (RDMA_CARD.test(text) || vendorDevice.startsWith('15b3:')) ? 'nic' : 'other'
}

export interface Below {
  readonly gpus: readonly PciFunction[]
  readonly nics: readonly PciFunction[]
  /** Something else hangs below. */
  readonly others: readonly PciFunction[]
}

interface Tree {
  readonly above: ReadonlyMap<string, readonly PciFunction[]>
  readonly below: ReadonlyMap<string, readonly PciFunction[]>
}

const trees = new WeakMap<Node, Tree>()

function treeOf(node: Node): Tree {
  const known = trees.get(node)
  if (known) return known
  const byId = new Map(node.pci.map((fn) => [fn.busId, fn]))
  const above = new Map<string, readonly PciFunction[]>()
  const below = new Map<string, PciFunction[]>()
  for (const fn of node.pci) {
    const chain: PciFunction[] = []
    for (let at = byId.get(fn.parent ?? ''); at && chain.length < 32; at = byId.get(at.parent ?? '')) {
      if (chain.includes(at)) break
      chain.push(at)
      below.set(at.busId, [...(below.get(at.busId) ?? []), fn])
    }
    above.set(fn.busId, chain)
  }
  const tree = { above, below }
  trees.set(node, tree)
  return tree
}

/** Bridges above a function, nearest first, as far as the captured tree tells. */
export function bridgesAbove(node: Node, fn: PciFunction): readonly PciFunction[] {
  return treeOf(node).above.get(fn.busId) ?? []
}

/** GPUs, network cards and other end points below a port. */
export function devicesBelow(node: Node, port: PciFunction): Below {
  const all = treeOf(node).below.get(port.busId) ?? []
  const of = (...roles: string[]): readonly PciFunction[] => all.filter((fn) => roles.includes(roleOf(fn)))
  return { gpus: of('gpu'), nics: of('nic'), others: of('other', 'unknown') }
}

/** What a kernel message about a place is about: the GPU or card itself or below it, certainly something else, or unknown. */
export function concerns(node: Node, busId: string | undefined): 'gpu' | 'nic' | 'other' | 'unknown' {
  if (busId === undefined) return 'unknown'
  if (gpuAt(node, busId)) return 'gpu'
  if (nicAt(node, busId)) return 'nic'
  const fn = node.pci.find((candidate) => candidate.busId === busId)
  if (!fn) return 'unknown'
  const role = roleOf(fn)
  if (role === 'gpu' || role === 'nic') return role
  if (role === 'other') return 'other'
  const below = devicesBelow(node, fn)
  if (below.gpus.length > 0) return 'gpu'
  if (below.nics.length > 0) return 'nic'
  return below.others.length > 0 ? 'other' : 'unknown'
}

/** Product of a GPU function: by the GPU that stands there, else by its device id. */
export function productAt(node: Node, fn: PciFunction): GpuProduct | undefined {
  const gpu = gpuAt(node, fn.busId)
  const device = fn.vendorDevice?.startsWith('10de:') ? fn.vendorDevice.slice(5) : undefined
  return (gpu && productOf(gpu)) ?? (device === undefined ? undefined : gpuByPciDevice(device))
}

export function pciEntity(node: Node, busId: string): EntityRef {
  return { kind: 'pci', id: `${node.id}/${busId}`, label: pciLabel(node, busId) }
}

/** `GPU3`, `mlx5_2`, else the bus id. */
export function pciLabel(node: Node, busId: string): string {
  const gpu = gpuAt(node, busId)
  if (gpu) return gpuLabel(gpu)
  const nic = nicAt(node, busId)
  return nic ? (nic.device ?? nic.name) : busId
}

/** Data rate in Gb/s and direction: 8b/10b up to 5 GT/s, 128b/130b above, FLIT mode at 64. */
export function linkGigabits({ gigatransfers, width }: PciLink): number {
  const coding = gigatransfers <= 5 ? 0.8 : gigatransfers >= 64 ? 0.95 : 128 / 130
  return gigatransfers * width * coding
}

/** GT/s of a PCIe generation. */
export function gigatransfersOf(generation: number): number {
  return generation === 1 ? 2.5 : generation === 2 ? 5 : 2 ** generation
}

/** Workstation and consumer cards may narrow the link when idle, as old drivers document; data-centre parts do not. */
export function isWorkstation(product: GpuProduct): boolean {
  return product.geforceNoPcieP2P || /GeForce|RTX|Quadro|TITAN|GTX/i.test(product.displayName)
}
