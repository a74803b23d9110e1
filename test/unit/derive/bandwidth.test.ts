import { describe, expect, it } from 'vitest'
import { acceptedFrom, collectivesOf, expectedBand, nodePairs, runCurves } from '../../../shared/derive/bandwidth'
import { heatMap } from '../../../shared/derive/bandwidth-matrix'
import { at, curve, finding, node, rows, run, session } from '../../builders/session'

const GiB = 1024 ** 3

describe('runCurves', () => {
  const good = run('good', ['n1'], { peak: 480 })
  const bad = run('bad', ['n1'], { peak: 120, source: at('n1/b.txt', 1, 60) })
  const about = finding('busbw-below-expected', 'n1', { on: [{ kind: 'run', id: 'bad', label: '' }] })
  const top = finding('nvlink-inactive', 'n1', { folds: [about] })
  const curves = runCurves(session({ nodes: [node('n1')], runs: [good, bad], findings: [top] }))

  it('judges a run by what this machine gives', () => {
    expect(curves.map(({ state }) => state)).toEqual(['good', 'dead'])
  })
  it('gives points of both columns, small sizes first', () => {
    expect(curves[0]?.outOfPlace[0]?.bytes).toBe(1024 ** 2)
    expect(curves[0]?.inPlace).toHaveLength(15)
  })
  it('lists the findings about it, folded ones too', () => {
    expect(curves[1]?.findings).toEqual([about])
    expect(curves[0]?.findings).toEqual([])
  })
  it('gives no verdict where the product is not known', () => {
    const [unknown] = runCurves(session({ runs: [run('r', ['gone'])] }))
    expect(unknown).toMatchObject({ state: 'unknown', standing: 'unknown' })
  })
  it('is dead when it failed, whatever its rows say', () => {
    const [failed] = runCurves(
      session({
        nodes: [node('n1')],
        runs: [run('r', ['n1'], { failure: { value: 'invalid usage', source: at('d', 1) } })],
      }),
    )
    expect(failed?.state).toBe('dead')
  })
  it('is above the band as soon as it is, and in it down to what is accepted', () => {
    const standings = new Set<string>()
    for (let peak = 360; peak < 560; peak += 2) {
      const [one] = runCurves(session({ nodes: [node('n1')], runs: [run('r', ['n1'], { peak })] }))
      const { measured = NaN, expectation } = one?.verdict ?? {}
      if (!one || !expectation) throw new Error('the machine is known')
      const inBand = measured >= acceptedFrom(expectation) && measured <= expectation.high
      expect([peak, one.standing === 'as-expected' || one.standing === 'ring']).toEqual([peak, inBand])
      standings.add(one.standing)
    }
    expect(standings).toContain('above')
    expect(standings).toContain('as-expected')
    expect(standings).toContain('low')
  })
  it('labels runs apart', () => {
    const labels = runCurves(
      session({
        runs: [run('1', ['a']), run('2', ['b']), run('3', ['b'], { source: at('b/all_reduce_perf.txt', 99) })],
      }),
    ).map(({ label }) => label)
    expect(new Set(labels).size).toBe(3)
  })
})

describe('expectedBand', () => {
  const [judged] = runCurves(session({ nodes: [node('n1')], runs: [run('r', ['n1'], { peak: 480 })] }))
  const band = judged && expectedBand(judged.verdict, [1024, 64 * 1024 ** 2, GiB, GiB, 16 * GiB])

  it('is drawn over judged sizes only, each once', () => {
    expect(band?.points.map(({ bytes }) => bytes)).toEqual([64 * 1024 ** 2, GiB, 16 * GiB])
  })
  it('is ordered and finite', () => {
    for (const { accepted, typical, high } of band?.points ?? []) {
      expect(accepted).toBeLessThanOrEqual(typical)
      expect(typical).toBeLessThanOrEqual(high)
      expect(Number.isFinite(high)).toBe(true)
    }
    expect(band?.points.length).toBe(3)
  })
})

describe('pairs and collectives', () => {
  it('lists collectives by how many runs there are', () => {
    const runs = [
      run('1', ['a']),
      run('2', ['a'], { collective: 'alltoall' }),
      run('3', ['a'], { collective: 'alltoall' }),
      run('4', ['a'], { rows: [] }),
    ]
    expect(collectivesOf(runs)).toEqual(['alltoall', 'all_reduce'])
  })
  it('makes a square of runs between two nodes', () => {
    const pairs = nodePairs(
      [run('1', ['a', 'b'], { rows: rows(curve(50)) }), run('2', ['b', 'c'], { rows: rows(curve(20)) })],
      'all_reduce',
    )
    expect(pairs?.nodes).toEqual(['a', 'b', 'c'])
    expect(pairs?.values[0]?.[1]).toBe(pairs?.values[1]?.[0])
    expect(pairs?.values[0]?.[2]).toBeNull()
  })
  it('has none without such runs', () => expect(nodePairs([run('1', ['a'])], 'all_reduce')).toBeUndefined())
})

describe('heatMap', () => {
  const square = (value: (row: number, column: number) => number | null) => ({
    rowLabels: ['0', '1', '2', '3'],
    columnLabels: ['0', '1', '2', '3'],
    values: [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => value(row, column))),
    unit: 'GB/s' as const,
  })
  it('marks a cell that falls off', () => {
    const map = heatMap(square((r, c) => (r === c ? null : r === 1 && c === 2 ? 300 : 390)))
    expect(map.cells[1]?.[2]?.state).toBe('degraded')
    expect(map.cells.flat().filter(({ state }) => state)).toHaveLength(1)
  })
  it('leaves the diagonal out', () => {
    expect(
      heatMap(square((r, c) => (r === c ? 10 : 390)))
        .cells.flat()
        .some(({ state }) => state),
    ).toBe(false)
  })
  it('takes two kinds of pairs for two kinds', () => {
    const bridged = heatMap(square((r, c) => (r === c ? null : Math.floor(r / 2) === Math.floor(c / 2) ? 250 : 25)))
    expect(bridged.cells.flat().some(({ state }) => state)).toBe(false)
  })
  it('judges no latency', () => {
    expect(
      heatMap({ ...square((r, c) => (r === c ? null : r + c)), unit: 'us' })
        .cells.flat()
        .some(({ state }) => state),
    ).toBe(false)
  })
  it('tints no noise', () => {
    const map = heatMap(square((r, c) => (r === c ? null : 390 + r)))
    expect(map.cells.flat().every(({ share }) => share === 0.5)).toBe(true)
  })
  it('stands an empty matrix', () => {
    expect(heatMap({ rowLabels: [], columnLabels: [], values: [], unit: 'GB/s' }).cells).toEqual([])
  })
})
