import { busIdFromNccl } from '../../model/pci-id'
import { defineRule } from '../../model/rule'
import { gpuEntity, nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { countOf, warningsOf } from '../support/logs'

const DUPLICATE =
  /Duplicate GPU detected|Multiple ranks detected using the same GPU|Multiple Ranks are using the same GPU/i

/** Two ranks selected the same GPU. */
export const ncclDuplicateGpu = defineRule({
  id: 'nccl-duplicate-gpu',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const found = warningsOf(node, DUPLICATE)
    if (found.length === 0) return
    const pairs = found.flatMap(({ warning }) => {
      const match = /rank (\d{1,7}) and rank (\d{1,7}) both on CUDA device ([0-9a-f]{1,12})/i.exec(warning.text)
      return match ? [{ a: match[1] ?? '', b: match[2] ?? '', bus: busIdFromNccl(match[3] ?? '') }] : []
    })
    const pair = pairs[0]
    const gpus = node.gpus.filter((gpu) => pairs.some(({ bus }) => bus !== undefined && bus === gpu.busId?.value))
    context.report({
      severity: 'error',
      variant: pair ? undefined : 'unnamed',
      on: [nodeEntity(node), ...gpus.map(gpuEntity)],
      evidence: someOf(found.map((one) => one.source)),
      data: {
        node: node.name,
        a: pair?.a ?? '',
        b: pair?.b ?? '',
        bus: pair?.bus ?? '',
        count: countOf(found),
      },
    })
  },
})
