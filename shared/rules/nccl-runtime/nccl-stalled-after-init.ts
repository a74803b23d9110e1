import { jobsOfNode, type Job } from '../../model/jobs'
import type { Gpu, GpuSample } from '../../model/gpu'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { sourceRef, type SourceRef } from '../../model/source'
import { communicatorEntity, gpuEntity, nodeEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { numberOf } from '../support/load'

interface Busy {
  readonly gpu: Gpu
  readonly sample: GpuSample
  /** 100 % utilisation with the power draw of a spinning kernel. */
  readonly spinning: boolean
}

/** Init is complete on every rank, nothing follows, and GPUs show 100 %: kernels wait for each other. */
export const ncclStalledAfterInit = defineRule({
  id: 'nccl-stalled-after-init',
  area: 'nccl-runtime',
  since: '0.1',
  needs: ['nccl.log', 'gpu.load'],
  firesOnAbsence: 'a hang shows by what does not follow',
  check(node, context) {
    const busy = node.gpus.flatMap(busyOf)
    const first = busy[0]
    if (!first) return
    for (const job of jobsOfNode(node, context.facts)) {
      if (!stopsAfterInit(job)) continue
      const spinning = busy.filter((one) => one.spinning)
      const shown = spinning.length > 0 ? spinning : busy
      context.report({
        severity: spinning.length > 0 ? 'error' : 'info',
        variant: spinning.length > 0 ? undefined : 'busy',
        on: [
          nodeEntity(node),
          ...job.communicators.slice(0, 4).map(communicatorEntity),
          ...shown.slice(0, 8).map((one) => gpuEntity(one.gpu)),
        ],
        evidence: someOf([...lastLines(job, node), ...shown.slice(0, 4).flatMap(linesOf)]),
        data: {
          node: node.name,
          gpus: shown.length,
          power: Math.round(numberOf(first.sample.values['power.draw']) ?? 0),
        },
      })
      return
    }
  },
})

function busyOf(gpu: Gpu): readonly Busy[] {
  const sample = gpu.samples.at(-1)
  if (numberOf(sample?.values['utilization.gpu']) !== 100 || !sample) return []
  const draw = numberOf(sample.values['power.draw']) ?? numberOf(sample.values['power.drawInstant'])
  const limit = numberOf(sample.values['power.limit']) ?? numberOf(sample.values['power.limitEnforced'])
  const memory = numberOf(sample.values['utilization.memory'])
  if (draw === undefined || limit === undefined || limit <= 0) return []
  return [{ gpu, sample, spinning: draw < 0.4 * limit && (memory === undefined || memory <= 5) }]
}

/** Every rank is through init, and neither rows, nor an end, nor a warning follow. */
function stopsAfterInit(job: Job): boolean {
  if (job.communicators.length === 0) return false
  if (job.runs.some((run) => run.rows.length > 0 || run.failure !== undefined)) return false
  return job.communicators.every(
    (communicator) =>
      communicator.rankCount > 0 &&
      communicator.ranks.length >= communicator.rankCount &&
      communicator.ranks.every((rank) => rank.initComplete === true && rank.destroyed !== true) &&
      !communicator.warnings.some((warning) => warning.level === 'WARN'),
  )
}

function lastLines(job: Job, node: Node): readonly SourceRef[] {
  return job.communicators
    .flatMap((communicator) => communicator.ranks.filter((rank) => rank.node === node.id))
    .slice(0, 4)
    .map((rank) => rank.source)
}

function linesOf({ sample }: Busy): readonly SourceRef[] {
  return (['utilization.gpu', 'power.draw'] as const).flatMap((field) => {
    const line = sample.values[field]?.line
    return line === undefined ? [] : [sourceRef(sample.capture.document, line)]
  })
}
