import { describe, expect, it } from 'vitest'
import { textWidth } from '@shared/derive/link-layout/text-width'
import { curveNames } from '@shared/derive/report/page/chart-labels'
import { chartSvg } from '@shared/derive/report/page/chart-svg'
import type { Chart } from '@shared/derive/report/types'

const chart: Chart = {
  title: 'all_reduce',
  axisX: 'size',
  axisY: 'GB/s',
  x: 'bytes',
  series: ['debug-info', 'p2p-and-shm-disabled', 'tuning-guide-env-of-the-second-night'].map((name, i) => ({
    label: `all_reduce_perf-${name}`,
    points: [
      [2 ** 26, 100 * i + 20],
      [2 ** 30, 100 * i + 40],
    ],
    end: String(100 * i + 40),
  })),
  band: {
    points: [
      { x: 2 ** 26, low: 150, middle: 200, high: 220 },
      { x: 2 ** 30, low: 230, middle: 270, high: 290 },
    ],
    labels: { low: '230 lowest accepted', middle: '270 typical', high: '290 highest' },
  },
}

interface Word {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly anchor: string
}

function words(svg: string): readonly Word[] {
  return [...svg.matchAll(/<text ([^>]*)>(.*?)<\/text>/g)].map(([, attributes = '', inner = '']) => {
    const of = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
    return { x: Number(of('x')), y: Number(of('y')), anchor: of('text-anchor'), text: inner.replaceAll(/<[^>]*>/g, '') }
  })
}

describe('words at the right of a chart', () => {
  const svg = chartSvg(chart)
  const width = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const right = words(svg).filter(({ x, anchor }) => x > width * 0.7 && anchor !== 'end' && anchor !== 'middle')

  it('end before the picture does, in the widest font', () => {
    expect(right).toHaveLength(6)
    for (const { x, text } of right) expect([text, x + textWidth(text, 10) <= width]).toEqual([text, true])
  })

  it('stand apart, and the figures of the band with those of the curves', () => {
    const ys = right.map(({ y }) => y).toSorted((a, b) => a - b)
    for (const [i, y] of ys.entries()) if (i > 0) expect(y - (ys[i - 1] ?? 0)).toBeGreaterThanOrEqual(13.9)
    expect(right.map(({ text }) => text)).toContain('290 highest')
  })
})

describe('curveNames', () => {
  it('leaves out what all share before it cuts a name', () => {
    const names = ['all_reduce_perf-debug-info', 'all_reduce_perf-p2p-disabled']
    expect(curveNames(names, [75, 85], 10)).toEqual(['…debug-info', '…p2p-disabled'])
    expect(curveNames(names, [400, 85], 10)).toEqual(['all_reduce_perf-debug-info', '…p2p-disabled'])
  })

  it('keeps something of a name that is the beginning of another', () => {
    const names = ['all_reduce_perf', 'all_reduce_perf-debug-subsys', 'all_reduce_perf-']
    expect(curveNames(names, [120, 100, 120], 10)).toEqual(['all_reduce_perf', '…debug-subsys', 'all_reduce_perf-'])
    expect(curveNames(names, [60, 60, 60], 10).every((name) => name.replaceAll('…', '') !== '')).toBe(true)
  })

  it('cuts a name alone in the middle', () => {
    const [name = ''] = curveNames(['a-very-long-name-of-a-run-without-another'], [100], 10)
    expect(name).toMatch(/^a-.*….*er$/)
    expect(textWidth(name, 10)).toBeLessThanOrEqual(100)
  })
})
