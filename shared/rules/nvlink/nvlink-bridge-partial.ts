import { defineRule } from '../../model/rule'
import { sourceRef } from '../../model/source'
import { pairEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { activeLinks, deviceIndex, gpuCells, linkFactsVoid, nvCount, productOf } from '../support/links'

/** A bridged pair has fewer links than its bridges carry. */
export const nvlinkBridgePartial = defineRule({
  id: 'nvlink-bridge-partial',
  area: 'nvlink',
  since: '0.1',
  needs: ['gpu.product', 'topology'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const topology = node.topologies.find((candidate) => candidate.form !== 'matrix-pci')
    if (!topology) return context.notChecked(['topology'], 'nvidia-smi topo -m')
    for (const cell of gpuCells(topology)) {
      const seen = nvCount(cell.token)
      if (cell.row > cell.column || seen === undefined) continue
      const names = [topology.devices[cell.row]?.name ?? '', topology.devices[cell.column]?.name ?? '']
      const gpus = names.flatMap((name) => node.gpus.find((gpu) => gpu.index === deviceIndex(name)) ?? [])
      const [a, b] = gpus
      const product = a && productOf(a)
      if (!a || !b || !product?.bridgeOnly || !product.nvlink || a.product !== b.product) continue
      const due = nvCount(product.nvlink.healthyPair ?? '')
      const four = nvCount(product.nvlink.fourGpuBoardPair ?? '')
      if (due === undefined || seen >= due || seen === four) continue
      const odd = activeLinks(a) !== activeLinks(b)
      context.report({
        severity: 'warning',
        on: [pairEntity(node, names[0] ?? '', names[1] ?? '')],
        evidence: someOf(
          [cell.row, cell.column].flatMap((row) => {
            const line = topology.devices[row]?.line
            return line === undefined ? [] : [sourceRef(topology.source.document, line)]
          }),
        ),
        data: {
          node: node.name,
          pair: names.join('-'),
          seen: `NV${seen}`,
          due: `NV${due}`,
          product: a.name?.value ?? '',
          uneven: odd ? 1 : 0,
        },
      })
    }
  },
})
