import { cudaError } from '../../formats/host/cuda-error'
import { refIn, sectionsOf } from '../../model/format'
import type { Node } from '../../model/node'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'
import { boardOf, gpuCells, matrixProvesSwitch, nvCount, productOf } from './links'
import { warningsOf } from './logs'

/** Whether this node is an NVSwitch machine whose own fabric somebody has to bring up. */
export function isNvswitchNode(node: Node): boolean | undefined {
  const products = node.gpus.map(productOf)
  if (products.length > 0 && products.every((product) => product !== undefined)) {
    if (products.every((product) => !product?.nvlink || product.bridgeOnly || product.nvlink.mesh)) return false
    const board = boardOf(node)
    if (board === 'four-gpu') return false
    return board === 'switch' && products.every((product) => product?.needsFabricManager === true)
  }
  return nvswitchBridges(node).length > 0 || node.topologies.some(matrixProvesSwitch) ? true : undefined
}

/** NVSwitch functions that lspci lists: V100, A100 and H100 generations; later ones are no PCI devices of the node. */
export function nvswitchBridges(node: Node): Node['pci'] {
  return node.pci.filter(
    (fn) => /NVSwitch/i.test(fn.text) || (/NVIDIA/i.test(fn.text) && /\bDevice (?:1ac2|1af1|22a3)\b/i.test(fn.text)),
  )
}

/** Where a program, NCCL or a test of this node says that CUDA would not start: error 802, system not yet initialized. */
export function cudaNotReady(node: Node, facts: Facts): readonly SourceRef[] {
  return [
    ...sectionsOf(node.parsed, cudaError)
      .filter((section) => section.value.kind === 'not-ready')
      .map((section) => refIn(section, section.value.line)),
    ...warningsOf(node, NOT_READY, 'any').map(({ source }) => source),
    ...facts.runs.flatMap((run) =>
      run.nodes.includes(node.id) && run.failure && NOT_READY.test(run.failure.value) ? run.failure.source : [],
    ),
  ]
}

const NOT_READY = /\bfailure 802\b|system not yet initialized/i

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
