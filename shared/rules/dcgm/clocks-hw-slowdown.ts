import type { GpuField, GpuSample } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { sourceRef } from '../../model/source'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { numberOf } from '../support/load'

const reasons: readonly {
  readonly field: GpuField
  readonly bit: number
  readonly name: string
  readonly hardware: boolean
}[] = [
  { field: 'reasons.hwPowerBrake', bit: 0x80, name: 'HW Power Brake', hardware: true },
  { field: 'reasons.hwThermal', bit: 0x40, name: 'HW Thermal Slowdown', hardware: true },
  { field: 'reasons.hwSlowdown', bit: 0x8, name: 'HW Slowdown', hardware: true },
  { field: 'reasons.swThermal', bit: 0x20, name: 'SW Thermal Slowdown', hardware: false },
]

/** The hardware pulls the clock down: heat, a power brake, a failing supply. */
export const clocksHwSlowdown = defineRule({
  id: 'clocks-hw-slowdown',
  area: 'dcgm',
  since: '0.1',
  needs: ['gpu.query'],
  check(node, context) {
    let seen = false
    for (const gpu of node.gpus) {
      const samples = gpu.samples.filter(
        (sample) => sample.values['reasons.hwSlowdown'] ?? sample.values['reasons.mask'],
      )
      if (samples.length === 0) continue
      seen = true
      const hits = samples.flatMap((sample) => {
        const reason = reasons.find((candidate) => isActive(sample, candidate.field, candidate.bit))
        return reason ? [{ sample, reason }] : []
      })
      const worst = hits.find((hit) => hit.reason.hardware) ?? hits[0]
      if (!worst) continue
      // Of several samples a single one can be a moment; the only sample there is counts as what it says.
      const once = samples.length > 1 && hits.length === 1
      const { sample } = worst
      const lines = [
        sample.values[worst.reason.field],
        sample.values['reasons.mask'],
        sample.values['temperature.gpu'],
        sample.values['power.draw'],
      ].flatMap((value) => value?.line ?? [])
      context.report({
        severity: worst.reason.hardware && !once ? 'error' : 'warning',
        on: [gpuEntity(gpu)],
        evidence: someOf(lines.map((line) => sourceRef(sample.capture.document, line))),
        variant: sample.values['temperature.gpu'] ? undefined : 'untold',
        data: {
          node: node.name,
          gpu: gpuLabel(gpu),
          reason: worst.reason.name,
          hits: hits.length,
          samples: samples.length,
          temperature: sample.values['temperature.gpu']?.value ?? '?',
        },
      })
    }
    if (!seen) context.notChecked(['gpu.query'], 'nvidia-smi -q -d PERFORMANCE,TEMPERATURE,POWER  (while the job runs)')
  },
})

function isActive(sample: GpuSample, field: GpuField, bit: number): boolean {
  const value = sample.values[field]?.value.trim()
  if (value !== undefined && /^active$/i.test(value)) return true
  const mask = numberOf(sample.values['reasons.mask'])
  return mask !== undefined && (mask & bit) !== 0
}
