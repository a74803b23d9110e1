import { gpuReadings, type GpuSample } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { sourceRef } from '../../model/source'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { loadFields, numberOf, underLoad } from '../support/load'

/** The power limit holds the clock back: normal at full load, a fault when the limit is not where it should be. */
export const clocksPowerCapped = defineRule({
  id: 'clocks-power-capped',
  area: 'dcgm',
  since: '0.1',
  needs: ['gpu.query'],
  check(node, context) {
    const limits = node.gpus.flatMap((gpu) => {
      const reading = gpuReadings(gpu, 'power.limit').at(-1)
      const value = reading && numberOf({ value: reading.value, line: reading.source.line })
      return reading && value !== undefined ? [{ gpu, value, source: reading.source }] : []
    })
    const usual = mode(limits.map((limit) => limit.value))
    for (const limit of limits) {
      const sameName = limits.filter((other) => other.gpu.name?.value === limit.gpu.name?.value)
      if (usual === undefined || sameName.length < 3 || limit.value >= usual * 0.98) continue
      context.report({
        severity: 'warning',
        variant: 'limit',
        on: [gpuEntity(limit.gpu)],
        evidence: someOf([
          limit.source,
          ...sameName
            .filter((other) => other.value === usual)
            .slice(0, 1)
            .map((other) => other.source),
        ]),
        data: { node: node.name, gpu: gpuLabel(limit.gpu), limit: limit.value, usual, draw: 0 },
      })
    }
    for (const gpu of node.gpus) {
      const capped = gpu.samples.filter(
        (sample) =>
          /^active$/i.test(sample.values['reasons.swPowerCap']?.value.trim() ?? '') && underLoad(sample) === true,
      )
      const sample = capped.at(-1)
      if (!sample) continue
      const draw = numberOf(sample.values['power.drawInstant'] ?? sample.values['power.draw'])
      const limit = numberOf(sample.values['power.limitEnforced'] ?? sample.values['power.limit'])
      if (draw === undefined || limit === undefined) continue
      const low = draw < limit * 0.8
      context.report({
        severity: low ? 'warning' : 'info',
        variant: low ? 'low' : undefined,
        on: [gpuEntity(gpu)],
        evidence: someOf(linesOf(sample).map((line) => sourceRef(sample.capture.document, line))),
        data: { node: node.name, gpu: gpuLabel(gpu), draw: Math.round(draw), limit: Math.round(limit), usual: 0 },
      })
    }
  },
})

function linesOf(sample: GpuSample): readonly number[] {
  const fields = [
    'reasons.swPowerCap',
    'power.draw',
    'power.drawInstant',
    'power.limit',
    'power.limitEnforced',
  ] as const
  return [...fields.flatMap((field) => sample.values[field]?.line ?? []), ...loadFields(sample).slice(0, 2)]
}

function mode(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const best = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]
  return best && best[1] > values.length / 2 ? best[0] : undefined
}
