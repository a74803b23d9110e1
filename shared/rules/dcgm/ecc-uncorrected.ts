import { gpuReadings, type Gpu, type GpuField } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { numberOf } from '../support/load'

const volatileFields: readonly GpuField[] = [
  'ecc.volatile.uncorrected',
  'ecc.volatile.sramUncorrectable',
  'ecc.volatile.dramUncorrectable',
]

/** Uncorrected memory errors since the driver was loaded, or in SRAM over the life of the GPU. */
export const eccUncorrected = defineRule({
  id: 'ecc-uncorrected',
  area: 'dcgm',
  since: '0.1',
  needs: ['gpu.query'],
  check(node, context) {
    let seen = false
    for (const gpu of node.gpus) {
      const now = newest(gpu, volatileFields)
      const life = newest(gpu, ['ecc.aggregate.sramUncorrectable'])
      const threshold = gpuReadings(gpu, 'ecc.sramThresholdExceeded').at(-1)
      seen ||= now !== undefined || life !== undefined
      if (now && now.value > 0) {
        context.report({
          severity: 'error',
          on: [gpuEntity(gpu)],
          evidence: someOf([now.source]),
          data: { node: node.name, gpu: gpuLabel(gpu), count: now.value },
        })
      } else if (threshold && /^yes$/i.test(threshold.value.trim())) {
        context.report({
          severity: 'error',
          variant: 'threshold',
          on: [gpuEntity(gpu)],
          evidence: someOf([threshold.source]),
          data: { node: node.name, gpu: gpuLabel(gpu), count: life?.value ?? 0 },
        })
      } else if (life && life.value > 0) {
        context.report({
          severity: 'warning',
          variant: 'aggregate',
          on: [gpuEntity(gpu)],
          evidence: someOf([life.source]),
          data: { node: node.name, gpu: gpuLabel(gpu), count: life.value },
        })
      }
    }
    if (!seen) context.notChecked(['gpu.query'], 'nvidia-smi -q -d ECC')
  },
})

/** The largest of the fields in their newest reading. */
function newest(gpu: Gpu, fields: readonly GpuField[]) {
  const readings = fields.flatMap((field) => {
    const reading = gpuReadings(gpu, field).at(-1)
    const value = reading && numberOf({ value: reading.value, line: reading.source.line })
    return reading && value !== undefined ? [{ value, source: reading.source }] : []
  })
  return readings.sort((a, b) => b.value - a.value)[0]
}
