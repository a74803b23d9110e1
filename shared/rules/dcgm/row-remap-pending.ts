import { gpuReadings } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'

/** A spare row waits for the next reset to take over. */
export const rowRemapPending = defineRule({
  id: 'row-remap-pending',
  area: 'dcgm',
  since: '0.1',
  needs: ['gpu.query'],
  check(node, context) {
    let seen = false
    for (const gpu of node.gpus) {
      const pending = gpuReadings(gpu, 'remap.pending').at(-1)
      if (!pending) continue
      seen = true
      if (!/^(?:yes|1)$/i.test(pending.value.trim())) continue
      const count = gpuReadings(gpu, 'remap.uncorrectable').at(-1)
      context.report({
        severity: 'warning',
        on: [gpuEntity(gpu)],
        evidence: someOf([pending.source, ...(count ? [count.source] : [])]),
        data: { node: node.name, gpu: gpuLabel(gpu), count: count?.value ?? '?' },
      })
    }
    if (!seen) context.notChecked(['gpu.query'], 'nvidia-smi -q -d ROW_REMAPPER')
  },
})
