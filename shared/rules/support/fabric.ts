import type { Node } from '../../model/node'
import { boardOf, gpuCells, nvCount, productOf } from './links'

/** Whether this node is an NVSwitch machine whose own fabric somebody has to bring up. */
export function isNvswitchNode(node: Node): boolean | undefined {
  const products = node.gpus.map(productOf)
  if (products.length > 0 && products.every((product) => product !== undefined)) {
    if (products.every((product) => !product?.nvlink || product.bridgeOnly || product.nvlink.mesh)) return false
    const board = boardOf(node)
    if (board === 'four-gpu') return false
    return board === 'switch' && products.every((product) => product?.needsFabricManager === true)
  }
  return undefined
}

/** Rack systems run the manager on their switch trays. */
export function isRack(node: Node): boolean {
  return node.gpus.some((gpu) => productOf(gpu)?.c2c === true && productOf(gpu)?.nvlink !== undefined)
}

/** All pairs of five GPUs or more show NV#: the fabric is up, whoever runs the manager. */
export function fabricShownUp(node: Node): boolean {
  const matrix = node.topologies.find((topology) => topology.form !== 'matrix-pci' && !topology.damaged)
  const cells = matrix ? gpuCells(matrix) : []
  return cells.length >= 20 && cells.every((cell) => nvCount(cell.token) !== undefined)
}

/** A job or a benchmark ran on the GPUs of this node: CUDA started, so the fabric answered. */
export function ranHere(
  node: Node,
  runs: readonly { readonly nodes: readonly string[]; readonly rows: readonly unknown[] }[],
): boolean {
  return runs.some((run) => run.nodes.includes(node.id) && run.rows.length > 0)
}
