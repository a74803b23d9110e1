import { dcgmDiag } from '@shared/formats/dcgm/diag'
import { dcgmDiagFragment } from '@shared/formats/dcgm/diag-fragment'
import { dcgmDiagJson } from '@shared/formats/dcgm/diag-json'
import { describe, expect, it } from 'vitest'
import { fixture, only } from './fixture'

describe('dcgmi diag', () => {
  it('reads a table of 3.x: results by GPU, cut texts joined, PCIe figures', () => {
    const { value, quality } = only(dcgmDiag, fixture('diag/3.3-r3-fail.txt'))
    expect(quality).toBe('full')
    expect(value.version?.value).toBe('3.3.9')
    expect(value.deviceIds?.value).toHaveLength(8)
    expect(value.tests.map(({ name, status }) => [name, status])).toEqual([
      ['Denylist', 'pass'],
      ['NVML Library', 'pass'],
      ['Persistence Mode', 'warn'],
      ['PCIe', 'pass'],
      ['GPU Memory', 'fail'],
      ['Targeted Stress', 'skip'],
    ])
    expect(value.tests[2]?.messages[0]?.value).toBe('Persistence Mode: Persistence mode for GPU 0 is disabled.')
    expect(value.tests[4]?.results.filter(({ status }) => status === 'fail').map(({ entity }) => entity.id)).toEqual([
      7,
    ])
    expect(value.pcie).toEqual([{ gpu: 0, gpuToHost: 24.02, hostToGpu: 25.93, line: 18 }])
    expect(value.ran).toEqual({ value: true, line: 2 })
  })

  it('reads one row an entity in 4.x', () => {
    const { value } = only(dcgmDiag, fixture('diag/4.4-entities.txt'))
    expect(value.tests.map(({ name, category, status }) => [name, category, status])).toEqual([
      ['software', 'Deployment', 'fail'],
      ['memory', 'Hardware', 'pass'],
      ['pcie', 'Integration', 'skip'],
    ])
    expect(value.tests[0]?.results.map(({ entity, status }) => [entity.id, status])).toEqual([
      [0, 'pass'],
      [1, 'fail'],
    ])
    expect(value.tests[0]?.messages).toMatchObject([
      { entity: { kind: 'gpu', id: 1 }, value: 'Persistence Mode: Persistence mode for GPU 1 is disabled.' },
    ])
  })

  it('says that a table without its end is cut', () => {
    const cut = fixture('diag/3.3-r3-fail.txt').split('\n').slice(0, 12).join('\n')
    const { value, quality } = only(dcgmDiag, cut)
    expect(quality).toBe('partial')
    expect(value.complete).toBe(false)
    expect(value.tests.map(({ name }) => name)).toEqual(['Denylist', 'NVML Library'])
  })

  it('reads JSON of 3.x behind other text, shouted words and numeric ids', () => {
    const { value } = only(dcgmDiagJson, fixture('diag/3.x.json'))
    expect(value.version?.value).toBe('3.3.9')
    expect(value.driver?.value).toBe('550.54.15')
    expect(value.tests.map(({ name, status }) => [name, status])).toEqual([
      ['Denylist', 'pass'],
      ['Persistence Mode', 'fail'],
      ['PCIe', 'fail'],
    ])
    expect(value.tests[1]?.results[0]?.entity.id).toBe(0)
    expect(value.tests[1]?.messages[0]).toMatchObject({ kind: 'warning', errorId: 41, errorSeverity: 5 })
    expect(value.tests[2]?.messages[0]).toMatchObject({
      errorId: 14,
      errorCategory: 11,
      value: "GPU 0's NvLink link 4 is currently down",
    })
    expect(value.pcie).toMatchObject([{ gpu: 0, gpuToHost: 24.02, bidirectionalLatency: 5.019 }])
  })

  it('reads JSON of 4.x: entities, summaries, tests that ran on nothing', () => {
    const { value } = only(dcgmDiagJson, fixture('diag/4.x.json'))
    expect(value.version?.value).toBe('4.4.2')
    expect(value.deviceIds?.value).toEqual(['2330', '2330'])
    expect(value.tests.map(({ name, status }) => [name, status])).toEqual([
      ['memory', 'fail'],
      ['eud', 'skip'],
    ])
    expect(value.tests[0]?.results.map(({ entity, status }) => [entity.text, status])).toEqual([
      ['GPU 0', 'pass'],
      ['GPU 1', 'fail'],
    ])
    expect(value.tests[0]?.messages.map(({ kind }) => kind)).toEqual(['warning', 'info'])
  })

  it('keeps the reason of a failed start', () => {
    const { value } = only(dcgmDiagJson, fixture('diag/4.x-runtime-error.json'))
    expect(value.messages[0]?.kind).toBe('error')
    expect(value.messages[0]?.value).toContain('Host engine connection invalid')
    expect(value.tests).toEqual([])
  })

  it('reads the figures of a lone info string', () => {
    const line = '"info" : "GPU 1 GPU to Host bandwidth:\\t\\t24.02 GB/s, GPU 1 bidirectional bandwidth:\\t39.32 GB/s",'
    const { value, quality } = only(dcgmDiagFragment, line)
    expect(value.pcie).toEqual([{ gpu: 1, gpuToHost: 24.02, bidirectional: 39.32, line: 1 }])
    expect(quality).toBe('partial')
  })
})
