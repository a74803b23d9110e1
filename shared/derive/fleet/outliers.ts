import { runTerm } from '../compare'
import { gpuField, type Gpu, type GpuField } from '../../model/gpu'
import type { Node } from '../../model/node'
import type { Session } from '../../model/session'
import type { SourceRef } from '../../model/source'
import { median, medianDeviation } from '../statistics'
import { nodeProducts } from './products'
import type { Outlier } from './types'

/** Fewer numbers have no middle worth the name. */
export const LEAST_SAMPLE = 5

/** In standard deviations of a normal sample (MAD times 1.4826): far beyond what scatter gives among a thousand nodes. */
const FAR = 6
const NORMAL = 1.4826

interface Measure {
  readonly id: string
  readonly unit: string
  /** Numbers this near to the median are never odd, however little the others scatter. */
  readonly floor: (middle: number) => number
  readonly side: 'low' | 'high' | 'both'
  readonly values: Map<string, { readonly value: number; readonly source?: SourceRef }>
}

/** Measured numbers of nodes that lie far from those of the others, the farthest first. */
export function outliersOf(session: Session): readonly Outlier[] {
  const measures = new Map<string, Measure>()
  // Another product runs at another speed and at another temperature.
  const products = nodeProducts(session.nodes)
  const put = (
    id: string,
    how: Omit<Measure, 'id' | 'values'>,
    node: string,
    value: number | undefined,
    source: SourceRef | undefined,
    better: (a: number, b: number) => boolean,
  ): void => {
    if (value === undefined || !Number.isFinite(value)) return
    const at = `${id} ${products.get(node) ?? ''}`
    const measure = measures.get(at) ?? { ...how, id, values: new Map() }
    measures.set(at, measure)
    const known = measure.values.get(node)
    if (!known || better(value, known.value)) measure.values.set(node, { value, source })
  }
  for (const run of session.runs) {
    const [node] = run.nodes
    if (run.nodes.length !== 1 || node === undefined || run.peakBusBandwidth === undefined) continue
    const how = { unit: 'GB/s', floor: (middle: number) => middle * 0.05, side: 'both' } as const
    put(`run:${runTerm(run)}`, how, node, run.peakBusBandwidth, run.peakRow?.source ?? run.source, (a, b) => a > b)
  }
  for (const node of session.nodes) {
    for (const { id, how, read } of ofNode) {
      const found = read(node)
      put(id, how, node.id, found?.value, found?.source, () => false)
    }
  }
  return [...measures.values()].flatMap(farOff).sort((a, b) => score(b) - score(a))
}

const score = ({ value, median: middle, deviation }: Outlier): number =>
  Math.abs(value - middle) / Math.max(deviation * NORMAL, Math.abs(middle) * 0.01, 1e-9)

function farOff({ id: measure, unit, floor, side, values }: Measure): readonly Outlier[] {
  const numbers = [...values.values()].map(({ value }) => value)
  const middle = median(numbers)
  if (middle === undefined || numbers.length < LEAST_SAMPLE) return []
  const deviation = medianDeviation(numbers, middle)
  const limit = Math.max(FAR * NORMAL * deviation, floor(middle))
  return [...values].flatMap(([node, { value, source }]): readonly Outlier[] => {
    const where = value < middle ? 'low' : 'high'
    if (Math.abs(value - middle) <= limit || (side !== 'both' && side !== where)) return []
    return [{ node, measure, value, median: middle, deviation, sample: numbers.length, side: where, unit, source }]
  })
}

interface NodeMeasure {
  readonly id: string
  readonly how: Omit<Measure, 'id' | 'values'>
  read(node: Node): { readonly value: number; readonly source?: SourceRef } | undefined
}

const worstOf =
  (field: GpuField) =>
  (node: Node): { readonly value: number; readonly source?: SourceRef } | undefined =>
    node.gpus.reduce<{ value: number; source?: SourceRef } | undefined>((most, gpu) => {
      const found = reading(gpu, field)
      return found && (!most || found.value > most.value) ? found : most
    }, undefined)

function reading(gpu: Gpu, field: GpuField): { readonly value: number; readonly source: SourceRef } | undefined {
  const found = gpuField(gpu, field)
  const match = /^\d{1,12}(?:\.\d{1,3})?/.exec(found?.value.trim() ?? '')
  return found && match ? { value: Number(match[0]), source: found.source } : undefined
}

const count = { unit: '', floor: () => 10, side: 'high' } as const

/** The hottest GPU, and the counters of the worst one: lifetime counters, so only a lone large number says something. */
const ofNode: readonly NodeMeasure[] = [
  { id: 'temperature.gpu', how: { unit: '°C', floor: () => 10, side: 'high' }, read: worstOf('temperature.gpu') },
  { id: 'pcie.replays', how: count, read: worstOf('pcie.replays') },
  { id: 'ecc.volatile.corrected', how: count, read: worstOf('ecc.volatile.corrected') },
  { id: 'ecc.aggregate.corrected', how: count, read: worstOf('ecc.aggregate.corrected') },
  { id: 'links.errors', how: count, read: linkErrors },
]

const ERRORS = /error|recover|replay/i

function linkErrors(node: Node): { readonly value: number; readonly source?: SourceRef } | undefined {
  let total: number | undefined
  let worst: { readonly value: number; readonly source: SourceRef } | undefined
  for (const gpu of node.gpus) {
    for (const { counters } of gpu.links) {
      for (const { counter, value, source } of counters) {
        if (!ERRORS.test(counter)) continue
        total = (total ?? 0) + value
        if (!worst || value > worst.value) worst = { value, source }
      }
    }
  }
  return total === undefined ? undefined : { value: total, source: worst?.source }
}
