import { sxidByCode, xidByCode } from '../knowledge/xid'
import { gpuReadings, type Gpu, type GpuField } from '../model/gpu'
import type { HostEvent, Node } from '../model/node'
import type { SourceRef } from '../model/source'
import type { HealthSeries } from './health-product'
import type { SessionView } from './session-view'

/** What the Health view shows: charts of samples, a line of events, counters with what they grew by. */

/** One quantity of one node: a chart, with one curve per GPU (or link, or switch). */
export interface HealthChart {
  readonly id: string
  readonly node: string
  readonly quantity: string
  readonly label: string
  readonly unit: string
  readonly series: readonly HealthSeries[]
  /** What the x axis counts: seconds since the first sample where the capture says it, else samples. */
  readonly axis: 'seconds' | 'samples'
  /** Clock time of the first sample, milliseconds as if in UTC: the capture prints no zone. */
  readonly begins?: number
  /** No curve moves: a list says it better than lines. */
  readonly flat: boolean
}

/** Charts with something to see first; a quantity sampled by two sections of a node is two charts. */
export function healthCharts(series: readonly HealthSeries[], node?: string): readonly HealthChart[] {
  const groups = new Map<string, HealthSeries[]>()
  for (const one of series) {
    if (node !== undefined && one.node !== node) continue
    const id = [one.node, one.quantity, one.source.document, one.source.line].join('\0')
    groups.set(id, [...(groups.get(id) ?? []), one])
  }
  const charts = [...groups].flatMap(([id, list]): readonly HealthChart[] => {
    const [first] = list
    if (!first) return []
    const timed = list.every(({ times }) => times !== undefined)
    const begins = timed
      ? list.reduce((least, { times }) => Math.min(least, times?.[0] ?? Infinity), Infinity)
      : undefined
    return [
      {
        id,
        node: first.node,
        quantity: first.quantity,
        label: first.label,
        unit: first.unit,
        series: list,
        axis: timed || list.every(({ interval }) => interval !== undefined) ? 'seconds' : 'samples',
        begins: begins !== undefined && Number.isFinite(begins) ? begins : undefined,
        flat: list.every(({ values }) => new Set(values.filter((value) => value !== null)).size <= 1),
      },
    ]
  })
  return [...charts.filter(({ flat }) => !flat), ...charts.filter(({ flat }) => flat)]
}

/** Points of one curve on the chart's own axis. */
export function chartPoints(chart: HealthChart, series: HealthSeries): readonly (readonly [number, number | null])[] {
  return series.values.map((value, i) => {
    if (chart.axis === 'samples') return [i + 1, value]
    const time = series.times?.[i]
    if (time !== undefined && chart.begins !== undefined) return [(time - chart.begins) / 1000, value]
    return [i * (series.interval ?? 1), value]
  })
}

/** How to write large values: a factor to multiply by, and the unit that goes with it. */
export function chartScale(chart: Pick<HealthChart, 'unit' | 'series'>): {
  readonly factor: number
  readonly unit: string
} {
  const most = chart.series.reduce(
    (top, { values }) => values.reduce<number>((a, b) => Math.max(a, Math.abs(b ?? 0)), top),
    0,
  )
  const power = most >= 1e9 ? 3 : most >= 1e6 ? 2 : most >= 1e5 ? 1 : 0
  if (power === 0) return { factor: 1, unit: chart.unit }
  const prefix = ['', 'k', 'M', 'G'][power] ?? ''
  const factor = 1000 ** -power
  if (/^(?:bytes|B)\/s$/.test(chart.unit)) return { factor, unit: `${prefix}B/s` }
  if (/^(?:bytes|B)$/.test(chart.unit)) return { factor, unit: `${prefix}B` }
  return { factor, unit: chart.unit === '' ? `× 10^${3 * power}` : `10^${3 * power} ${chart.unit}` }
}

export interface EventRow {
  readonly id: string
  readonly node: string
  readonly event: HostEvent
  /** What the code is called and means, where the tables know it. */
  readonly name?: string
  readonly meaning?: string
  readonly action?: string
  readonly state: 'dead' | 'degraded' | 'info'
  /** Where it stands on the axis: seconds, of the boot or of the clock. */
  readonly at?: number
  readonly clock: 'boot' | 'wall' | 'none'
  readonly gpuLabel?: string
}

/** Events of all nodes in order of time where they share a clock, else in the order of the documents. */
export function eventRows(nodes: readonly Node[], node?: string): readonly EventRow[] {
  const rows = nodes
    .filter(({ id }) => node === undefined || id === node)
    .flatMap((one) => one.events.map((event, i) => eventRow(one, event, i)))
  const order = (row: EventRow): number => row.at ?? Number.POSITIVE_INFINITY
  return rows.sort((a, b) => (a.clock === b.clock ? order(a) - order(b) || 0 : a.clock < b.clock ? -1 : 1))
}

function eventRow(node: Node, event: HostEvent, index: number): EventRow {
  const known =
    event.code === undefined
      ? undefined
      : event.kind === 'sxid'
        ? sxidByCode(event.code)
        : event.kind === 'xid'
          ? xidByCode(event.code)
          : undefined
  const said = event.severity
  const state =
    said !== undefined
      ? said === 'fatal'
        ? 'dead'
        : said === 'nonfatal'
          ? 'degraded'
          : 'info'
      : known === undefined
        ? 'info'
        : known.severity === 'fatal' || known.severity === 'error'
          ? 'dead'
          : known.severity === 'warning'
            ? 'degraded'
            : 'info'
  const gpu = node.gpus.find(({ id }) => id === event.gpu)
  return {
    id: `${node.id}:${index}`,
    node: node.id,
    event,
    name: known?.name,
    meaning: known?.meaning,
    action: known?.action,
    state,
    at: event.time !== undefined ? event.time / 1000 : event.bootSeconds,
    clock: event.time !== undefined ? 'wall' : event.bootSeconds !== undefined ? 'boot' : 'none',
    gpuLabel: gpu?.index === undefined ? event.busId : `GPU${gpu.index}`,
  }
}

export interface CounterRow {
  readonly id: string
  readonly node: string
  readonly entity: string
  readonly counter: string
  readonly first: number
  readonly last: number
  /** Between the first and the last capture; undefined with a single one: a lifetime counter is not a rate. */
  readonly grown?: number
  /** Seconds between them, where both captures print a time. */
  readonly seconds?: number
  /** It became smaller: a reset or a reboot lies between, so growth says nothing. */
  readonly reset: boolean
  /** Counts errors, so that growth is bad news; traffic counters only say that something runs. */
  readonly errors: boolean
  readonly sources: readonly SourceRef[]
}

const gpuCounters: readonly GpuField[] = [
  'pcie.replays',
  'pcie.rollovers',
  'ecc.volatile.corrected',
  'ecc.volatile.uncorrected',
  'ecc.volatile.sramCorrectable',
  'ecc.volatile.sramUncorrectable',
  'ecc.volatile.dramCorrectable',
  'ecc.volatile.dramUncorrectable',
  'ecc.aggregate.corrected',
  'ecc.aggregate.uncorrected',
  'ecc.aggregate.sramCorrectable',
  'ecc.aggregate.sramUncorrectable',
  'ecc.aggregate.dramCorrectable',
  'ecc.aggregate.dramUncorrectable',
  'retired.singleBit',
  'retired.doubleBit',
  'remap.correctable',
  'remap.uncorrectable',
]

/** Counters of GPUs and of their links; equal zeros are left to the caller to hide. */
export function counterRows(
  session: Pick<SessionView, 'nodes'>,
  time: (document: string) => number | undefined,
  node?: string,
): readonly CounterRow[] {
  return session.nodes
    .filter(({ id }) => node === undefined || id === node)
    .flatMap((one) => one.gpus.flatMap((gpu) => [...fieldCounters(one, gpu, time), ...linkCounters(one, gpu, time)]))
}

interface Reading {
  readonly value: number
  readonly source: SourceRef
}

const labelOf = (gpu: Gpu): string => (gpu.index === undefined ? gpu.id : `GPU${gpu.index}`)

function fieldCounters(node: Node, gpu: Gpu, time: (document: string) => number | undefined): readonly CounterRow[] {
  return gpuCounters.flatMap((field) => {
    const readings = gpuReadings(gpu, field).flatMap(({ value, source }) =>
      /^\d{1,15}$/.test(value.trim()) ? [{ value: Number(value), source }] : [],
    )
    return row(node, labelOf(gpu), gpu.id, field, readings, true, time)
  })
}

const TRAFFIC = /\b(?:data|tx|rx|throughput|bytes|packets?|flits? (?:sent|received))\b/i

function linkCounters(node: Node, gpu: Gpu, time: (document: string) => number | undefined): readonly CounterRow[] {
  return gpu.links.flatMap((link) => {
    const names = [...new Set(link.counters.map(({ counter }) => counter))]
    return names.flatMap((name) =>
      row(
        node,
        `${labelOf(gpu)} link ${link.index}`,
        `${gpu.id}/link${link.index}`,
        name,
        link.counters.filter(({ counter }) => counter === name),
        !TRAFFIC.test(name),
        time,
      ),
    )
  })
}

function row(
  node: Node,
  entity: string,
  id: string,
  counter: string,
  readings: readonly Reading[],
  errors: boolean,
  time: (document: string) => number | undefined,
): readonly CounterRow[] {
  const first = readings[0]
  const last = readings.at(-1)
  if (!first || !last) return []
  const several = readings.length > 1 && first.source.document !== last.source.document
  const grown = several ? last.value - first.value : undefined
  const from = time(first.source.document)
  const to = time(last.source.document)
  const seconds = several && from !== undefined && to !== undefined && to > from ? (to - from) / 1000 : undefined
  const reset = readings.some((reading, i) => i > 0 && reading.value < (readings[i - 1]?.value ?? 0))
  return [
    {
      id: `${id}:${counter}`,
      node: node.id,
      entity,
      counter,
      first: first.value,
      last: last.value,
      grown: reset ? undefined : grown,
      seconds: reset ? undefined : seconds,
      reset,
      errors,
      sources: several ? [first.source, last.source] : [last.source],
    },
  ]
}
