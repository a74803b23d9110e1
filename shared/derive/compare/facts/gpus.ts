import { numberGpus } from '../../link-graph'
import { gpuReadings, type Gpu, type GpuSample } from '../../../model/gpu'
import { fieldUses } from '../gpu-fields'
import type { Node } from '../../../model/node'
import type { Fact, Subject } from '../types'
import { canonicalField, numberIn } from '../values'
import { said, type Context } from './collect'

export interface NamedGpu {
  readonly gpu: Gpu
  /** Id as in the link graph of this node. */
  readonly own: string
  readonly subject: Subject
}

/** GPUs of a node with the ids of the other side. */
export function namedGpus({ node, naming }: Pick<Context, 'node' | 'naming'>): readonly NamedGpu[] {
  return numberGpus(node.gpus).map(({ gpu, id, index }) => ({
    gpu,
    own: id,
    subject: {
      kind: 'gpu',
      id: naming.gpu(id),
      label: gpu.index === undefined ? (gpu.busId?.value ?? `GPU?${index}`) : `GPU${index}`,
    },
  }))
}

export const presence = (subject: Subject): string => `${subject.id}/present`

/** Each GPU: that it is there, its name, and every field that a capture prints. */
export function gpuFacts(context: Context): void {
  const gpus = namedGpus(context)
  if (gpus.length > 0 && listsAll(context.node)) context.complete('gpus')
  for (const { gpu, subject } of gpus) {
    context.add({
      subject,
      entity: gpu.id,
      key: presence(subject),
      name: 'gpu.present',
      area: 'gpu',
      kind: 'configuration',
      value: subject.kind,
      sources: gpu.sources.slice(0, 1),
      listed: 'gpus',
    })
    const under = [presence(subject)]
    const entity = gpu.id
    const part = (fact: Omit<Fact, 'key' | 'subject' | 'entity' | 'under'>): void =>
      context.add({ ...fact, subject, entity, key: `${subject.id}/${fact.name}`, under })
    if (gpu.name) {
      const { value, source } = gpu.name
      part({ name: 'gpu.name', area: 'gpu', kind: 'configuration', value, sources: [source], capture: 'nvidia-smi -L' })
    }
    if (gpu.uuid) part(plain('gpu.uuid', gpu.uuid.value.toLowerCase(), gpu.uuid.source))
    if (gpu.busId) part(plain('gpu.busId', gpu.busId.value, gpu.busId.source))
    for (const { field, area, kind, better } of fieldUses) {
      if (!context.wants(kind)) continue
      // Counters and states: the newest reading stands for the GPU; settings: captures that disagree are all heard.
      const readings = gpuReadings(gpu, field)
      if (readings.length === 0) continue
      const found = said(kind === 'configuration' ? readings : readings.slice(-1), (text) =>
        canonicalField(field, text),
      )
      if (!found) continue
      const { value, sources } = found
      // Written out: a fleet makes some hundred thousand of these.
      context.add({
        key: `${subject.id}/${field}`,
        name: field,
        area,
        kind,
        better,
        value,
        sources,
        number: numberIn(value),
        capture: 'nvidia-smi -q',
        subject,
        entity,
        // The driver brings its own firmware.
        under: field === 'gsp' ? [...under, 'driver'] : under,
      })
    }
    pcieNow(gpu, part)
  }
}

/** Outputs that list every GPU unless asked for one (`-i 3`). */
const LISTS = /^nvidia-smi\/(?:list|table|topo-matrix|nvlink-status)$/
const ONE_OF_THEM = / (?:-i|--id)[ =]/

function listsAll({ attachedGpus, gpus, parsed }: Node): boolean {
  return (
    attachedGpus.some(({ value }) => value <= gpus.length) ||
    parsed.some(
      ({ format, quality, hint }) => LISTS.test(format) && quality === 'full' && !ONE_OF_THEM.test(hint.command ?? ''),
    )
  )
}

function plain(name: string, value: string, source: Fact['sources'][number]): Omit<Fact, 'key'> {
  return { name, area: 'gpu', kind: 'identity', value, sources: [source] }
}

/** The link as it runs: width as said; the best generation seen, since an idle GPU lowers it by itself. */
function pcieNow(gpu: Gpu, part: (fact: Omit<Fact, 'key'>) => void): void {
  const widths = said(gpuReadings(gpu, 'pcie.width.current'), (text) => canonicalField('pcie.width.current', text))
  if (widths) {
    part({
      name: 'pcie.width.current',
      area: 'pcie',
      kind: 'configuration',
      better: 'more',
      value: widths.value.replace(/\b(\d{1,3})\b/g, 'x$1'),
      number: numberIn(widths.value),
      sources: widths.sources,
      capture: 'nvidia-smi -q',
    })
  }
  const generations = gpuReadings(gpu, 'pcie.gen.current').flatMap(({ value, source }) => {
    const number = numberIn(value.trim())
    return number === undefined || number < 1 ? [] : [{ number, source }]
  })
  const best = generations.reduce<(typeof generations)[number] | undefined>(
    (most, one) => (most === undefined || one.number > most.number ? one : most),
    undefined,
  )
  if (!best) return
  const most = Math.max(...gpuReadings(gpu, 'pcie.gen.max').map(({ value }) => numberIn(value.trim()) ?? 0))
  part({
    name: 'pcie.gen.current',
    area: 'pcie',
    kind: 'configuration',
    better: 'more',
    value: `Gen${best.number}`,
    number: best.number,
    sources: [best.source],
    capture: 'nvidia-smi -q  (while the job runs)',
    loose: best.number < most && !gpu.samples.some(atWork) ? 'idle' : undefined,
  })
}

/** Certainly under load; a sample that does not tell is not. */
function atWork({ values }: GpuSample): boolean {
  const use = numberIn(values['utilization.gpu']?.value.trim() ?? '')
  const state = /^P(\d{1,2})$/.exec(values.pstate?.value.trim() ?? '')?.[1]
  return use !== undefined && use > 0 && state !== undefined && Number(state) <= 2
}
