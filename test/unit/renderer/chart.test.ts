import { describe, expect, it } from 'vitest'
import { linePath, sparse, thinned, type Scale } from '../../../renderer/components/chart'

describe('curves of more points than pixels', () => {
  const same = (x: number): number => x

  it('keeps short curves as they are', () => {
    const points = [[0, 1] as const, [1, null] as const, [2, 3] as const]
    expect(thinned(points, same, 100)).toBe(points)
  })

  it('keeps a single spike and the ends among a hundred thousand points', () => {
    const points = Array.from({ length: 100_000 }, (_, i) => [i, i === 41_234 ? 900 : i % 7] as const)
    const kept = thinned(points, (x) => x / 1000, 100)
    expect(kept.length).toBeLessThanOrEqual(4 * 101)
    expect(kept[0]).toBe(points[0])
    expect(kept.at(-1)).toBe(points.at(-1))
    expect(kept).toContain(points[41_234])
    expect(kept.every(([x], i) => i === 0 || x >= (kept[i - 1]?.[0] ?? 0))).toBe(true)
  })

  it('keeps gaps', () => {
    const points = Array.from({ length: 10_000 }, (_, i) => [i, i === 5000 ? null : 1] as const)
    const kept = thinned(points, (x) => x / 1000, 10)
    expect(kept.filter(([, y]) => y === null)).toEqual([[5000, null]])
    const at = kept.findIndex(([, y]) => y === null)
    expect(kept[at - 1]?.[0]).toBe(4999)
    expect(kept[at + 1]?.[0]).toBe(5001)
  })
})

describe('a curve as a path', () => {
  const straight: Scale = { from: 0, to: 10, ticks: [], at: (value) => 2 * value, value: (pixel) => pixel / 2 }

  it('lifts the pen at a gap and rounds to a tenth of a pixel', () => {
    const points = [[0, 1] as const, [1, 1.23] as const, [2, null] as const, [3, 4] as const]
    expect(linePath(points, straight, straight, 100)).toBe('M0 2L2 2.5M6 8')
  })

  it('marks a long curve at six places, another series at others', () => {
    const points = Array.from({ length: 1200 }, (_, i) => [i, i] as const)
    const [first, second] = [sparse(points, 0), sparse(points, 1)]
    expect(first.map(([x]) => x)).toEqual([12, 212, 412, 612, 812, 1012])
    expect(second.map(([x]) => x)).toEqual([37, 237, 437, 637, 837, 1037])
  })
})
