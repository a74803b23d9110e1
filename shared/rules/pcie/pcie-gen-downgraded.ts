import type { Gpu, GpuSample } from '../../model/gpu'
import type { Node } from '../../model/node'
import { defineRule } from '../../model/rule'
import type { Facts } from '../../model/session'
import { sourceRef, type SourceRef } from '../../model/source'
import { gpuEntity, gpuLabel } from '../support/entities'
import { someOf } from '../support/evidence'
import { linkFactsVoid, productOf } from '../support/links'
import { loadFields, numberOf, underLoad } from '../support/load'
import { gigatransfersOf, linkGigabits } from '../support/pci'

/** Host-device copies of a healthy x16 link, one direction, GB/s (Azure check_gpu_bw and own captures). */
const healthyCopy: Readonly<Record<number, number>> = { 3: 9, 4: 21, 5: 46 }

interface Slow {
  readonly gpu: Gpu
  readonly current: number
  readonly max: number
  readonly below: boolean
  readonly evidence: readonly SourceRef[]
  readonly variant?: 'copy' | 'unknown'
}

/** A GPU works, and its PCIe link runs at a lower generation than GPU and platform have. Idle GPUs slow it down to save power. */
export const pcieGenDowngraded = defineRule({
  id: 'pcie-gen-downgraded',
  area: 'pcie',
  since: '0.1',
  needs: ['gpu.pcie'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why === 'vgpu' || why === 'wsl') return context.notApplicable(why)
    let judged = 0
    const slow: Slow[] = []
    for (const gpu of node.gpus) {
      if (productOf(gpu)?.pcie.judged === false) continue
      const samples = gpu.samples.filter((sample) => underLoad(sample) === true && generation(sample) !== undefined)
      const copied = copySlow(node, gpu, context.facts)
      if (samples.length > 0 || copied) judged++
      const found = samples.flatMap((sample) => slowSample(node, gpu, sample) ?? []).at(-1) ?? copied
      if (found) slow.push(found)
    }
    if (judged === 0 && node.gpus.some((gpu) => productOf(gpu)?.pcie.judged === false))
      return context.notApplicable('link-varies')
    if (judged === 0) return context.notChecked(['gpu.load'], 'nvidia-smi -q  (while the job runs)')
    const groups = new Map<string, Slow[]>()
    for (const one of slow) {
      const key = `${one.current}|${one.max}|${one.below}|${one.variant ?? ''}`
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
    for (const group of groups.values()) {
      const first = group[0]
      if (!first) continue
      context.report({
        severity: first.variant === 'unknown' ? 'info' : first.below ? 'error' : 'warning',
        variant: first.variant,
        on: group.map((one) => gpuEntity(one.gpu)),
        evidence: someOf(group.flatMap((one) => one.evidence)),
        data: {
          node: node.name,
          gpus: group.map((one) => gpuLabel(one.gpu)).join(', '),
          current: first.current,
          max: first.max,
          times: 2 ** (first.max - first.current),
        },
      })
    }
  },
})

interface Generation {
  readonly current: number
  readonly max: number
}

/** `Max` is what GPU and platform have together; Device Max and Host Max are not compared. */
function generation(sample: GpuSample): Generation | undefined {
  const current = numberOf(sample.values['pcie.gen.current'])
  const max = numberOf(sample.values['pcie.gen.max'])
  return current && max && max <= 8 ? { current, max } : undefined
}

function genLines(sample: GpuSample): readonly SourceRef[] {
  const fields = [sample.values['pcie.gen.max'], sample.values['pcie.gen.current']]
  return fields.flatMap((field) => (field ? sourceRef(sample.capture.document, field.line) : []))
}

function slowSample(node: Node, gpu: Gpu, sample: GpuSample): Slow | undefined {
  const found = generation(sample)
  if (!found || found.current >= found.max) return undefined
  const faster = node.gpus.find(
    (other) =>
      other !== gpu &&
      other.samples.some(
        (one) =>
          one.capture === sample.capture &&
          underLoad(one) === true &&
          (generation(one)?.current ?? 0) > found.current &&
          generation(one)?.max === found.max,
      ),
  )
  return {
    gpu,
    ...found,
    below: faster !== undefined,
    variant: productOf(gpu) ? undefined : 'unknown',
    evidence: [
      ...genLines(sample),
      ...loadFields(sample).map((line) => sourceRef(sample.capture.document, line)),
      ...(faster?.samples.filter((one) => one.capture === sample.capture).flatMap(genLines) ?? []),
    ],
  }
}

/** Without a capture under load: nvbandwidth copies between host and GPU are as slow as the generation that was read. */
function copySlow(node: Node, gpu: Gpu, facts: Facts): Slow | undefined {
  const sample = gpu.samples.findLast((one) => generation(one) !== undefined)
  const found = sample && generation(sample)
  const healthy = found && healthyCopy[found.max]
  if (!sample || !found || healthy === undefined || found.current >= found.max || !productOf(gpu)) return undefined
  if (numberOf(sample.values['pcie.width.current']) !== 16) return undefined
  const ceiling = linkGigabits({ gigatransfers: gigatransfersOf(found.current), width: 16 }) / 8
  for (const run of facts.runs) {
    if (run.kind !== 'nvbandwidth' || run.damaged || !run.nodes.includes(node.id)) continue
    const tables = run.matrices.filter((table) => /^(?:host_to_device|device_to_host)_memcpy_ce$/.test(table.title))
    const values = tables.map((table) =>
      table.columnLabels.length === node.gpus.length ? (table.values[0]?.[gpu.index ?? -1] ?? null) : null,
    )
    if (values.length === 0 || !values.every((value) => value !== null && value < healthy && value <= ceiling)) continue
    return {
      gpu,
      ...found,
      below: false,
      variant: 'copy',
      evidence: [...genLines(sample), ...tables.map((table) => table.source)],
    }
  }
  return undefined
}
