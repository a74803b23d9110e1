import { gpuField } from '../../model/gpu'
import type { Gpu, GpuField } from '../../model/gpu'
import type { Nic, PciFunction } from '../../model/node'
import type { GpuProduct } from '../../knowledge/gpus'
import type { Judgement } from './findings'
import { weighty } from './findings'
import type { DrawState, PcieLink } from './types'
import type { SourceRef } from '../../model/source'

/** `16x`, `16`, `x16`, `5`: the number; anything else is not known. */
function whole(text: string | undefined): number | undefined {
  const match = /^x?(\d{1,3})x?$/i.exec((text ?? '').trim())
  const value = match ? Number(match[1]) : 0
  return value > 0 ? value : undefined
}

/** A lower generation is what an idle GPU does; only a rule that knows about load makes it a fault. */
export function gpuPcie(gpu: Gpu, product: GpuProduct | undefined, judgement: Judgement): PcieLink {
  const fields: readonly GpuField[] = ['pcie.gen.current', 'pcie.gen.max', 'pcie.width.current', 'pcie.width.max']
  const read = fields.map((field) => gpuField(gpu, field))
  const [generation, generationMax, width, widthMax] = read.map((field) => whole(field?.value))
  const sources = read.flatMap((field): SourceRef[] => (field ? [field.source] : []))
  const marks = judgement
    .on(gpu.id)
    .filter(
      (mark) =>
        mark.rule === 'pcie-width-downgraded' ||
        mark.rule === 'pcie-gen-downgraded' ||
        mark.rule === 'pcie-upstream-bottleneck',
    )
  let state: DrawState = width === undefined ? 'unknown' : 'good'
  const narrow = width !== undefined && widthMax !== undefined && width < widthMax
  if (weighty(marks)) state = 'degraded'
  else if (narrow)
    state = product?.pcie.judged === false || judgement.silent('pcie-width-downgraded') ? 'plain' : 'degraded'
  return { generation, generationMax, width, widthMax, state, sources }
}

const generations = new Map([
  [2.5, 1],
  [5, 2],
  [8, 3],
  [16, 4],
  [32, 5],
  [64, 6],
])

export function nicPcie(nic: Nic, pci: readonly PciFunction[]): PcieLink {
  const fn = nic.busId === undefined ? undefined : pci.find((item) => item.busId === nic.busId?.value)
  const now = fn?.status?.value
  const most = fn?.capability?.value
  if (!fn || !now) return { state: 'unknown', sources: [] }
  const narrow = most !== undefined && now.width > 0 && now.width < most.width
  const slow = most !== undefined && now.gigatransfers < most.gigatransfers
  const sources = [fn.status?.source, fn.capability?.source].filter(
    (source): source is SourceRef => source !== undefined,
  )
  return {
    generation: generations.get(now.gigatransfers),
    generationMax: most ? generations.get(most.gigatransfers) : undefined,
    width: now.width > 0 ? now.width : undefined,
    widthMax: most?.width,
    state: narrow || slow ? 'degraded' : 'good',
    sources,
  }
}
