import { gpuReadings } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { numberOf } from '../support/load'

/** The application clock of one GPU is set below that of its siblings. */
export const clocksLockedLow = defineRule({
  id: 'clocks-locked-low',
  area: 'dcgm',
  since: '0.1',
  needs: ['gpu.query'],
  check(node, context) {
    const clocks = node.gpus.flatMap((gpu) => {
      const set = gpuReadings(gpu, 'clocks.applications.graphics').at(-1)
      const top = gpuReadings(gpu, 'clocks.max.graphics').at(-1) ?? gpuReadings(gpu, 'clocks.max.sm').at(-1)
      const value = set && numberOf({ value: set.value, line: set.source.line })
      const max = top && numberOf({ value: top.value, line: top.source.line })
      return set && value !== undefined ? [{ gpu, value, max, source: set.source, top: top?.source }] : []
    })
    if (clocks.length === 0) return context.notChecked(['gpu.query'], 'nvidia-smi -q -d CLOCK')
    const best = Math.max(...clocks.map((clock) => clock.value))
    const low = clocks.filter(
      (clock) => clock.value < best * 0.98 && clock.gpu.name?.value === clocks[0]?.gpu.name?.value,
    )
    const first = low[0]
    if (!first || low.length * 2 > clocks.length) return
    const normal = clocks.find((clock) => clock.value === best)
    context.report({
      severity: 'warning',
      on: low.map((clock) => gpuEntity(clock.gpu)),
      evidence: someOf([...low.map((clock) => clock.source), ...(normal ? [normal.source] : [])]),
      data: {
        node: node.name,
        gpus: low.map((clock) => gpuLabel(clock.gpu)).join(', '),
        low: first.value,
        usual: best,
      },
    })
  },
})
