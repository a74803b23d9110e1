import { defineRule } from '../../model/rule'
import { gpuEntity, nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'

/** CUDA numbers the GPUs of this machine otherwise than nvidia-smi: index 3 of one is not index 3 of the other. */
export const gpuIndexOrderDiffers = defineRule({
  id: 'gpu-index-order-differs',
  area: 'cross-capture',
  since: '0.1',
  needs: ['nccl.log'],
  check(node, context) {
    const ranks = context.facts.communicators
      .flatMap((communicator) => communicator.ranks)
      .filter((rank) => rank.node === node.id && rank.cudaDevice !== undefined && rank.nvmlDevice !== undefined)
    if (ranks.length === 0) return context.notChecked(['nccl.log'], 'NCCL_DEBUG=INFO (run the job again)')
    const pairs = new Map<string, (typeof ranks)[number]>()
    for (const rank of ranks) {
      const key = `${rank.cudaDevice}>${rank.nvmlDevice}`
      if (rank.cudaDevice !== rank.nvmlDevice && !pairs.has(key)) pairs.set(key, rank)
    }
    const differing = [...pairs.values()]
    if (differing.length === 0) return
    // One visible GPU per process makes every one of them CUDA device 0.
    const onePerProcess = ranks.every((rank) => rank.cudaDevice === 0)
    const gpus = node.gpus.filter((gpu) => differing.some((rank) => rank.gpu === gpu.id))
    context.report({
      severity: 'info',
      variant: onePerProcess ? 'one-per-process' : undefined,
      on: [nodeEntity(node), ...gpus.slice(0, 8).map(gpuEntity)],
      evidence: someOf(differing.map(({ source }) => source)),
      data: {
        node: node.name,
        count: differing.length,
        mapping: differing
          .slice(0, 8)
          .map((rank) => `${rank.cudaDevice} → ${rank.nvmlDevice}${rank.busId === undefined ? '' : ` (${rank.busId})`}`)
          .join(', '),
      },
    })
  },
})
