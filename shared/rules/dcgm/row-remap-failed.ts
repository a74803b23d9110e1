import { gpuReadings } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { numberOf } from '../support/load'

/** Rows can no longer be remapped, or remaps keep growing: the GPU memory is at its end. */
export const rowRemapFailed = defineRule({
  id: 'row-remap-failed',
  area: 'dcgm',
  since: '0.1',
  needs: [],
  check(node, context) {
    let seen = node.events.some((event) => event.kind === 'xid')
    for (const gpu of node.gpus) {
      const failure = gpuReadings(gpu, 'remap.failure').at(-1)
      const counts = gpuReadings(gpu, 'remap.uncorrectable')
      const values = counts.map((reading) => numberOf({ value: reading.value, line: reading.source.line }))
      const first = values[0]
      const last = values.at(-1)
      seen ||= failure !== undefined
      const xid = node.events.filter((event) => event.kind === 'xid' && event.code === 64 && event.gpu === gpu.id)
      const failed = failure !== undefined && /^(?:yes|1)$/i.test(failure.value.trim())
      const grew = first !== undefined && last !== undefined && last > first && counts.length > 1
      if (!failed && xid.length === 0 && !grew) continue
      context.report({
        severity: 'error',
        variant: failed ? undefined : grew ? 'growing' : 'xid',
        on: [gpuEntity(gpu)],
        evidence: someOf([
          ...(failed && failure ? [failure.source] : []),
          ...xid.map((event) => event.source),
          ...(grew ? [counts[0]?.source, counts.at(-1)?.source].filter((source) => source !== undefined) : []),
        ]),
        data: { node: node.name, gpu: gpuLabel(gpu), before: first ?? 0, count: last ?? 0 },
      })
    }
    if (!seen) context.notChecked(['gpu.query'], 'nvidia-smi -q -d ROW_REMAPPER; sudo dmesg -T')
  },
})
