import { dcgmNvlinkErrors } from '@shared/formats/dcgm/nvlink-errors'
import { dcgmNvlinkErrorsJson } from '@shared/formats/dcgm/nvlink-errors-json'
import { dcgmNvlinkStatus } from '@shared/formats/dcgm/nvlink-status'
import { dcgmTopology } from '@shared/formats/dcgm/topology'
import { describe, expect, it } from 'vitest'
import { fixture, only } from './fixture'

describe('dcgmi nvlink -s', () => {
  it('finds the one link that is down and keeps switches apart', () => {
    const { value, quality } = only(dcgmNvlinkStatus, fixture('nvlink/status-3.3-h100-one-down.txt'))
    expect(quality).toBe('full')
    expect(value.generation).toBe('3.x-4.5')
    expect(value.gpus).toHaveLength(8)
    expect(
      value.gpus.flatMap((gpu) => gpu.states.flatMap((state, link) => (state === 'inactive' ? [[gpu.id, link]] : []))),
    ).toEqual([[3, 7]])
    expect(value.gpus[3]?.rowLine).toBe(13)
    expect(value.switches.map(({ id, states }) => [id, states.length])).toEqual([
      [8, 64],
      [9, 64],
    ])
  })

  it('reads the wide rows of 4.6 with entity ids below', () => {
    const { value } = only(dcgmNvlinkStatus, fixture('nvlink/status-4.6-wide.txt'))
    expect(value.generation).toBe('4.6+')
    expect(value.gpus[0]?.states.filter((state) => state === 'unsupported')).toHaveLength(18)
    expect(value.switchesNotFound).toEqual({ value: true, line: 10 })
  })

  it('says that a short row is cut', () => {
    expect(only(dcgmNvlinkStatus, fixture('nvlink/status-cut.txt')).quality).toBe('partial')
  })
})

describe('dcgmi nvlink -e', () => {
  it('reads counters per link, with holes in the numbering', () => {
    const { value, quality } = only(dcgmNvlinkErrors, fixture('nvlink/errors-3.x.txt'))
    expect(value.gpu).toBe(2)
    expect(value.links.map(({ index }) => index)).toEqual([0, 1, 3])
    expect(value.links[2]?.counters.find(({ counter }) => counter === 'Replay Error')).toMatchObject({
      value: 2,
      line: 20,
    })
    expect(quality).toBe('partial')
  })

  it('reads the sums of Blackwell, rates included', () => {
    const { value } = only(dcgmNvlinkErrors, fixture('nvlink/errors-4.x-blackwell.txt'))
    expect(value.links).toEqual([])
    expect(value.totals.map(({ counter, value: number }) => [counter, number])).toEqual([
      ['Malformed Packet Error', 0],
      ['Rx Error', 12],
      ['Symbol BER', 1.5e-12],
      ['Effective BER', 0],
    ])
  })

  it('reads the flat rows of 1.x', () => {
    const { value } = only(dcgmNvlinkErrors, fixture('nvlink/errors-1.x.txt'))
    expect(value.links[0]?.counters.map(({ counter, value: number }) => [counter, number])).toEqual([
      ['CRC FLIT Error', 0],
      ['Replay Error', 3],
    ])
  })

  it('reads JSON whose keys are sorted by text, and keeps what a cut one holds', () => {
    const link = (i: number): string => `"Link ${i}" : {\n"children" : {\n"Replay Error" : {\n"value" : "${i}"\n}\n}\n}`
    const json = `{\n"body" : {\n${[0, 1, 10, 2].map(link).join(',\n')}\n},\n"header" : [\n"NVLINK Error Counts",\n"GPU 5"\n]\n}\n`
    const { value, quality } = only(dcgmNvlinkErrorsJson, json)
    expect(value.gpu).toBe(5)
    expect(value.links.map(({ index }) => index)).toEqual([0, 1, 2, 10])
    expect(value.links[3]?.counters[0]).toMatchObject({ value: 10, line: 19 })
    expect(quality).toBe('full')
  })
})

describe('dcgmi topo', () => {
  it('reads PCIe and NVLink phrases of a pair', () => {
    const { value } = only(dcgmTopology, fixture('other/topo-4gpu.txt'))
    expect(value.cpuAffinity?.value).toBe('0 - 31, 64 - 95')
    expect(value.paths.map(({ gpu, level, nvlinks }) => [gpu, level, nvlinks])).toEqual([
      [1, 'PXB', 12],
      [2, 'NODE-or-SYS', 1],
      [3, 'unknown', undefined],
    ])
    expect(value.paths[1]?.links).toEqual([4])
  })
})
