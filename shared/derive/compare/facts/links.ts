import { hasNoNvlink, linksDue } from '../../overview'
import type { Gpu } from '../../../model/gpu'
import type { SourceRef } from '../../../model/source'
import type { Fact } from '../types'
import { said, type Context } from './collect'
import { namedGpus, presence, type NamedGpu } from './gpus'

export const lanesUp = (id: string): string => `${id}/links.up`

/** NVLink of each GPU: lanes up of lanes due, their speed, their far ends, their error counters. */
export function linkFacts(context: Context): void {
  const gpus = namedGpus(context)
  const ends = farEnds(gpus)
  for (const named of gpus) {
    const { gpu, subject } = named
    if (hasNoNvlink(gpu)) continue
    const part = (fact: Omit<Fact, 'key' | 'subject' | 'entity'>): void =>
      context.add({ ...fact, subject, entity: gpu.id, key: `${subject.id}/${fact.term ?? fact.name}` })
    const up = upFact(gpu)
    if (up) part({ ...up, under: [presence(subject)] })
    const under = [presence(subject), lanesUp(subject.id)]
    const active = gpu.links.filter(({ state }) => state === 'active')
    const rates = said(
      active.flatMap(({ gigabytesPerSecond, states }) => {
        const source = states.at(-1)?.source
        return gigabytesPerSecond === undefined || !source ? [] : [{ value: String(gigabytesPerSecond), source }]
      }),
    )
    if (rates) {
      const number = Math.min(...rates.value.split(', ').map(Number))
      part({
        name: 'links.rate',
        area: 'nvlink',
        kind: 'configuration',
        better: 'more',
        value: `${rates.value} GB/s`,
        number,
        sources: rates.sources,
        capture: 'nvidia-smi nvlink -s',
        under,
      })
    }
    const far = farText(gpu, ends)
    if (far) part({ ...far, under })
    if (context.wants('counter')) for (const fact of errorFacts(gpu)) part({ ...fact, under: [presence(subject)] })
  }
}

type Part = Omit<Fact, 'key' | 'subject' | 'entity'>

/** `16/18 (link 9, 11)`; nothing where the listing is cut or a state is not known. */
function upFact(gpu: Gpu): Part | undefined {
  const base = {
    name: 'links.up',
    area: 'nvlink',
    kind: 'configuration',
    better: 'more',
    capture: 'nvidia-smi nvlink -s',
  } as const
  const due = linksDue(gpu)
  const stated = gpu.links.filter(({ state }) => state === 'active' || state === 'inactive')
  if (stated.length === 0) {
    if (gpu.linkMessage?.value !== 'all-inactive') return undefined
    return { ...base, value: due === undefined ? '0' : `0/${due}`, number: 0, sources: [gpu.linkMessage.source] }
  }
  const up = stated.filter(({ state }) => state === 'active').length
  if (gpu.linksDamaged && up < (due ?? Infinity)) return undefined
  if (gpu.links.some(({ state }) => state === 'unknown')) return undefined
  const down = stated.filter(({ state }) => state !== 'active')
  const sources = (down.length > 0 ? down : stated.slice(0, 1)).flatMap(({ states }) => states.at(-1)?.source ?? [])
  const range = sourceSpan(
    gpu,
    stated.flatMap(({ states }) => states.at(-1)?.source ?? []),
  )
  return {
    ...base,
    value: `${up}${due === undefined ? '' : `/${due}`}${down.length > 0 ? ` (link ${down.map(({ index }) => index).join(', ')})` : ''}`,
    number: up,
    sources: down.length > 0 ? sources : range,
  }
}

/** All lines of the listing as one stretch. */
function sourceSpan(gpu: Gpu, lines: readonly SourceRef[]): readonly SourceRef[] {
  const first = lines[0]
  if (!first) return gpu.sources.slice(0, 1)
  const same = lines.filter(({ document }) => document === first.document)
  return [
    {
      document: first.document,
      line: Math.min(...same.map(({ line }) => line)),
      endLine: Math.max(...same.map(({ endLine }) => endLine)),
    },
  ]
}

/** Far ends by bus id: a GPU of the node by its aligned name, else NVSwitches in the order of their ids. */
function farEnds(gpus: readonly NamedGpu[]): ReadonlyMap<string, string> {
  const names = new Map(
    gpus.flatMap(({ gpu, subject }) => (gpu.busId ? [[gpu.busId.value, subject.id.replace('gpu:', 'GPU')]] : [])),
  )
  const others = new Set(
    gpus.flatMap(({ gpu }) =>
      gpu.links.flatMap(({ remote }) =>
        remote?.busId !== undefined && !remote.hidden && !names.has(remote.busId) ? [remote.busId] : [],
      ),
    ),
  )
  ;[...others].sort().forEach((busId, i) => names.set(busId, `NVS${i}`))
  return names
}

function farText(gpu: Gpu, names: ReadonlyMap<string, string>): Part | undefined {
  const counts = new Map<string, number>()
  const sources: SourceRef[] = []
  for (const { remote } of gpu.links) {
    if (!remote || remote.hidden || remote.busId === undefined) continue
    const name = names.get(remote.busId) ?? remote.busId
    counts.set(name, (counts.get(name) ?? 0) + 1)
    sources.push(remote.source)
  }
  if (counts.size === 0) return undefined
  const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  return {
    name: 'links.ends',
    area: 'nvlink',
    kind: 'configuration',
    value: sorted.map(([name, count]) => `${name} ×${count}`).join(', '),
    sources: sourceSpan(gpu, sources),
    capture: 'nvidia-smi nvlink -R',
  }
}

/** Sum over the links of the newest reading of each counter. */
function errorFacts(gpu: Gpu): readonly Part[] {
  const sums = new Map<string, { total: number; source: SourceRef }>()
  for (const { counters } of gpu.links) {
    const newest = new Map(counters.map((reading) => [reading.counter, reading]))
    for (const { counter, value, source } of newest.values())
      sums.set(counter, { total: (sums.get(counter)?.total ?? 0) + value, source: sums.get(counter)?.source ?? source })
  }
  return [...sums].map(([counter, { total, source }]) => ({
    name: 'links.counter',
    term: counter,
    area: 'nvlink',
    kind: 'counter',
    better: 'less',
    value: String(total),
    number: total,
    sources: [source],
    capture: 'nvidia-smi nvlink -e',
  }))
}
