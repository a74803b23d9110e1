import { describe, expect, it } from 'vitest'
import { chartPoints, chartScale, counterRows, eventRows, healthCharts } from '../../../shared/derive/health'
import type { HealthSeries } from '../../../shared/derive/health-product'
import { at, link, node, xid } from '../../builders/session'

const series = (
  entity: string,
  values: readonly (number | null)[],
  more: Partial<HealthSeries> = {},
): HealthSeries => ({
  node: 'n1',
  entity,
  quantity: 'power.draw',
  label: 'Power',
  unit: 'W',
  values,
  source: at('d', 1, 9),
  dropped: 0,
  ...more,
})

describe('healthCharts', () => {
  it('joins GPUs of one section and puts what moves first', () => {
    const charts = healthCharts([
      series('GPU0', [1, 1], { quantity: 'flat' }),
      series('GPU0', [1, 2]),
      series('GPU1', [3, 3]),
    ])
    expect(charts.map(({ quantity, series: own, flat }) => [quantity, own.length, flat])).toEqual([
      ['power.draw', 2, false],
      ['flat', 1, true],
    ])
  })
  it('counts samples where no time is printed', () => {
    const [chart] = healthCharts([series('GPU0', [1, null, 3])])
    expect(chart?.axis).toBe('samples')
    expect(chart && chart.series[0] ? chartPoints(chart, chart.series[0]) : []).toEqual([
      [1, 1],
      [2, null],
      [3, 3],
    ])
  })
  it('uses printed times, from the first of all curves', () => {
    const [chart] = healthCharts([
      series('GPU0', [1, 2], { times: [5000, 7000] }),
      series('GPU1', [1, 2], { times: [4000, 6000] }),
    ])
    expect(chart && chart.series[0] ? chartPoints(chart, chart.series[0]) : []).toEqual([
      [1, 1],
      [3, 2],
    ])
  })
  it('uses the interval of the command', () => {
    const [chart] = healthCharts([series('GPU0', [1, 2], { interval: 0.5 })])
    expect(chart && chart.series[0] ? chartPoints(chart, chart.series[0]).map(([x]) => x) : []).toEqual([0, 0.5])
  })
})

describe('chartScale', () => {
  const scale = (unit: string, most: number) => chartScale({ unit, series: [series('GPU0', [0, null, most])] })
  it('writes rates in the unit that suits them', () => {
    expect(scale('bytes/s', 23_508_249_062)).toEqual({ factor: 1e-9, unit: 'GB/s' })
    expect(scale('bytes/s', 4_000_000)).toEqual({ factor: 1e-6, unit: 'MB/s' })
  })
  it('leaves ordinary values alone', () => expect(scale('W', 700)).toEqual({ factor: 1, unit: 'W' }))
  it('says the power where the unit is not of bytes', () => expect(scale('count', 2_000_000).unit).toBe('10^6 count'))
})

describe('eventRows', () => {
  it('orders by the clock and explains the code', () => {
    const rows = eventRows([
      node('n1', { events: [xid(79, { bootSeconds: 900 }), xid(74, { bootSeconds: 100, gpu: 'n1/gpu3' })] }),
    ])
    expect(rows.map(({ event }) => event.code)).toEqual([74, 79])
    expect(rows[0]).toMatchObject({ gpuLabel: 'GPU3', clock: 'boot' })
    expect(rows[1]?.meaning).not.toBe('')
    expect(rows[1]?.state).toBe('dead')
  })
  it('believes the line before the table', () => {
    const [row] = eventRows([node('n1', { events: [xid(145, { severity: 'nonfatal' })] })])
    expect(row?.state).toBe('degraded')
  })
})

describe('counterRows', () => {
  const withCounters = (readings: readonly (readonly [string, number])[]) => {
    const made = node('n1', { gpus: 1 })
    const [gpu] = made.gpus
    if (!gpu) throw new Error('no GPU')
    const counters = readings.map(([document, value]) => ({ counter: 'Replay Errors', value, source: at(document, 1) }))
    return [{ ...made, gpus: [{ ...gpu, links: [{ ...link(0), counters }] }] }]
  }

  it('gives growth between two captures, and a rate where both print a time', () => {
    const rows = counterRows(
      {
        nodes: withCounters([
          ['a', 5],
          ['b', 8],
        ]),
      },
      (document) => (document === 'a' ? 0 : 60_000),
    )
    expect(rows).toMatchObject([{ first: 5, last: 8, grown: 3, seconds: 60, errors: true, entity: 'GPU0 link 0' }])
  })
  it('gives neither for one reading', () => {
    const [row] = counterRows({ nodes: withCounters([['a', 5]]) }, () => 0)
    expect(row?.grown).toBeUndefined()
    expect(row?.seconds).toBeUndefined()
  })
  it('says that a counter was reset', () => {
    const [row] = counterRows(
      {
        nodes: withCounters([
          ['a', 5],
          ['b', 1],
        ]),
      },
      () => undefined,
    )
    expect(row).toMatchObject({ reset: true })
    expect(row?.grown).toBeUndefined()
  })
})
