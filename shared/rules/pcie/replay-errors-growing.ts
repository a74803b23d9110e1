import type { Gpu, GpuField } from '../../model/gpu'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import { sourceRef, type SourceRef } from '../../model/source'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { numberOf } from '../support/load'
import { samePlace } from '../support/pci'
import { secondsBetween } from '../support/times'

/** Replays a minute and lane that DCGM lets pass, by PCIe generation (DcgmHealthWatch.cpp). */
const perLane: Readonly<Record<number, number>> = { 1: 0.15, 2: 0.3, 3: 0.48, 4: 0.96, 5: 1.92, 6: 3.84 }

interface Growth {
  readonly gpu: Gpu
  readonly counter: GpuField
  readonly before: number
  readonly after: number
  readonly seconds?: number
  readonly limit?: number
  readonly evidence: readonly SourceRef[]
}

/** The PCIe replay counter of a GPU grows between two captures of one boot, faster than DCGM allows or on this GPU alone. */
export const replayErrorsGrowing = defineRule({
  id: 'replay-errors-growing',
  area: 'pcie',
  since: '0.1',
  needs: ['gpu.query', 'two-captures'],
  firesOnAbsence: 'that only one GPU counts replays is told by the readings of the others',
  check(node, context) {
    const uptimes = node.host.uptimeSeconds.map((uptime) => uptime.value)
    if (uptimes.some((value, i) => i > 0 && value < (uptimes[i - 1] ?? 0))) return context.notApplicable('rebooted')
    const counted = node.gpus.map((gpu) => growthOf(gpu))
    if (counted.every((one) => one === undefined))
      return context.notChecked(['two-captures'], 'nvidia-smi -q  (twice, some minutes apart, under load)')
    const grown = counted.filter((one): one is Growth => one !== undefined && one.after > one.before)
    for (const one of grown) {
      const rate = one.seconds ? ((one.after - one.before) * 60) / one.seconds : undefined
      const fast = rate !== undefined && one.limit !== undefined && rate > one.limit
      const alone = grown.length === 1 && node.gpus.length > 1 && counted.every((other) => other !== undefined)
      if (!fast && !alone) continue
      context.report({
        severity: hardFault(node, one.gpu) ? 'error' : 'warning',
        variant: fast ? undefined : 'alone',
        on: [gpuEntity(one.gpu)],
        evidence: someOf(one.evidence),
        data: {
          node: node.name,
          gpu: gpuLabel(one.gpu),
          counter: one.counter === 'pcie.rollovers' ? 'Replay rollovers' : 'PCIe replays',
          before: one.before,
          after: one.after,
          rate: rate === undefined ? '?' : Math.round(rate * 10) / 10,
          limit: one.limit ?? '?',
          minutes: one.seconds === undefined ? '?' : Math.round(one.seconds / 6) / 10,
          others: node.gpus.length - 1,
        },
      })
    }
  },
})

/** First and newest reading; a counter that went down was reset by a new boot or driver. */
function growthOf(gpu: Gpu): Growth | undefined {
  let still: Growth | undefined
  for (const counter of ['pcie.replays', 'pcie.rollovers'] as const) {
    const samples = gpu.samples.filter((sample) => numberOf(sample.values[counter]) !== undefined)
    const first = samples[0]
    const last = samples.at(-1)
    if (!first || !last || first === last) continue
    const before = numberOf(first.values[counter]) ?? 0
    const after = numberOf(last.values[counter]) ?? 0
    if (after < before) continue
    const lanes = numberOf(last.values['pcie.width.current'])
    const allowance = perLane[numberOf(last.values['pcie.gen.current']) ?? 0]
    const growth = {
      gpu,
      counter,
      before,
      after,
      seconds: secondsBetween(first.time?.value, last.time?.value) || undefined,
      limit: lanes && allowance !== undefined ? Math.ceil(allowance * lanes) : undefined,
      evidence: [first, last].flatMap((sample) =>
        [sample.time, sample.values[counter]].flatMap((field) =>
          field ? sourceRef(sample.capture.document, field.line) : [],
        ),
      ),
    }
    if (after > before) return growth
    still ??= growth
  }
  return still
}

/** A fatal bus error or lost lanes on the same GPU. */
function hardFault(node: Node, gpu: Gpu): boolean {
  const aer = node.events.some(
    (event) => event.kind === 'aer' && event.severity === 'fatal' && samePlace(event.busId, gpu.busId?.value),
  )
  const last = gpu.samples.at(-1)
  const current = numberOf(last?.values['pcie.width.current'])
  const max = numberOf(last?.values['pcie.width.max'])
  return aer || (current !== undefined && max !== undefined && current > 0 && current < max)
}
