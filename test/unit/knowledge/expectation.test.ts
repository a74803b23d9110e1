import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandwidthRows } from '@shared/knowledge/bandwidth'
import { busBandwidthFactor, printedRateOk, ranksFromRatio } from '@shared/knowledge/bus-bandwidth'
import { diagnosisBands } from '@shared/knowledge/diagnosis'
import { expectBusBandwidth, nvlsShownBy, perNicBandwidth, ringLimit, sizeFactor } from '@shared/knowledge/expectation'
import type { BandwidthQuery, Expectation } from '@shared/knowledge/expectation'
import { nvlsBusBandwidth } from '@shared/knowledge/expectation-levels'
import { gpuById, gpuProducts } from '@shared/knowledge/gpus'
import { expectPointToPoint } from '@shared/knowledge/point-to-point'

const MiB = 1024 ** 2
const GiB = 1024 ** 3

function query(gpuId: string, gpuCount: number, rest: Partial<BandwidthQuery> = {}): BandwidthQuery {
  return { gpuId, gpuCount, nodes: 1, collective: 'all_reduce', bytes: 8 * GiB, nvls: 'unknown', ...rest }
}

function known(asked: BandwidthQuery): Expectation {
  const result = expectBusBandwidth(asked)
  if (result.unknown !== undefined) throw new Error(`unknown: ${result.unknown}`)
  return result
}

function reason(asked: BandwidthQuery): string | undefined {
  return expectBusBandwidth(asked).unknown
}

describe('formulas', () => {
  it('give the published NVLS plateaus', () => {
    const h100 = gpuById('h100-sxm-80')
    const h800 = gpuById('h800-sxm')
    const b200 = gpuById('b200')
    if (!h100 || !h800 || !b200) throw new Error('products are gone')
    expect([5, 6, 7, 8].map((n) => Math.round(nvlsBusBandwidth(h100, n)))).toEqual([411, 440, 462, 479])
    expect(Math.round(nvlsBusBandwidth(h800, 8))).toBe(215)
    expect(Math.round(nvlsBusBandwidth(b200, 8))).toBe(840)
  })

  it('give ring limits and what exceeds them', () => {
    expect(ringLimit('h100-sxm-80')).toBeCloseTo(370.8)
    expect(ringLimit('h800-sxm')).toBeCloseTo(164.8)
    expect(ringLimit('a100-sxm-80')).toBe(240)
    expect(ringLimit('b200')).toBeCloseTo(721.8)
    expect(ringLimit('l40s')).toBeUndefined()
    expect(nvlsShownBy('h200-sxm', 475)).toBe(true)
    expect(nvlsShownBy('h200-sxm', 373)).toBe(false)
    expect(nvlsShownBy('a100-sxm-80', 300)).toBe(false)
  })

  it('give busbw factors and ranks', () => {
    expect(busBandwidthFactor('all_reduce', 8)).toBeCloseTo(1.75)
    expect(busBandwidthFactor('alltoallv', 8)).toBeCloseTo(0.875)
    expect(busBandwidthFactor('sendrecv', 8)).toBe(1)
    expect(busBandwidthFactor('all_reduce', 0)).toBeUndefined()
    expect(ranksFromRatio('all_reduce', 475.18 / 271.53)).toBe(8)
    expect(ranksFromRatio('all_gather', 0.5)).toBe(2)
    expect(ranksFromRatio('sendrecv', 1)).toBeUndefined()
    expect(ranksFromRatio('all_reduce', 1.6)).toBe(5)
    expect(ranksFromRatio('all_reduce', 1.62)).toBeUndefined()
    expect(ranksFromRatio('all_reduce', 1.999)).toBeUndefined()
  })

  it('accept printed rates by product', () => {
    expect(printedRateOk('h100-sxm-80', 26.562)).toBe(true)
    expect(printedRateOk('h100-sxm-80', 25)).toBe(true)
    expect(printedRateOk('h100-sxm-80', 12.5)).toBe(false)
    expect(printedRateOk('rtx3090', 14.062)).toBe(true)
    expect(printedRateOk('b200', 26.562)).toBe(false)
    expect(printedRateOk('t4', 25)).toBeUndefined()
  })

  it('rise with the size and start at 64 MiB', () => {
    expect(sizeFactor('a100-sxm-80', 'all_reduce', 32 * MiB)).toBeUndefined()
    expect(sizeFactor('a100-sxm-80', 'all_reduce', 64 * MiB)).toBe(0.65)
    expect(sizeFactor('a100-sxm-80', 'all_reduce', 512 * MiB)).toBe(0.9)
    expect(sizeFactor('b200', 'all_reduce', GiB)).toBe(0.85)
    expect(sizeFactor('a100-sxm-80', 'all_reduce', 64 * GiB)).toBe(1)
    expect(sizeFactor('a100-sxm-80', 'sendrecv', 256 * MiB)).toBeUndefined()
    expect(sizeFactor('a100-sxm-80', 'all_reduce', NaN)).toBeUndefined()
  })
})

describe('expectBusBandwidth inside a node', () => {
  it('holds two healthy levels for 8x H100', () => {
    const open = known(query('h100-sxm-80', 8))
    expect(open).toMatchObject({ level: 'either', basis: 'measured' })
    expect(open.typical).toBe(368)
    expect(open.high).toBe(482)
    expect(open.levels?.nvls.typical).toBe(479)
    expect(known(query('h100-sxm-80', 8, { nvls: 'chosen' }))).toMatchObject({ level: 'nvls', typical: 479 })
    expect(known(query('h100-sxm-80', 8, { nvls: 'unavailable' }))).toMatchObject({ level: 'ring', typical: 368 })
  })

  it('takes the row that names the size, and scales below all rows', () => {
    expect(known(query('h100-sxm-80', 8, { nvls: 'chosen', bytes: GiB })).typical).toBe(466)
    expect(known(query('h100-sxm-80', 8, { nvls: 'chosen', bytes: 2 * GiB }))).toMatchObject({
      typical: 466,
      high: 482,
    })
    const small = known(query('h100-sxm-80', 8, { nvls: 'chosen', bytes: 64 * MiB }))
    expect(small.because.key).toBe('row-scaled')
    expect(small.typical).toBeCloseTo((423 * 0.65) / 0.85)
  })

  it('covers the machines of the expectation table', () => {
    expect(known(query('a100-sxm-80', 8)).typical).toBe(231)
    expect(known(query('a800-sxm-80', 8)).typical).toBe(156)
    expect(known(query('h800-sxm', 8)).levels?.nvls.typical).toBe(215)
    expect(known(query('h200-sxm', 2, { bytes: GiB })).typical).toBe(330)
    expect(known(query('h200-sxm', 2, { bytes: GiB })).level).toBe('ring')
    expect(known(query('b200', 8, { nvls: 'chosen', bytes: 16 * GiB })).typical).toBe(845)
    expect(known(query('b200', 5)).level).toBe('ring')
    expect(known(query('v100-sxm2-32', 8)).typical).toBe(122)
    expect(known(query('h100-sxm-80', 8, { collective: 'alltoall' })).typical).toBe(320)
    expect(known(query('h100-sxm-94', 8))).toMatchObject({ basis: 'derived', level: 'either' })
  })

  it('never expects NVLS where it does not exist', () => {
    expect(known(query('a100-sxm-80', 8)).levels).toBeUndefined()
    expect(known(query('h100-sxm-80', 4)).levels).toBeUndefined()
    expect(known(query('h100-sxm-80', 8, { collective: 'all_gather' })).levels).toBeUndefined()
    expect(known(query('h100-sxm-80', 3)).high).toBeLessThan(375)
  })

  it('expects a third from two GPUs of a 4-GPU board, and says when it does not know the board', () => {
    const part = known(query('h100-sxm-80', 2, { linksPerPair: 6 }))
    expect(part.typical).toBeCloseTo(6 * 20.6 * 0.97)
    expect(part.assumes).toBeUndefined()
    expect(known(query('h100-sxm-80', 2, { linksPerPair: 18 })).assumes).toBeUndefined()
    expect(known(query('h100-sxm-80', 2, { gpusOnNode: 8 })).assumes).toBeUndefined()
    expect(known(query('h100-sxm-80', 2)).assumes).toBe('nvswitch-board')
    expect(known(query('h100-sxm-80', 4, { linksPerPair: 6 })).typical).toBe(368)
    expect(known(query('a100-sxm-64', 2)).typical).toBeCloseTo(4 * 20 * 0.97)
  })

  it('judges bridged cards only when it knows the pair', () => {
    expect(reason(query('h100-nvl', 2))).toBe('bridge-unknown')
    expect(known(query('h100-nvl', 2, { bridged: true, bytes: 16 * GiB })).low).toBe(208)
    expect(known(query('a100-pcie-80', 2, { bridged: true, bytes: 16 * GiB })).typical).toBe(208)
    expect(known(query('a100-pcie-80', 4, { bridged: false }))).toMatchObject({
      level: 'pcie',
      typical: 20,
      confidence: 'low',
    })
    expect(reason(query('a100-pcie-80', 4, { bridged: true }))).toBe('count-not-covered')
    expect(reason(query('h100-nvl', 2, { bridged: false }))).toBe('not-bridged')
    expect(known(query('h200-nvl', 4, { bridged: true })).level).toBe('ring')
  })

  it('says why it expects nothing', () => {
    expect(reason(query('no-such-gpu', 8))).toBe('gpu-unknown')
    expect(reason(query('h100-sxm-80', 1))).toBe('single-rank')
    expect(reason(query('h100-sxm-80', 8, { bytes: 32 * MiB }))).toBe('too-small')
    expect(reason(query('h100-sxm-80', 8, { collective: 'sendrecv', bytes: 256 * MiB }))).toBe('too-small')
    expect(reason(query('h100-sxm-80', 8, { collective: 'scatter' }))).toBe('collective-not-covered')
    expect(reason(query('v100-sxm2-32', 5))).toBe('count-not-covered')
    expect(reason(query('l4', 8))).toBe('pcie-only')
  })

  it('never calls a measured healthy figure low', () => {
    const inside = bandwidthRows.filter((row) => row.nodes === 1 && row.path === 'nvlink' && row.basis === 'measured')
    expect(inside.length).toBeGreaterThan(50)
    for (const row of inside) {
      for (const gpuId of row.gpuIds) {
        const nvls = row.nvls === true ? 'chosen' : row.nvls === false ? 'not-chosen' : 'unknown'
        const asked = query(gpuId, row.gpuCount, {
          nvls,
          collective: row.collective,
          bytes: row.bytes ?? 4 * GiB,
          bridged: true,
        })
        const result = expectBusBandwidth(asked)
        if (result.unknown !== undefined) continue
        expect(
          row.busbw.typical / result.typical,
          `${row.system} ${row.collective} ${String(row.bytes)}`,
        ).toBeGreaterThan(0.85)
      }
    }
  })
})

describe('expectBusBandwidth between nodes', () => {
  const eight400 = [{ count: 8, gigabitsPerSecond: 400 }]

  it('adds up NICs', () => {
    expect([100, 200, 400, 800].map(perNicBandwidth)).toEqual([12, 24, 48, 96])
    const four = known(query('h100-sxm-80', 32, { nodes: 4, nics: eight400 }))
    expect(four.level).toBe('network')
    expect(four.low).toBeLessThan(331)
    expect(four.high).toBeCloseTo(370.8)
    const half = known(query('a100-sxm-80', 24, { nodes: 3, nics: [{ count: 4, gigabitsPerSecond: 200 }] }))
    expect(half.typical).toBeCloseTo(96 * 0.94)
  })

  it('lets two nodes exceed the wire', () => {
    const two = known(query('h100-sxm-80', 16, { nodes: 2, nics: eight400 }))
    expect(two.because.key).toBe('network-two-nodes')
    expect(two.high).toBeGreaterThan(480)
    expect(two.low).toBeLessThan(320)
  })

  it('uses the row of a named cloud shape', () => {
    expect(known(query('h100-sxm-80', 16, { nodes: 2, bytes: 16 * GiB, systemId: 'aws-p5' })).typical).toBe(487)
    expect(reason(query('h100-sxm-80', 16, { nodes: 2, bytes: 16 * GiB }))).toBe('nics-unknown')
  })

  it('keeps racks apart', () => {
    expect(reason(query('gb200', 8, { nodes: 2 }))).toBe('mnnvl-unknown')
    expect(known(query('gb200', 8, { nodes: 2, mnnvl: true, nvls: 'chosen' })).typical).toBe(811)
    expect(known(query('gb200', 8, { nodes: 2, mnnvl: true }))).toMatchObject({ level: 'either' })
    expect(known(query('gb300', 72, { nodes: 18, mnnvl: true, bytes: GiB, nvls: 'chosen' })).typical).toBe(747.5)
  })

  it('says why it expects nothing', () => {
    expect(reason(query('h100-sxm-80', 16, { nodes: 2, nics: eight400, bytes: 128 * MiB }))).toBe('too-small')
    expect(reason(query('h100-sxm-80', 16, { nodes: 2, nics: eight400, collective: 'alltoall' }))).toBe(
      'collective-not-covered',
    )
    expect(reason(query('h100-sxm-80', 4, { nodes: 2, nics: eight400 }))).toBe('count-not-covered')
    expect(reason(query('rtx4090', 16, { nodes: 2, nics: eight400 }))).toBe('pcie-only')
  })
})

describe('expectBusBandwidth at large', () => {
  it('is total, ordered and finite', () => {
    const ids = gpuProducts.map((gpu) => gpu.id)
    fc.assert(
      fc.property(
        fc.record({
          gpuId: fc.constantFrom(...ids),
          gpuCount: fc.integer({ min: 0, max: 128 }),
          nodes: fc.integer({ min: 0, max: 16 }),
          collective: fc.constantFrom('all_reduce', 'all_gather', 'alltoall', 'sendrecv', 'broadcast', 'hypercube'),
          bytes: fc.double({ min: 0, max: 64 * GiB }),
          nvls: fc.constantFrom('chosen', 'not-chosen', 'unavailable', 'unknown'),
          bridged: fc.option(fc.boolean(), { nil: undefined }),
          mnnvl: fc.option(fc.boolean(), { nil: undefined }),
          linksPerPair: fc.option(fc.integer({ min: 0, max: 18 }), { nil: undefined }),
          nics: fc.array(
            fc.record({ count: fc.integer({ min: 0, max: 16 }), gigabitsPerSecond: fc.integer({ min: 0, max: 800 }) }),
          ),
        }),
        (asked) => {
          const result = expectBusBandwidth(asked)
          if (result.unknown !== undefined) return
          const { low, typical, high } = result
          expect(low).toBeGreaterThan(0)
          expect(low).toBeLessThanOrEqual(typical)
          expect(typical).toBeLessThanOrEqual(high)
          expect(Number.isFinite(high)).toBe(true)
          expect(result.sources.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('point to point', () => {
  it('gives copy rates by pair', () => {
    expect(expectPointToPoint('h200-sxm', 'nvlink-copy')).toMatchObject({ low: 370, typical: 396, basis: 'measured' })
    expect(expectPointToPoint('h100-nvl', 'nvlink-copy')?.typical).toBe(257)
    expect(expectPointToPoint('h100-sxm-80', 'nvlink-copy', 6)?.typical).toBeCloseTo(6 * 25 * 0.86)
    expect(expectPointToPoint('h20', 'nvlink-copy')?.basis).toBe('derived')
    expect(expectPointToPoint('v100-sxm2-32', 'nvlink-copy')).toBeUndefined()
    expect(expectPointToPoint('l4', 'nvlink-copy')).toBeUndefined()
  })

  it('gives host copies by slot, but not where the slot is no slot', () => {
    expect(expectPointToPoint('h200-sxm', 'host-to-device')?.low).toBe(48)
    expect(expectPointToPoint('h200-sxm', 'device-to-host')?.low).toBe(46)
    expect(expectPointToPoint('h100-pcie', 'host-to-device')?.low).toBe(48)
    expect(expectPointToPoint('a100-sxm-80', 'host-to-device')?.low).toBe(21)
    expect(expectPointToPoint('gb200', 'host-to-device')).toBeUndefined()
    expect(expectPointToPoint('no-such-gpu', 'host-to-device')).toBeUndefined()
  })

  it('gives latencies', () => {
    expect(expectPointToPoint('h100-sxm-80', 'nvlink-write-latency')).toMatchObject({ unit: 'us', high: 2.6 })
    expect(expectPointToPoint('rtx4090', 'no-peer-latency')?.typical).toBe(18)
  })
})

describe('diagnosis', () => {
  const of = (
    gpuId: string,
    busbw: number,
    rest: { gpuCount?: number; nodes?: number; bytes?: number; fabric?: number } = {},
  ): readonly string[] =>
    diagnosisBands({ gpuId, busbw, gpuCount: 8, nodes: 1, bytes: 8 * GiB, ...rest }).map((band) => band.key)

  it('names the likely bottleneck of a plateau', () => {
    expect(of('a100-sxm-80', 231)).toEqual(['healthy'])
    expect(of('a100-sxm-80', 20)).toEqual(['pcie-or-shm-path'])
    expect(of('h100-sxm-80', 479)).toEqual(['healthy-nvls'])
    expect(of('h100-sxm-80', 367)).toEqual(['ring-not-nvls'])
    expect(of('h200-sxm', 27, { gpuCount: 2, bytes: GiB })).toContain('shm-path')
    expect(of('h200-sxm', 124, { gpuCount: 2, bytes: GiB })).toEqual(['protocol-or-buffer'])
    expect(of('b200', 723, { bytes: GiB })).toEqual(['healthy-rising'])
    expect(of('b200', 690, { bytes: 16 * GiB })).toEqual(['ring-not-nvls'])
  })

  it('asks for the fabric between nodes and stays silent elsewhere', () => {
    expect(of('h100-sxm-80', 464, { gpuCount: 16, nodes: 2, fabric: 3200 })).toEqual(['healthy-tree'])
    expect(of('h100-sxm-80', 464, { gpuCount: 16, nodes: 2 })).toEqual([])
    expect(of('a100-sxm-80', 78, { gpuCount: 16, nodes: 2, fabric: 400 })).toEqual(['healthy-tree'])
    expect(of('a100-sxm-80', 231, { bytes: MiB })).toEqual([])
    expect(of('l4', 10)).toEqual([])
  })
})
