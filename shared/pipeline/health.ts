import { SERIES_POINTS, type HealthProduct, type HealthResult, type HealthSeries } from '../derive/health-product'
import { dcgmDiag } from '../formats/dcgm/diag'
import { dcgmDiagJson } from '../formats/dcgm/diag-json'
import { dcgmDmon, type DcgmDmon } from '../formats/dcgm/dmon'
import { dcgmHealth, type HealthState } from '../formats/dcgm/health'
import { dmon } from '../formats/nvidia-smi/dmon'
import type { MonitorTable } from '../formats/nvidia-smi/support/small-types'
import { dcgmFieldsByTag } from '../knowledge/dcgm-fields'
import { refIn, sectionsOf, type Parsed } from '../model/format'
import type { Gpu, GpuField } from '../model/gpu'
import type { Node } from '../model/node'
import type { Session } from '../model/session'
import { readTime } from './health-time'

/** What the Health view needs of parsed values: series of every sampler, results of every checker. Bounded. */
export function healthProduct(session: Session): HealthProduct {
  return {
    series: session.nodes.flatMap((node) => [
      ...sectionsOf(node.parsed, dmon).flatMap((section) => monitorSeries(node, section)),
      ...sectionsOf(node.parsed, dcgmDmon).flatMap((section) => dcgmSeries(node, section)),
      ...node.gpus.flatMap((gpu) => querySeries(node, gpu)),
    ]),
    results: session.nodes.flatMap((node) => [...healthResults(node), ...diagResults(node)]),
    documentTimes: documentTimes(session),
  }
}

/** The first time that a document prints; one that prints none has none. */
function documentTimes(session: Session): Readonly<Record<string, number>> {
  const times: Record<string, number> = {}
  for (const sample of session.nodes.flatMap(({ gpus }) => gpus.flatMap(({ samples }) => samples))) {
    const time = sample.time === undefined ? undefined : readTime(sample.time.value)
    if (time !== undefined) times[sample.capture.document] ??= time
  }
  return times
}

interface Point {
  readonly time?: number
  readonly value: number | null
}

type Head = Omit<HealthSeries, 'times' | 'values' | 'dropped'>

/** Above the limit, the lowest and the highest of each stretch stay: a spike is what one looks for. */
function series(head: Head, points: readonly Point[]): readonly HealthSeries[] {
  if (points.length < 2 || points.every(({ value }) => value === null)) return []
  const kept = points.length <= SERIES_POINTS ? points : thin(points)
  const timed = kept.every(({ time }) => time !== undefined)
  return [
    {
      ...head,
      ...(timed ? { times: kept.map(({ time }) => time ?? 0) } : {}),
      values: kept.map(({ value }) => value),
      dropped: points.length - kept.length,
    },
  ]
}

function thin(points: readonly Point[]): readonly Point[] {
  const size = Math.ceil(points.length / (SERIES_POINTS / 2))
  const kept: Point[] = []
  for (let from = 0; from < points.length; from += size) {
    const stretch = points.slice(from, from + size)
    const known = stretch.filter(({ value }) => value !== null)
    const lowest = known.reduce<Point | undefined>((a, b) => (a && (a.value ?? 0) <= (b.value ?? 0) ? a : b), undefined)
    const highest = known.reduce<Point | undefined>(
      (a, b) => (a && (a.value ?? 0) >= (b.value ?? 0) ? a : b),
      undefined,
    )
    if (!lowest || !highest) kept.push(...stretch.slice(0, 1))
    else if (lowest === highest) kept.push(lowest)
    else kept.push(...[lowest, highest].sort((a, b) => stretch.indexOf(a) - stretch.indexOf(b)))
  }
  return kept
}

/** The number at the start of a printed value: `61`, `700.00 W`; null for `N/A`, `-` and words. */
function numberOf(text: string | undefined): number | null {
  const match = /^[<>~]?\s*(-?\d{1,18}(?:\.\d{1,9})?)(?:e([-+]?\d{1,3}))?/i.exec(text?.trim() ?? '')
  if (!match) return null
  const value = Number(match[1]) * 10 ** Number(match[2] ?? 0)
  return Number.isFinite(value) ? value : null
}

function monitorSeries(node: Node, section: Parsed<MonitorTable>): readonly HealthSeries[] {
  const { columns, rows } = section.value
  const gpus = [...new Set(rows.flatMap(({ gpu }) => (gpu === undefined ? [] : [gpu])))]
  return gpus.flatMap((gpu) => {
    const own = rows.filter((row) => row.gpu === gpu)
    return columns.flatMap((column) =>
      series(
        {
          node: node.id,
          entity: `GPU${gpu}`,
          quantity: `dmon.${column.name}`,
          label: column.name,
          unit: column.unit,
          source: refIn(section, section.line, section.endLine),
        },
        own.map((row) => ({
          time: row.time === undefined ? undefined : readTime(row.time),
          value: numberOf(row.cells[column.name]),
        })),
      ),
    )
  })
}

function dcgmSeries(node: Node, section: Parsed<DcgmDmon>): readonly HealthSeries[] {
  const { columns, rows, intervalMs, stride } = section.value
  const entities = [...new Set(rows.map(({ entity }) => entity.text))]
  return entities.flatMap((entity) => {
    // A row whose cells moved left says nothing certain of any column.
    const own = rows.filter((row) => row.entity.text === entity && !row.shifted)
    return columns.flatMap((column, i) => {
      const [field] = dcgmFieldsByTag(column.tag)
      return series(
        {
          node: node.id,
          entity: entity.replace(/^GPU (\d+)$/, 'GPU$1'),
          quantity: `dcgm.${column.tag}`,
          label: field ? `${column.tag} (${field.name})` : column.tag,
          unit: column.unit ?? field?.unit ?? '',
          interval: intervalMs === undefined ? undefined : (intervalMs / 1000) * stride,
          source: refIn(section, section.line, section.endLine),
        },
        own.map((row) => ({ value: numberOf(row.cells[i]) })),
      )
    })
  })
}

/** Fields whose course over time says something; the rest of a query is inventory. */
const sampled: readonly (readonly [GpuField, string])[] = [
  ['power.draw', 'W'],
  ['temperature.gpu', 'C'],
  ['temperature.memory', 'C'],
  ['utilization.gpu', '%'],
  ['utilization.memory', '%'],
  ['memory.used', 'MiB'],
  ['clocks.sm', 'MHz'],
  ['clocks.memory', 'MHz'],
  ['pcie.gen.current', ''],
  ['pcie.width.current', ''],
  ['ecc.volatile.corrected', ''],
]

/** `--query-gpu ... -l 1`: samples that one section holds. Samples of different captures are no series. */
function querySeries(node: Node, gpu: Gpu): readonly HealthSeries[] {
  const bySection = new Map<Parsed, Gpu['samples'][number][]>()
  for (const sample of gpu.samples) {
    if (sample.capture.format === dmon.id) continue
    bySection.set(sample.capture, [...(bySection.get(sample.capture) ?? []), sample])
  }
  return [...bySection].flatMap(([section, samples]) =>
    samples.length < 2
      ? []
      : sampled.flatMap(([field, unit]) =>
          series(
            {
              node: node.id,
              entity: gpu.index === undefined ? gpu.id : `GPU${gpu.index}`,
              quantity: field,
              label: field,
              unit,
              source: refIn(section, section.line, section.endLine),
            },
            samples.map((sample) => ({
              time: sample.time === undefined ? undefined : readTime(sample.time.value),
              value: numberOf(sample.values[field]?.value),
            })),
          ),
        ),
  )
}

const healthStates: Readonly<Record<HealthState, HealthResult['state']>> = {
  healthy: 'good',
  warning: 'degraded',
  failure: 'dead',
  error: 'dead',
  unknown: 'unknown',
}

function healthResults(node: Node): readonly HealthResult[] {
  return sectionsOf(node.parsed, dcgmHealth).flatMap((section) => {
    const { overall, entities, incidents } = section.value
    const base = { node: node.id, tool: 'dcgmi health' }
    return [
      ...(overall
        ? [
            {
              ...base,
              test: 'Overall',
              result: overall.value,
              state: healthStates[overall.value],
              source: refIn(section, overall.line),
            },
          ]
        : []),
      ...entities.map(({ entity, state, line }) => ({
        ...base,
        test: 'Health',
        entity: entity.text,
        result: state,
        state: healthStates[state],
        source: refIn(section, line),
      })),
      ...incidents.map((incident) => ({
        ...base,
        test: incident.system,
        entity: incident.entity?.text,
        result: incident.state,
        state: healthStates[incident.state],
        text: incident.text,
        source: refIn(section, incident.line, incident.endLine),
      })),
    ]
  })
}

const diagStates: Readonly<Record<string, HealthResult['state']>> = {
  pass: 'good',
  fail: 'dead',
  error: 'dead',
  warn: 'degraded',
}

function diagResults(node: Node): readonly HealthResult[] {
  const sections = [...sectionsOf(node.parsed, dcgmDiag), ...sectionsOf(node.parsed, dcgmDiagJson)]
  return sections.flatMap((section) =>
    section.value.tests.map((test) => ({
      node: node.id,
      tool: 'dcgmi diag',
      test: test.category === undefined ? test.name : `${test.category}: ${test.name}`,
      entity:
        test.results
          .filter(({ status }) => status !== 'pass')
          .map(({ entity }) => entity.text)
          .join(', ') || undefined,
      result: test.status,
      state: diagStates[test.status] ?? 'unknown',
      text: test.messages.map(({ value }) => value).join(' ') || undefined,
      source: refIn(section, test.line),
    })),
  )
}
