import { defineRule } from '../../model/rule'
import { sourceRef } from '../../model/source'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { activeLinks, deviceIndex, gpuCells, linkFactsVoid, nvCount, productOf, stateLinks } from '../support/links'

/** Between NVSwitch peers the matrix shows fewer links than the product has, the same towards all peers of the GPU. */
export const nvlinkCountBelowProduct = defineRule({
  id: 'nvlink-count-below-product',
  area: 'nvlink',
  since: '0.1',
  needs: ['gpu.product', 'topology'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const topology = node.topologies.find((candidate) => candidate.form !== 'matrix-pci')
    if (!topology) return context.notChecked(['topology'], 'nvidia-smi topo -m')
    const cells = gpuCells(topology)
    const counts = new Set(cells.flatMap((cell) => nvCount(cell.token) ?? []))
    const gpuCount = topology.devices.filter((device) => device.kind === 'gpu').length
    for (const [row, device] of topology.devices.entries()) {
      if (device.kind !== 'gpu') continue
      const index = deviceIndex(device.name)
      const gpu = node.gpus.find((candidate) => candidate.index === index)
      const product = gpu && productOf(gpu)
      if (!gpu || !product?.nvlink || product.bridgeOnly || product.nvlink.mesh) continue
      const due = nvCount(product.nvlink.healthyPair ?? '')
      if (due === undefined) continue
      const own = new Set(cells.filter((cell) => cell.row === row).flatMap((cell) => nvCount(cell.token) ?? []))
      const [seen] = own
      if (own.size !== 1 || seen === undefined || seen >= due) continue
      // `nvlink -s` knows better: all links up means that the board shares them between peers.
      if (activeLinks(gpu) >= product.nvlink.wiredLinks) continue
      const board = nvCount(product.nvlink.fourGpuBoardPair ?? '')
      const wholeBoard = gpuCount <= 4 && counts.size === 1
      if (wholeBoard && board !== undefined && counts.has(board)) continue
      const ask = wholeBoard && gpuCount <= 4
      context.report({
        severity: ask || stateLinks(gpu).length === 0 ? 'warning' : 'error',
        variant: ask ? 'ask' : undefined,
        on: [gpuEntity(gpu)],
        evidence: someOf([
          ...(device.line === undefined ? [topology.source] : [sourceRef(topology.source.document, device.line)]),
          ...(gpu.name ? [gpu.name.source] : []),
        ]),
        data: {
          gpu: gpuLabel(gpu),
          node: node.name,
          product: gpu.name?.value ?? '',
          seen: `NV${seen}`,
          due: `NV${due}`,
        },
      })
    }
  },
})
