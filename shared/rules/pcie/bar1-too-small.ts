import { gpuField } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { numberOf } from '../support/load'
import { bestJoint } from '../support/pairs'
import { productOf } from '../support/links'

/** BAR1 of 256 MiB on a large GPU, where peers or network adapters map its memory through it. */
export const bar1TooSmall = defineRule({
  id: 'bar1-too-small',
  area: 'pcie',
  since: '0.1',
  needs: ['gpu.query', 'nccl.connections'],
  check(node, context) {
    const nvlink = bestJoint(node) === 'nvlink'
    const used = context.facts.communicators
      .filter((one) => one.nodes.includes(node.id))
      .flatMap((one) => one.connections)
      .find((one) => one.gdr === true || (!nvlink && one.transport === 'P2P'))
    const small = node.gpus.filter((gpu) => {
      const bar1 = gpuField(gpu, 'bar1.total')
      const memory = gpuField(gpu, 'memory.total')
      // GeForce has no peer access over PCIe to lose.
      if (!bar1 || !memory || productOf(gpu)?.geforceNoPcieP2P !== false) return false
      return (
        numberOf({ value: bar1.value, line: 0 }) === 256 &&
        /MiB/.test(bar1.value) &&
        (numberOf({ value: memory.value, line: 0 }) ?? 0) >= 8000
      )
    })
    if (!used) return context.notApplicable('no-peer-traffic')
    if (small.length === 0) return
    context.report({
      severity: 'warning',
      on: small.map(gpuEntity),
      evidence: someOf([...small.flatMap((gpu) => gpuField(gpu, 'bar1.total')?.source ?? []), used.source]),
      data: {
        node: node.name,
        gpus: small.map(gpuLabel).join(', '),
        count: small.length,
        via: used.via,
      },
    })
  },
})
