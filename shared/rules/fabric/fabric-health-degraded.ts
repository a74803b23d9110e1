import { gpuReadings, type Gpu, type GpuField } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'

/** Field -> the values that are fine; anything else printed there is a statement about the fabric. */
const checks: readonly {
  readonly field: GpuField
  readonly what: string
  readonly fine: RegExp
  readonly severity: 'error' | 'warning'
}[] = [
  { field: 'fabric.health.summary', what: 'Summary', fine: /^(?:healthy|n\/a|not supported|)$/i, severity: 'error' },
  {
    field: 'fabric.health.bandwidth',
    what: 'Bandwidth',
    fine: /^(?:full|false|n\/a|not supported|not degraded|)$/i,
    severity: 'error',
  },
  {
    field: 'fabric.health.routeUnhealthy',
    what: 'Route Unhealthy',
    fine: /^(?:false|n\/a|not supported|)$/i,
    severity: 'error',
  },
  {
    field: 'fabric.health.incorrectConfiguration',
    what: 'Incorrect Configuration',
    fine: /^(?:none|false|n\/a|not supported|)$/i,
    severity: 'error',
  },
  {
    field: 'fabric.health.routeRecovery',
    what: 'Route Recovery in progress',
    fine: /^(?:false|n\/a|not supported|)$/i,
    severity: 'warning',
  },
  {
    field: 'fabric.health.accessTimeout',
    what: 'Access Timeout Recovery',
    fine: /^(?:false|n\/a|not supported|)$/i,
    severity: 'warning',
  },
]

/** The fabric health block says that bandwidth or routes are not what they should be. */
export const fabricHealthDegraded = defineRule({
  id: 'fabric-health-degraded',
  area: 'fabric',
  since: '0.1',
  needs: ['gpu.fabric'],
  check(node, context) {
    const bad = node.gpus.flatMap((gpu) => troubles(gpu))
    const first = bad[0]
    if (!first) return
    const gpus = [...new Set(bad.map((trouble) => trouble.gpu))]
    context.report({
      severity: bad.some((trouble) => trouble.severity === 'error') ? 'error' : 'warning',
      on: gpus.map(gpuEntity),
      evidence: someOf(bad.map((trouble) => trouble.source)),
      data: {
        node: node.name,
        gpus: gpus.map(gpuLabel).join(', '),
        what: first.what,
        value: first.value,
        count: gpus.length,
      },
    })
  },
})

function troubles(gpu: Gpu) {
  return checks.flatMap(({ field, what, fine, severity }) => {
    const reading = gpuReadings(gpu, field).at(-1)
    return reading && !fine.test(reading.value.trim())
      ? [{ gpu, what, severity, value: reading.value.trim(), source: reading.source }]
      : []
  })
}
