import { describe, expect, it } from 'vitest'
import { thinned } from '../../../renderer/components/chart'

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
