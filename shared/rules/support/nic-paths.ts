import { nameListTakes, parseNameList } from '../../knowledge/nccl-lists'
import type { Nic, Node } from '../../model/node'
import type { Topology, TopologyDevice } from '../../model/topology'
import type { ResolvedSetting } from '../../model/settings'

/** GPU or NIC of a matrix with its column. */
export interface MatrixDevice {
  readonly device: TopologyDevice
  readonly column: number
}

/** GPUs and NICs of a matrix that has both, and the path between each two. */
export interface NicPaths {
  readonly topology: Topology
  readonly gpus: readonly MatrixDevice[]
  readonly nics: readonly MatrixDevice[]
  /** Token of the GPU's row, else of the NIC's: PCIe paths are the same both ways; '' when not captured. */
  path(gpu: MatrixDevice, nic: MatrixDevice): string
}

export function nicPaths(node: Node): NicPaths | undefined {
  const topology = node.topologies.find((one) => one.devices.some((device) => device.kind === 'nic'))
  if (!topology) return undefined
  const of = (kind: TopologyDevice['kind']): readonly MatrixDevice[] =>
    topology.devices.flatMap((device, column) => (device.kind === kind ? [{ device, column }] : []))
  return {
    topology,
    gpus: of('gpu'),
    nics: of('nic'),
    path: (gpu, nic) => topology.cells[gpu.column]?.[nic.column] || (topology.cells[nic.column]?.[gpu.column] ?? ''),
  }
}

/** Behind one PCIe switch tree: GPUDirect RDMA by NCCL's default level. */
export function isNear(token: string): boolean {
  return token === 'PIX' || token === 'PXB'
}

/** Over a host bridge or farther. An unknown cell is neither. */
export function isFar(token: string): boolean {
  return /^(?:PHB|NODE|SYS|SOC)$/.test(token)
}

/** The port of a matrix column. */
export function portOf(node: Node, nic: MatrixDevice): Nic | undefined {
  return node.nics.find(
    (port) => port.name === nic.device.name || (nic.device.device !== undefined && port.device === nic.device.device),
  )
}

/** Whether NCCL_IB_HCA takes a device; undefined when the device has no name. */
export function takenBy(setting: ResolvedSetting, device: string | undefined, port?: number): boolean | undefined {
  return device === undefined ? undefined : nameListTakes(parseNameList(setting.value), device, port)
}
