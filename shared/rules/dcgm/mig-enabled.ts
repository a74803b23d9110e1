import { gpuReadings } from '../../model/gpu'
import { defineRule } from '../../model/rule'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { isMig } from '../support/links'

/** MIG is on: no peer-to-peer and no NVLink between instances, so multi-GPU NCCL is out. */
export const migEnabled = defineRule({
  id: 'mig-enabled',
  area: 'dcgm',
  since: '0.1',
  needs: ['gpus'],
  check(node, context) {
    const known = node.gpus.filter(
      (gpu) => gpuReadings(gpu, 'mig.current').length > 0 || gpu.linkMessage?.value === 'mig',
    )
    if (known.length === 0) return context.notChecked(['gpu.query'], 'nvidia-smi -q -d MIG_MODE')
    const on = known.filter(isMig)
    if (on.length === 0) return
    const ids = new Set(on.map((gpu) => gpu.id))
    const job = context.facts.communicators.find(
      (communicator) =>
        communicator.rankCount > 1 && communicator.ranks.some((rank) => rank.gpu !== undefined && ids.has(rank.gpu)),
    )
    context.report({
      severity: job ? 'error' : 'info',
      variant: job ? 'job' : undefined,
      on: on.map(gpuEntity),
      evidence: someOf([
        ...on.flatMap((gpu) =>
          gpuReadings(gpu, 'mig.current')
            .slice(-1)
            .map((reading) => reading.source),
        ),
        ...on.flatMap((gpu) => (gpu.linkMessage ? [gpu.linkMessage.source] : [])),
        ...(job ? [job.source] : []),
      ]),
      data: { node: node.name, gpus: on.map(gpuLabel).join(', '), count: on.length },
    })
  },
})
