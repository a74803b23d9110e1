import { gpuReadings } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { productOf } from '../support/links'

/** Without persistence mode the driver unloads when nobody uses the GPU. */
export const persistenceOff = defineRule({
  id: 'persistence-off',
  area: 'dcgm',
  since: '0.1',
  needs: ['gpu.query'],
  check(node, context) {
    const readings = node.gpus.flatMap((gpu) => {
      const mode = gpuReadings(gpu, 'persistence').at(-1)
      return mode ? [{ gpu, mode }] : []
    })
    if (readings.length === 0) return context.notChecked(['gpu.query'], 'nvidia-smi -q')
    const daemon = node.parsed.some(
      (section) => section.format === 'host/systemctl-status' && /persistenced/.test(JSON.stringify(section.value)),
    )
    const off = readings.filter(
      ({ gpu, mode }) =>
        /^(?:disabled|off)$/i.test(mode.value.trim()) &&
        productOf(gpu)?.geforceNoPcieP2P !== true &&
        productOf(gpu) !== undefined,
    )
    if (off.length === 0 || daemon) return
    context.report({
      severity: 'info',
      on: off.map(({ gpu }) => gpuEntity(gpu)),
      evidence: someOf(
        off.map(({ mode }) => mode.source),
        4,
      ),
      data: { node: node.name, count: off.length, gpus: off.map(({ gpu }) => gpuLabel(gpu)).join(', ') },
    })
  },
})
