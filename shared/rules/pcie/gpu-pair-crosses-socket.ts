import { defineRule } from '../../model/rule'
import { sourceRef } from '../../model/source'
import { nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { gpuCells, linkFactsVoid, nvCount, productOf } from '../support/links'

/** Pairs of GPUs without NVLink whose only path goes between the CPU sockets. */
export const gpuPairCrossesSocket = defineRule({
  id: 'gpu-pair-crosses-socket',
  area: 'pcie',
  since: '0.1',
  needs: ['topology'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const topology = node.topologies[0]
    if (!topology || node.topologies.some((one) => gpuCells(one).some((cell) => nvCount(cell.token) !== undefined)))
      return context.notApplicable('nvlink')
    // -mp prints PCIe paths of NVLink machines too: only products without NVLink, or a whole -m, tell.
    const products = node.gpus.flatMap((gpu) => productOf(gpu) ?? [])
    if (products.some((product) => product.nvlink && !product.bridgeOnly)) return context.notApplicable('nvlink')
    const plain = products.length === node.gpus.length && products.every((product) => !product.nvlink)
    if (topology.form !== 'matrix' && !(plain && products.length > 0)) return context.notApplicable('nvlink')
    // WSL prints SYS everywhere and no affinity.
    if (topology.devices.every((device) => device.kind !== 'gpu' || !device.cpuAffinity))
      return context.notApplicable('no-affinity')
    const far = gpuCells(topology).filter((cell) => cell.row < cell.column && /^(?:SYS|SOC)$/.test(cell.token))
    if (far.length === 0) return
    const name = (index: number): string => topology.devices[index]?.name ?? ''
    const rows = [...new Set(far.map((cell) => cell.row))]
    context.report({
      severity: 'info',
      on: [nodeEntity(node)],
      evidence: someOf(
        rows.flatMap((row) => {
          const line = topology.devices[row]?.line
          return line === undefined ? [] : [sourceRef(topology.source.document, line)]
        }),
      ),
      data: {
        node: node.name,
        count: far.length,
        pairs: far
          .slice(0, 6)
          .map((cell) => `${name(cell.row)}-${name(cell.column)}`)
          .join(', '),
      },
    })
  },
})
