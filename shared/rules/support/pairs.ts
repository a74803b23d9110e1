import type { Gpu } from '../../model/gpu'
import type { Node } from '../../model/node'
import { boardOf, deviceIndex, gpuCells, linkFactsVoid, nvCount, productOf } from './links'

/** What joins GPUs for NCCL: NVLink, PCIe within one switch tree, PCIe over the host bridge or farther; unknown without a capture. */
export type Joint = 'nvlink' | 'near' | 'far' | 'unknown'

function jointOf(token: string): Joint {
  if (nvCount(token) !== undefined) return 'nvlink'
  if (token === 'PIX' || token === 'PXB') return 'near'
  return /^(?:PHB|NODE|SYS|SOC)$/.test(token) ? 'far' : 'unknown'
}

/** A board whose every pair is joined by NVLink, told from the product: no matrix needed. */
function wiredBoard(node: Node): boolean {
  const board = boardOf(node)
  return (board === 'switch' || board === 'four-gpu') && node.gpus.length > 1
}

/** How two GPUs of a node are joined: the matrix decides, then the board of the product. */
export function jointOfPair(node: Node, a: Gpu | undefined, b: Gpu | undefined): Joint {
  if (!a || !b || linkFactsVoid(node)) return 'unknown'
  for (const topology of node.topologies) {
    const row = topology.devices.findIndex((device) => device.kind === 'gpu' && deviceIndex(device.name) === a.index)
    const column = topology.devices.findIndex((device) => device.kind === 'gpu' && deviceIndex(device.name) === b.index)
    const joint = jointOf(topology.cells[row]?.[column] ?? '')
    // -mp hides NVLink, so its PCIe cells say nothing of an NVLink product.
    if (joint === 'nvlink' || (joint !== 'unknown' && (topology.form === 'matrix' || !productOf(a)?.nvlink)))
      return joint
  }
  return wiredBoard(node) ? 'nvlink' : 'unknown'
}

/** Best joint of any pair of the node: whether P2P has something to gain here. */
export function bestJoint(node: Node): Joint {
  if (node.gpus.length < 2 && !node.topologies[0]) return 'unknown'
  if (linkFactsVoid(node)) return 'unknown'
  const joints = new Set(
    node.topologies.flatMap((topology) =>
      gpuCells(topology)
        .map((cell) => jointOf(cell.token))
        .filter((joint) => joint === 'nvlink' || topology.form !== 'matrix-pci'),
    ),
  )
  if (joints.has('nvlink')) return 'nvlink'
  const active = node.gpus.filter((gpu) => gpu.links.some((link) => link.state === 'active')).length
  if (active > 1 && joints.size === 0) return 'nvlink'
  if (joints.size === 0 && wiredBoard(node)) return 'nvlink'
  return joints.has('near') ? 'near' : joints.has('far') ? 'far' : 'unknown'
}

/** The stock driver gives no peer access between these GPUs, or they cannot have it (MIG, vGPU, WSL). */
export function peerAccessImpossible(node: Node): boolean {
  if (linkFactsVoid(node)) return true
  return node.gpus.some((gpu) => productOf(gpu)?.geforceNoPcieP2P === true) && bestJoint(node) !== 'nvlink'
}

/** NVLink SHARP exists on this node: Hopper or later behind NVSwitch. */
export function hasNvlsHardware(node: Node): boolean {
  return node.gpus.length > 0 && node.gpus.every((gpu) => productOf(gpu)?.nvlsCapable) && boardOf(node) === 'switch'
}
