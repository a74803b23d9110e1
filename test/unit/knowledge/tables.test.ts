import { describe, expect, it } from 'vitest'
import { bandwidthRows, latencyRows, pointToPointRows } from '@shared/knowledge/bandwidth'
import { dcgmFields } from '@shared/knowledge/dcgm-fields'
import { diagnosisTables } from '@shared/knowledge/diagnosis'
import { gpuById, gpuProducts } from '@shared/knowledge/gpus'
import { ncclVariables } from '@shared/knowledge/nccl-variables'
import { systems } from '@shared/knowledge/systems'
import { sxids, xids } from '@shared/knowledge/xid'

function repeated<T>(values: readonly T[]): readonly T[] {
  const seen = new Set<T>()
  return values.filter((value) => {
    const again = seen.has(value)
    seen.add(value)
    return again
  })
}

function ordered(band: { readonly low: number; readonly typical: number; readonly high: number }): boolean {
  return band.low > 0 && band.low <= band.typical && band.typical <= band.high
}

describe('every table', () => {
  it('has unique ids', () => {
    expect(repeated(gpuProducts.map((row) => row.id))).toEqual([])
    expect(repeated(gpuProducts.flatMap((row) => row.names))).toEqual([])
    expect(repeated(systems.map((row) => row.id))).toEqual([])
    expect(repeated(systems.flatMap((row) => row.hints))).toEqual([])
    expect(repeated(ncclVariables.map((row) => row.name))).toEqual([])
    expect(repeated(dcgmFields.map((row) => row.id))).toEqual([])
    expect(repeated(xids.map((row) => row.code))).toEqual([])
    expect(repeated(sxids.map((row) => row.code))).toEqual([])
    expect(repeated(diagnosisTables.map((row) => row.id))).toEqual([])
  })

  it('has as many rows as the sources gave', () => {
    expect(gpuProducts.length).toBe(61)
    expect(systems.length).toBe(52)
    expect(ncclVariables.length).toBe(322)
    expect(dcgmFields.length).toBe(719)
    expect(xids.length + sxids.length).toBe(187)
  })

  it('names a source in every row', () => {
    const lists = [...gpuProducts, ...systems, ...bandwidthRows, ...pointToPointRows, ...latencyRows].map(
      (row) => row.sources,
    )
    expect(lists.filter((sources) => sources.length === 0 || sources.some((source) => source === ''))).toEqual([])
    const single = [...ncclVariables, ...xids, ...sxids].map((row) => row.source)
    expect(single.filter((source) => source.trim().length < 10)).toEqual([])
  })

  it('refers only to products that exist', () => {
    const named = [...systems, ...bandwidthRows, ...pointToPointRows, ...diagnosisTables].flatMap((row) => row.gpuIds)
    expect([...new Set(named)].filter((id) => !gpuById(id))).toEqual([])
    const systemIds = new Set(systems.map((row) => row.id))
    expect(bandwidthRows.flatMap((row) => row.systemIds).filter((id) => !systemIds.has(id))).toEqual([])
  })
})

describe('GPU products', () => {
  it('have anchored patterns that compile', () => {
    const patterns = gpuProducts.flatMap((gpu) => gpu.patterns)
    expect(patterns.length).toBeGreaterThan(0)
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern)).not.toThrow()
      expect(pattern.startsWith('^') && pattern.endsWith('$')).toBe(true)
      expect(pattern).not.toContain('.*')
    }
  })

  it('have plausible units', () => {
    for (const gpu of gpuProducts) {
      expect(gpu.tdp, gpu.id).toBeGreaterThanOrEqual(50)
      expect(gpu.tdp, gpu.id).toBeLessThanOrEqual(1500)
      expect(gpu.memoryGB, gpu.id).toBeGreaterThanOrEqual(8)
      expect(gpu.memoryGB, gpu.id).toBeLessThanOrEqual(300)
      expect(gpu.pcie.generation, gpu.id).toBeGreaterThanOrEqual(3)
      expect(
        gpu.pciDeviceIds.every((id) => /^[0-9a-f]{4}$/.test(id)),
        gpu.id,
      ).toBe(true)
      expect(gpu.computeCapability, gpu.id).toMatch(/^\d{1,2}\.\d$/)
    }
  })

  it('print at least what they are rated for, on no more links than they have', () => {
    for (const { id, nvlink, nccl } of gpuProducts) {
      expect(nvlink === undefined, id).toBe(nccl === undefined)
      if (!nvlink || !nccl) continue
      expect(nvlink.printedRate, id).toBeGreaterThanOrEqual(nvlink.ratedPerLink * 0.98)
      expect(nvlink.printedRate, id).toBeLessThanOrEqual(nvlink.ratedPerLink * 1.07)
      expect(nvlink.wiredLinks, id).toBeLessThanOrEqual(nvlink.links)
      expect(nvlink.links - nvlink.wiredLinks, id).toBe(nvlink.inactiveByDesign?.length ?? 0)
      expect(nccl.linksUsed, id).toBe(nvlink.wiredLinks)
      expect(nccl.perLinkBandwidth, id).toBeLessThan(nvlink.ratedPerLink)
      for (const pair of [nvlink.healthyPair, nvlink.fourGpuBoardPair]) {
        if (pair === undefined) continue
        const links = Number(/^NV(\d{1,2})$/.exec(pair)?.[1])
        expect([nvlink.wiredLinks, nvlink.wiredLinks / 3], id).toContain(links)
      }
    }
  })
})

describe('bandwidth rows', () => {
  it('are ordered bands', () => {
    expect(bandwidthRows.filter((row) => !ordered(row.busbw))).toEqual([])
    expect(pointToPointRows.filter((row) => !ordered(row.value))).toEqual([])
    expect(latencyRows.filter((row) => !ordered(row.time))).toEqual([])
  })

  it('start at the smallest size that is judged, and stay below what any product can give', () => {
    expect(bandwidthRows.filter((row) => row.bytes !== undefined && row.bytes < 64 * 1024 ** 2)).toEqual([])
    expect(bandwidthRows.filter((row) => row.busbw.high > 900)).toEqual([])
    expect(
      bandwidthRows.filter((row) => row.gpuCount < 2 || row.gpuIds.length === 0 || row.gpuCount < row.nodes),
    ).toEqual([])
  })

  it('have bands of diagnosis that do not run backwards', () => {
    const bands = diagnosisTables.flatMap((table) => table.bands)
    expect(bands.filter((band) => band.from >= band.to)).toEqual([])
    expect(bands.some((band) => band.healthy)).toBe(true)
  })
})
