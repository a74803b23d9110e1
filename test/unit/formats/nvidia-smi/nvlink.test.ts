import { describe, expect, it } from 'vitest'
import { gpuList } from '@shared/formats/nvidia-smi/list'
import { nvlinkCapabilities } from '@shared/formats/nvidia-smi/nvlink-capabilities'
import { nvlinkErrors } from '@shared/formats/nvidia-smi/nvlink-errors'
import { nvlinkInfo } from '@shared/formats/nvidia-smi/nvlink-info'
import { nvlinkOther } from '@shared/formats/nvidia-smi/nvlink-other'
import { nvlinkPci } from '@shared/formats/nvidia-smi/nvlink-pci'
import { nvlinkRemote } from '@shared/formats/nvidia-smi/nvlink-remote'
import { nvlinkStatus } from '@shared/formats/nvidia-smi/nvlink-status'
import { nvlinkThroughput } from '@shared/formats/nvidia-smi/nvlink-throughput'
import { parseAll, parseLines } from '../../../support/cursor'
import { fixture } from './fixtures'

const header = (i: number, name = 'NVIDIA H100 80GB HBM3') =>
  `GPU ${i}: ${name} (UUID: GPU-0c00000${i}-0001-0001-0001-0000a0000001)`
const links = (from: number, to: number, text: string) =>
  Array.from({ length: to - from }, (_, i) => `\t Link ${from + i}: ${text}`)

describe('nvlink -s', () => {
  it('reads an own capture', () => {
    const { value, begin, taken, unread } = parseLines(nvlinkStatus, fixture('h200x2-node-a/nvidia-smi-nvlink-s.txt'))
    expect(
      value?.gpus.map((gpu) => [gpu.index, gpu.name, gpu.uuid, gpu.line, gpu.endLine, gpu.links.length, gpu.damaged]),
    ).toEqual([
      [0, 'NVIDIA H200', 'GPU-a0000001-1111-2222-3333-0000a0000001', 2, 20, 18, false],
      [1, 'NVIDIA H200', 'GPU-a0000002-1111-2222-3333-0000a0000002', 21, 39, 18, false],
    ])
    expect(value?.gpus[1]?.links[17]).toEqual({
      index: 17,
      line: 39,
      state: 'active',
      gigabytesPerSecond: 26.562,
      text: '26.562 GB/s',
    })
    expect([begin, taken.length, unread]).toEqual([2, 38, []])
    expect(value?.partial).toBe(false)
  })

  it('reads inactive links, in every spelling a copy gives them', () => {
    const text = [
      header(0),
      '  Link 0: 25.781 GB/s',
      'Link 1: <inactive>',
      '         Link 2: &lt;inactive&gt;',
      '\tLink 3: <disabled>',
      ' Link 4: ',
    ].join('\n')
    const { value, damaged } = parseLines(nvlinkStatus, text)
    expect(value?.gpus[0]?.links.map((link) => link.state)).toEqual(['active', 'inactive', 'inactive', 'disabled'])
    // A web page swallowed `<inactive>`: the state is not known.
    expect(value?.gpus[0]?.damaged).toBe(true)
    expect(damaged.length).toBeGreaterThan(0)
  })

  it.each([
    ['NVML: Unable to retrieve NVLink information as all links are inActive', 'all-inactive'],
    ['NVML: Unable to retrieve Nvlink information as all links are inactive', 'all-inactive'],
    ['Nvlink queries are not supported for Devices in MIG mode', 'mig'],
    ['Device does not have or support Nvlink', 'not-supported'],
    ['NVML: Unable to retrieve NVLink information for link 0: Unknown Error', 'error'],
    ['NVML: Unable to retrieve NVLink information for link 0: GPU is lost', 'error'],
    ['NVML: Unable to retrieve NVLink information for link 0: Not Supported', 'not-supported'],
  ])('understands "%s"', (sentence, value) => {
    const { value: read } = parseLines(
      nvlinkStatus,
      `${header(0)}\n${links(0, 2, '25 GB/s').join('\n')}\n${header(1)}\n${sentence}\n`,
    )
    expect(read?.gpus[1]?.message).toEqual({ value, text: sentence, line: 5 })
    expect(read?.gpus[1]?.damaged).toBe(false)
    expect(parseLines(nvlinkStatus, `${header(0)}\n${sentence}`).value?.gpus[0]?.message?.value).toBe(value)
  })

  it('marks what an author left out', () => {
    const text = [
      header(0),
      ...links(0, 8, '26.562 GB/s'),
      header(1),
      ...links(0, 8, '26.562 GB/s'),
      '...',
      header(7),
      ...links(0, 8, '26.562 GB/s'),
    ].join('\n')
    const { value } = parseLines(nvlinkStatus, text)
    expect(value?.partial).toBe(true)
    expect(value?.gpus.map((gpu) => [gpu.index, gpu.damaged])).toEqual([
      [0, false],
      [1, false],
      [7, false],
    ])
    const inner = parseLines(
      nvlinkStatus,
      [header(0), ...links(0, 2, '25 GB/s'), '   [...]', ...links(11, 12, '25 GB/s')].join('\n'),
    )
    expect(inner.value?.gpus[0]?.damaged).toBe(true)
    const tail = parseLines(
      nvlinkStatus,
      [header(0), ...links(0, 18, '25 GB/s'), header(1), ...links(0, 2, '25 GB/s'), '...'].join('\n'),
    )
    expect(tail.value?.gpus.map((gpu) => gpu.damaged)).toEqual([false, true])
  })

  it('never calls a GPU whole when any of its lines is gone', () => {
    const lines = [header(0), ...links(0, 18, '26.562 GB/s'), header(1), ...links(0, 18, '26.562 GB/s')]
    lines.forEach((line, i) => {
      const { value } = parseLines(nvlinkStatus, lines.toSpliced(i, 1).join('\n'))
      for (const gpu of value?.gpus ?? []) if (!gpu.damaged) expect([line, gpu.links.length]).toEqual([line, 18])
    })
    for (let i = 1; i < lines.length; i++) {
      const { value } = parseLines(nvlinkStatus, lines.slice(0, i).join('\n'))
      const second = value?.gpus[1]
      if (second && !second.damaged) expect(second.links).toHaveLength(18)
    }
  })

  it('reads headers without or with a masked UUID, and -i N as a part', () => {
    const { value } = parseLines(
      nvlinkStatus,
      'GPU 12: Tesla V100-SXM2-32GB (UUID: GPU-xxx)\n Link 0: 25.781 GB/s\nGPU 13: Tesla V100-SXM2-32GB\n Link 0: 25.781 GB/s\n',
    )
    expect(value?.gpus.map((gpu) => [gpu.index, gpu.name, gpu.uuid])).toEqual([
      [12, 'Tesla V100-SXM2-32GB', undefined],
      [13, 'Tesla V100-SXM2-32GB', undefined],
    ])
    expect(value?.partial).toBe(true)
    expect(
      parseLines(nvlinkStatus, `${header(0)}\n Link 0: 25 GB/s`, { command: 'nvidia-smi nvlink -s -i 0' }).value
        ?.partial,
    ).toBe(true)
  })

  it('leaves ppu-smi alone', () => {
    expect(parseLines(nvlinkStatus, 'PPU 0: PPU-ZW810 (UUID: PPU-0001)\n  Link 0: 50 GB/s').value).toBeNull()
  })
})

describe('the other nvlink commands', () => {
  it('reads error counters of Hopper with blank lines between links', () => {
    const { value, taken } = parseLines(nvlinkErrors, fixture('h200x2-node-a/nvidia-smi-nvlink-e.txt'))
    expect(value?.gpus.map((gpu) => gpu.links.length)).toEqual([18, 18])
    expect(value?.gpus[0]?.links[1]).toEqual({
      index: 1,
      line: 7,
      counters: [
        { counter: 'Replay Errors', text: '0', line: 7, value: 0 },
        { counter: 'Recovery Errors', text: '0', line: 8, value: 0 },
        { counter: 'CRC Errors', text: '0', line: 9, value: 0 },
      ],
    })
    expect(taken.at(0)).toBe(2)
  })

  it('reads error counters of Blackwell: floats, names with a dash, units, words', () => {
    const { value, unread } = parseLines(nvlinkErrors, fixture('synthetic/nvlink-e-blackwell.txt'))
    expect(value?.gpus[0]?.links[0]?.counters.map(({ counter, value: number }) => [counter, number])).toEqual([
      ['Tx packets', 14112],
      ['Tx bytes', 1806336],
      ['Malformed packet Errors', 0],
      ['Link recovery successful events', 505],
      ['Link recovery failed events', 2],
      ['Effective BER', 15e-255],
      ['Symbol BER', 3e-12],
      ['FEC Errors - 0', 36140749276],
      ['FEC Errors - 15', 0],
      ['Raw BER Lane 0', undefined],
    ])
    expect(value?.gpus[0]?.links[1]?.counters[0]).toMatchObject({ value: 7, line: 12 })
    expect(unread).toEqual([])
  })

  it('reads far ends, and hides what a virtual machine hides', () => {
    const own = parseLines(nvlinkRemote, fixture('h200x2-node-a/nvidia-smi-nvlink-R.txt')).value
    expect(own?.gpus[0]?.links[3]).toEqual({ index: 3, line: 6, text: 'FFFFFFFF:FF:FF.0', hidden: true })
    const { value } = parseLines(nvlinkRemote, `${header(0)}\n\t Link 0: Remote Device 0000000A:00:00.0: Link 47\n`)
    expect(value?.gpus[0]?.links[0]).toEqual({
      index: 0,
      line: 2,
      text: '0000000A:00:00.0',
      hidden: false,
      busId: '000a:00:00.0',
      remoteLink: 47,
    })
    expect(
      parseLines(nvlinkPci, fixture('h200x2-node-a/nvidia-smi-nvlink-p.txt')).value?.gpus[1]?.links[17],
    ).toMatchObject({ index: 17, hidden: true })
    expect(parseLines(nvlinkPci, `${header(0)}\n\t Link 0: 00000000:D5:00.0\n`).value?.gpus[0]?.links[0]).toMatchObject(
      { busId: '0000:d5:00.0' },
    )
  })

  it('reads capabilities, traffic, firmware and C2C', () => {
    const capabilities = parseLines(nvlinkCapabilities, fixture('h200x2-node-a/nvidia-smi-nvlink-c.txt')).value
    expect(capabilities?.gpus[0]?.links).toHaveLength(18)
    expect(capabilities?.gpus[0]?.links[0]?.capabilities[0]).toEqual({ name: 'P2P is supported', value: true, line: 3 })
    const traffic = parseLines(nvlinkThroughput, fixture('h200x2-node-b/nvidia-smi-nvlink-gt-d-load-1.txt')).value
    expect(traffic?.gpus[0]?.links[0]?.counters.map(({ kind, direction, line }) => [kind, direction, line])).toEqual([
      ['data', 'tx', 2],
      ['data', 'rx', 3],
    ])
    const old = parseLines(nvlinkThroughput, `${header(0)}\n  Link 0: Rx0: 51 KBytes, Tx0: 7 KBytes\n`).value
    expect(old?.gpus[0]?.links[0]?.counters).toEqual([
      { kind: 'counter', direction: 'rx', kibibytes: 51, line: 2 },
      { kind: 'counter', direction: 'tx', kibibytes: 7, line: 2 },
    ])
    const info = parseLines(
      nvlinkInfo,
      `${header(0, 'NVIDIA GB200')}\n\t NVLE: disabled\n\t Firmware Version:\n\t     MSE: 14:4:0\n\t     NETIR: 36:2014:1862\n`,
    ).value
    expect(info?.gpus[0]?.entries).toEqual([
      { path: ['NVLE'], value: 'disabled', line: 2 },
      { path: ['Firmware Version', 'MSE'], value: '14:4:0', line: 4 },
      { path: ['Firmware Version', 'NETIR'], value: '36:2014:1862', line: 5 },
    ])
    expect(parseLines(nvlinkInfo, fixture('h200x2-node-a/nvidia-smi-nvlink-info.txt')).value?.gpus).toHaveLength(2)
    expect(
      parseLines(nvlinkOther, `${header(0, 'NVIDIA GH200 480GB')}\n\t C2C Link 0: 44.712 GB/s\n`).value?.gpus[0]?.lines,
    ).toEqual([{ text: 'C2C Link 0: 44.712 GB/s', line: 2 }])
  })

  it('gives each of several outputs without prompts to its own format', () => {
    const text = [
      header(0),
      header(1),
      header(0),
      ...links(0, 2, '25 GB/s'),
      header(1),
      ...links(0, 2, '25 GB/s'),
      header(0),
      ...links(0, 2, 'Replay Errors: 0'),
    ].join('\n')
    expect(parseAll(gpuList, text).map((block) => block.value?.gpus.length)).toEqual([2])
    expect(parseAll(nvlinkStatus, text).map((block) => block.value?.gpus.length)).toEqual([2])
    expect(parseAll(nvlinkErrors, text).map((block) => block.value?.gpus.length)).toEqual([1])
  })
})

describe('-L', () => {
  it('reads GPUs and their MIG devices', () => {
    const text = `${header(0)}\n  MIG 3g.40gb     Device  0: (UUID: MIG-0001)\n  MIG 1c.3g.71gb  Device  1: (UUID: MIG-GPU-0c/1/0)\n${header(1)}\n`
    expect(parseLines(gpuList, text).value?.gpus.map((gpu) => [gpu.index, gpu.name, gpu.line, gpu.mig])).toEqual([
      [
        0,
        'NVIDIA H100 80GB HBM3',
        1,
        [
          { profile: '3g.40gb', device: 0, uuid: 'MIG-0001', line: 2 },
          { profile: '1c.3g.71gb', device: 1, uuid: 'MIG-GPU-0c/1/0', line: 3 },
        ],
      ],
      [1, 'NVIDIA H100 80GB HBM3', 4, []],
    ])
    expect(parseLines(gpuList, fixture('h200x2-node-a/nvidia-smi-L.txt')).value?.gpus).toHaveLength(2)
  })
})
