import { gpuById, type GpuProduct } from '../../knowledge/gpus'
import { gpuField, type Gpu } from '../../model/gpu'
import type { Node } from '../../model/node'
import type { Topology } from '../../model/topology'

/**
 * What the links of a GPU are meant to be: "is this machine even supposed to have it" comes before "it is missing".
 * `switch`: NVSwitch board (8 or 16 GPUs, racks); `four-gpu`: direct board of four; `bridge`: PCIe cards; `mesh`: V100 cube mesh;
 * `none`: the product has no NVLink; `unknown`: the name says nothing, or the board cannot be told.
 */
export type Board = 'switch' | 'four-gpu' | 'bridge' | 'mesh' | 'none' | 'unknown'

export function productOf(gpu: Gpu): GpuProduct | undefined {
  return gpu.product === undefined ? undefined : gpuById(gpu.product)
}

/** Why no link or matrix fact counts on this node, or undefined when they do. */
export function linkFactsVoid(node: Node): 'mig' | 'vgpu' | 'wsl' | undefined {
  if (node.gpus.some((gpu) => isMig(gpu))) return 'mig'
  if (node.gpus.some((gpu) => isVgpu(gpu))) return 'vgpu'
  if (node.host.hypervisor && /wsl/i.test(node.host.hypervisor.value)) return 'wsl'
  if (node.software.kernel.some((kernel) => /microsoft|wsl2/i.test(kernel.value))) return 'wsl'
  return undefined
}

export function isMig(gpu: Gpu): boolean {
  return gpu.linkMessage?.value === 'mig' || /^enabled$/i.test(gpuField(gpu, 'mig.current')?.value ?? '')
}

/** vGPU profiles end in a size and a letter: `GRID A100D-80C`, `NVIDIA L40S-48C`. */
function isVgpu(gpu: Gpu): boolean {
  return (
    /^vgpu$/i.test(gpuField(gpu, 'virtualization')?.value ?? '') ||
    /(?:^GRID |-\d{1,3}[ABCQ]$)/.test(gpu.name?.value ?? '')
  )
}

export function isGuest(node: Node): boolean {
  return node.host.hypervisor !== undefined
}

export function activeLinks(gpu: Gpu): number {
  return gpu.links.filter((link) => link.state === 'active').length
}

/** Links whose state some status capture printed. */
export function stateLinks(gpu: Gpu): Gpu['links'] {
  return gpu.links.filter((link) => link.states.length > 0)
}

interface GpuCell {
  readonly row: number
  readonly column: number
  readonly token: string
}
const cellsOf = new WeakMap<Topology, readonly GpuCell[]>()

/** Off-diagonal GPU cells of the best matrix, row by row; made once for each matrix, since some rules ask for every GPU. */
export function gpuCells(topology: Topology): readonly GpuCell[] {
  const known = cellsOf.get(topology)
  if (known) return known
  const gpus = topology.devices.flatMap((device, i) => (device.kind === 'gpu' ? [i] : []))
  const cells = gpus.flatMap((row) =>
    gpus
      .filter((column) => column !== row)
      .map((column) => ({ row, column, token: topology.cells[row]?.[column] ?? '' })),
  )
  cellsOf.set(topology, cells)
  return cells
}

export function nvCount(token: string): number | undefined {
  const match = /^NV(\d{1,2})$/.exec(token)
  return match ? Number(match[1]) : undefined
}

/** Number in the name of a matrix device: `GPU3` is 3. */
export function deviceIndex(name: string): number | undefined {
  const match = /\d+$/.exec(name)
  return match ? Number(match[0]) : undefined
}

/**
 * The board of a node whose GPUs are all of one known product. At most four GPUs with a third of the links in every pair are the
 * four-GPU board, also where a container shows two or three of them: its GPUs print the same name as the eight-GPU board's.
 */
export function boardOf(node: Node): Board {
  const products = new Set(node.gpus.map((gpu) => gpu.product))
  const first = node.gpus[0]
  const product = first && productOf(first)
  if (!product || products.size !== 1) return 'unknown'
  if (!product.nvlink) return 'none'
  if (product.bridgeOnly) return 'bridge'
  if (product.nvlink.mesh) return 'mesh'
  const matrix = node.topologies.find((topology) => topology.form !== 'matrix-pci')
  if (matrix && node.gpus.length <= 4 && product.nvlink.fourGpuBoardPair) {
    const tokens = new Set(gpuCells(matrix).map((cell) => cell.token))
    if (tokens.size === 1 && tokens.has(product.nvlink.fourGpuBoardPair)) return 'four-gpu'
  }
  return node.gpus.length > 4 ||
    matrix === undefined ||
    gpuCells(matrix).some((cell) => cell.token === product.nvlink?.healthyPair)
    ? 'switch'
    : 'unknown'
}

/** No chip has more links than this (Hopper and Blackwell: 18); a GPU with more in its row of the matrix reaches its peers over switches. */
const MOST_LINKS = 18

/**
 * The matrix alone proves NVSwitches: some row counts more links than any chip has, so the NV# of a row is the links into the fabric.
 * True without any product name.
 */
export function matrixProvesSwitch(topology: Topology): boolean {
  const sums = new Map<number, number>()
  for (const cell of gpuCells(topology)) sums.set(cell.row, (sums.get(cell.row) ?? 0) + (nvCount(cell.token) ?? 0))
  return [...sums.values()].filter((sum) => sum > MOST_LINKS).length >= 3
}
