import type { Node } from '../../model/node'
import { activeLinks, gpuCells, nvCount, productOf } from './links'

/** The GPU and the link of `GPU 0's NvLink link 3 is currently down`, in health, in the diagnostic, in any generation. */
export function downLink(text: string): { readonly gpu: number; readonly link: number } | undefined {
  const match = /\bGPU (\d{1,3})\D{0,6}NvLink link (\d{1,2}) is currently down/i.exec(text)
  return match ? { gpu: Number(match[1]), link: Number(match[2]) } : undefined
}

/** A card that has no NVLink, or could have a bridge and shows none: no link of it can be up. */
export function hasNoLink(node: Node, index: number): boolean {
  const gpu = node.gpus.find((candidate) => candidate.index === index)
  const product = gpu && productOf(gpu)
  if (!product) return false
  if (!product.nvlink) return true
  if (!product.bridgeOnly || activeLinks(gpu) > 0) return false
  return node.topologies.every((topology) => gpuCells(topology).every((cell) => nvCount(cell.token) === undefined))
}
