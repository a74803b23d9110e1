import { describe, expect, it } from 'vitest'
import { smiError } from '@shared/formats/nvidia-smi/command-error'
import { dmon } from '@shared/formats/nvidia-smi/dmon'
import { pmon } from '@shared/formats/nvidia-smi/pmon'
import { queryCsv } from '@shared/formats/nvidia-smi/query-csv'
import { smiTable } from '@shared/formats/nvidia-smi/table'
import { smiVersion } from '@shared/formats/nvidia-smi/version'
import { parseAll, parseLines } from '../../../support/cursor'
import { fixture } from './fixtures'

describe('the table', () => {
  it('reads R460: cut names, ERR! cells, a process, a warning below', () => {
    const text = fixture('synthetic/table-r460.txt')
    const { value, begin, taken, unread } = parseLines(smiTable, text)
    expect([begin, taken.length, unread]).toEqual([1, text.trimEnd().split('\n').length, []])
    expect(value).toMatchObject({
      driver: { value: '460.32.03', line: 3 },
      cuda: { value: '11.2', line: 3 },
      timestamp: { value: 'Fri Jun 11 19:27:00 2021', line: 1 },
      complete: false,
    })
    expect(value?.gpus.map((gpu) => [gpu.index?.value, gpu.busId?.value, gpu.headerLine])).toEqual([
      [0, '00000001:00:00.0', 9],
      [1, '00000002:00:00.0', 13],
    ])
    expect(value?.gpus[0]?.values).toMatchObject({
      name: { value: 'Tesla V100-SXM2...', line: 9 },
      'ecc.volatile.uncorrected': { value: '2', line: 9 },
      persistence: { value: 'Disabled' },
      'temperature.gpu': { value: '40 C', line: 10 },
      'power.draw': { value: '43 W' },
      'memory.total': { value: '32510 MiB' },
      'mig.current': { value: 'N/A', line: 11 },
    })
    expect(value?.gpus[1]?.values).toMatchObject({
      fanSpeed: { value: 'ERR!' },
      'power.draw': { value: 'ERR!' },
      'utilization.gpu': { value: '97 %' },
      'ecc.current': { value: 'Disabled' },
    })
    expect(value?.processes).toEqual([
      { line: 23, gpuIndex: 1, pid: 4711, type: 'C', name: 'python3 train.py', memory: '509 MiB' },
    ])
    expect(value?.warnings).toEqual([
      { text: 'WARNING: infoROM is corrupted at gpu 0002:00:00.0', busId: '0002:00:00.0', line: 25 },
    ])
  })

  it('reads R610 with MIG devices', () => {
    const { value, unread } = parseLines(smiTable, fixture('synthetic/table-mig-r610.txt'))
    expect(value).toMatchObject({
      driver: { value: '610.57.04' },
      kmd: { value: '610.57.04' },
      cuda: { value: '13.3' },
    })
    expect(value?.gpus[0]?.mig).toEqual([{ line: 20, gpuInstance: 2, computeInstance: 0, index: 0 }])
    expect(value?.gpus[0]?.values['mig.current']?.value).toBe('Enabled')
    expect(unread).toEqual([])
  })

  it('reads an own capture, and each table of a loop', () => {
    const text = fixture('h200x2-node-a/nvidia-smi.txt')
    expect(parseLines(smiTable, text).value?.gpus.map((gpu) => gpu.values.name?.value)).toEqual([
      'NVIDIA H200',
      'NVIDIA H200',
    ])
    expect(parseAll(smiTable, text + text)).toHaveLength(2)
    const wrapped = text.replace(/^(\|.{70,}) (?=\S+ +\|$)/gm, '$1\n')
    expect(parseLines(smiTable, wrapped).value?.gpus.map((gpu) => gpu.values['memory.total']?.value)).toEqual([
      '143771 MiB',
      '143771 MiB',
    ])
  })

  it('marks a GPU whose rows are cut', () => {
    const lines = fixture('h200x2-node-a/nvidia-smi.txt').split('\n')
    const at = lines.findIndex((line) => /^\|\s+1\s+NVIDIA/.test(line))
    const { value } = parseLines(smiTable, lines.slice(0, at + 1).join('\n'))
    expect(value?.gpus.map((gpu) => gpu.damaged)).toEqual([undefined, true])
  })
})

describe('CSV queries', () => {
  it('reads own captures: one round, and a loop with times', () => {
    const one = parseLines(queryCsv, fixture('h200x2-node-a/nvidia-smi-query-gpu.csv')).value
    expect(
      one?.gpus.map((gpu) => [
        gpu.index?.value,
        gpu.busId?.value,
        gpu.headerLine,
        gpu.values['pcie.width.current']?.value,
      ]),
    ).toEqual([
      [0, '00000000:00:06.0', 3, '16'],
      [1, '00000000:00:07.0', 4, '16'],
    ])
    expect(one?.driver).toEqual({ value: '580.159.04', line: 3 })
    const loop = parseLines(queryCsv, fixture('h200x2-node-b/nvidia-smi-query-gpu-loop.csv'))
    expect(loop.value?.gpus).toHaveLength(8)
    expect(loop.value?.gpus[2]).toMatchObject({
      index: { value: 0 },
      time: { value: '2026/11/30 18:28:00.594', line: 4 },
      values: { 'power.draw': { value: '263.74 W', line: 4 }, 'reasons.mask': { value: '0x0000000000000000' } },
    })
    expect(loop.unread).toEqual([])
  })

  it('gives values their unit back when nounits left it in the header', () => {
    const { value } = parseLines(
      queryCsv,
      'index, power.draw [W], memory.total [MiB], clocks.current.sm [MHz]\n0, 81.69, 143771, [N/A]\n',
    )
    expect(
      Object.fromEntries(Object.entries(value?.gpus[0]?.values ?? {}).map(([field, at]) => [field, at.value])),
    ).toEqual({ 'power.draw': '81.69 W', 'memory.total': '143771 MiB', 'clocks.sm': '[N/A]' })
  })

  it('reads processes, commas in their names included', () => {
    const { value } = parseLines(
      queryCsv,
      'gpu_uuid, pid, process_name, used_gpu_memory [MiB]\nGPU-1, 4711, python3 a.py x, y, 512 MiB\n',
    )
    expect(value?.processes).toEqual([
      { line: 2, uuid: 'GPU-1', pid: 4711, name: 'python3 a.py x, y', memory: '512 MiB' },
    ])
  })

  it('reads rows without a header only with the command', () => {
    const row = '0, NVIDIA H200, 16\n1, NVIDIA H200, 8\n'
    expect(parseLines(queryCsv, row).value).toBeNull()
    const { value } = parseLines(queryCsv, row, {
      command: 'nvidia-smi --query-gpu=index,name,pcie.link.width.current --format=csv,noheader',
    })
    expect(value?.gpus.map((gpu) => [gpu.index?.value, gpu.values['pcie.width.current']?.value])).toEqual([
      [0, '16'],
      [1, '8'],
    ])
    expect(
      parseLines(queryCsv, 'some, words, NVIDIA here\n', {
        command: 'nvidia-smi --query-gpu=index,name,pcie.link.width.current --format=csv,noheader',
      }).value,
    ).toBeNull()
  })

  it('reads a query of one field, spreadsheets and repeated headers', () => {
    expect(parseLines(queryCsv, 'driver_version\n580.159.04\n580.159.04\n').value?.driver).toEqual({
      value: '580.159.04',
      line: 2,
    })
    expect(parseLines(queryCsv, 'memory.used [MiB]\n12 MiB\nwhatever\n').taken).toEqual([1, 2])
    expect(
      parseLines(queryCsv, '"index","name","utilization.gpu [%]"\n"0","NVIDIA H200","7 %"\n').value?.gpus[0]?.values[
        'utilization.gpu'
      ]?.value,
    ).toBe('7 %')
    expect(
      parseLines(queryCsv, 'index, pstate\n0, P0\nindex, pstate\n0, P2\n').value?.gpus.map(
        (gpu) => gpu.values.pstate?.value,
      ),
    ).toEqual(['P0', 'P2'])
  })

  it('ends at the first line that is no row, and notes a cut one', () => {
    const { value, taken, unread } = parseLines(
      queryCsv,
      'index, name, pstate\n0, NVIDIA H200, P0\n1, NVIDIA\n2, NVIDIA H200, P0\n$ next\n',
    )
    expect(value?.gpus.map((gpu) => gpu.index?.value)).toEqual([0, 2])
    expect([taken, unread]).toEqual([[1, 2, 3, 4], [3]])
  })

  it('keeps a long series within bounds', () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => `${i % 2}, ${i} W`).join('\n')
    const { value, remarks } = parseLines(queryCsv, `index, power.draw [W]\n${rows}\n`)
    expect(value?.gpus.length).toBeLessThan(20_000)
    expect(value?.gpus.filter((gpu) => gpu.index?.value === 0).length).toBe(
      value?.gpus.filter((gpu) => gpu.index?.value === 1).length,
    )
    expect(remarks).toHaveLength(1)
  })

  it.each(['name, index of the thing', 'index,foo', 'pid, something', 'a, b, c', 'name: x, uuid: y'])(
    'leaves "%s" alone',
    (text) => {
      expect(parseLines(queryCsv, `${text}\n1, 2\n`).value).toBeNull()
    },
  )
})

describe('monitors', () => {
  it('reads own dmon captures', () => {
    const { value, taken } = parseLines(dmon, fixture('h200x2-node-b/nvidia-smi-dmon-load.txt'))
    expect(value?.columns.slice(0, 3)).toEqual([
      { name: 'gpu', unit: '' },
      { name: 'pwr', unit: 'W' },
      { name: 'gtemp', unit: 'C' },
    ])
    expect(value?.rows).toHaveLength(10)
    expect(value?.rows[1]).toMatchObject({ line: 4, gpu: 1, cells: { pwr: '254', sm: '100', pci: '0', rxpci: '15' } })
    expect(taken).toHaveLength(12)
  })

  it('reads times, missing values, repeated headers and the CSV form', () => {
    const text =
      '#Date       Time        gpu    pwr  gtemp\n#YYYYMMDD   HH:MM:SS    Idx      W      C\n 20261130   18:27:59      0     81      -\n#Date       Time        gpu    pwr  gtemp\n#YYYYMMDD   HH:MM:SS    Idx      W      C\n 20261130   18:28:00      0     82     41\n'
    expect(parseLines(dmon, text).value?.rows).toEqual([
      { line: 3, gpu: 0, time: '20261130 18:27:59', cells: { pwr: '81' } },
      { line: 6, gpu: 0, time: '20261130 18:28:00', cells: { pwr: '82', gtemp: '41' } },
    ])
    expect(parseLines(dmon, '#gpu, pwr, gtemp\n#Idx, W, C\n0, 81, 41\n').value?.rows[0]?.cells).toEqual({
      pwr: '81',
      gtemp: '41',
    })
  })

  it('reads pmon with blanks in the command', () => {
    const text =
      '# gpu         pid   type     sm    mem    enc    dec    command\n# Idx           #    C/G      %      %      %      %    name\n    0       4711     C     97     36      -      -    python3 train.py\n    1          -     -      -      -      -      -    -\n'
    expect(parseLines(dmon, text).value).toBeNull()
    expect(parseLines(pmon, text).value?.rows).toEqual([
      { line: 3, gpu: 0, cells: { pid: '4711', type: 'C', sm: '97', mem: '36', command: 'python3 train.py' } },
      { line: 4, gpu: 1, cells: {} },
    ])
  })
})

describe('versions and failures', () => {
  it('reads --version of R590 and R610', () => {
    expect(
      parseLines(
        smiVersion,
        'NVIDIA-SMI version  : 590.48.01\nNVML version        : 590.48\nDRIVER version      : 590.48.01\nCUDA Version        : 13.1\n',
      ).value,
    ).toEqual({
      smi: { value: '590.48.01', line: 1 },
      nvml: { value: '590.48', line: 2 },
      driver: { value: '590.48.01', line: 3 },
      cuda: { value: '13.1', line: 4 },
    })
    expect(
      parseLines(
        smiVersion,
        'NVIDIA-SMI version  : 610.57.04\nDRIVER version      : Deprecated, see "KMD version" instead\nCUDA version        : Deprecated, see "CUDA UMD version" instead\nKMD version         : 610.57.04\nCUDA UMD version    : 13.3\n',
      ).value,
    ).toEqual({
      smi: { value: '610.57.04', line: 1 },
      driver: { value: '610.57.04', line: 4 },
      cuda: { value: '13.3', line: 5 },
    })
  })

  it.each([
    [
      'Unable to determine the device handle for GPU 0000:0B:00.0: Unknown Error',
      { kind: 'device-handle', busId: '0000:0B:00.0' },
    ],
    [
      'Unable to determine the device handle for GPU0000:65:00.0: Unknown Error',
      { kind: 'device-handle', busId: '0000:65:00.0' },
    ],
    [
      'Unable to determine the device handle for GPU3: 0000:5F:00.0: Unknown Error',
      { kind: 'device-handle', busId: '0000:5F:00.0', gpuIndex: 3 },
    ],
    ['Unable to determine the device handle for GPU2: Unknown Error', { kind: 'device-handle', gpuIndex: 2 }],
    [
      'Unable to determine the device handle for gpu 0000:3B:00.0: GPU is lost.  Reboot the system to recover this GPU',
      { kind: 'gpu-lost', busId: '0000:3B:00.0' },
    ],
    ['Failed to initialize NVML: Unknown Error', { kind: 'other' }],
    ['Failed to initialize NVML: GPU access blocked by the operating system', { kind: 'permission' }],
    [
      "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.",
      { kind: 'no-driver' },
    ],
    ['No devices were found', { kind: 'no-devices' }],
    ["ERROR: Option -m is missing its value. Please run 'nvidia-smi -h' for help.", { kind: 'bad-option' }],
    ['Option "-p2p" is missing its value.', { kind: 'bad-option' }],
    ['The -i command line argument must be used in conjunction with -n or -p.', { kind: 'bad-option' }],
    ['bash: nvidia-smi: command not found', { kind: 'not-found' }],
    ["'nvidia-smi' is not recognized as an internal or external command,", { kind: 'not-found' }],
    ['WARNING: infoROM is corrupted at gpu 0008:00:00.0', { kind: 'inforom', busId: '0008:00:00.0' }],
  ])('reads "%s"', (text, expected) => {
    const { value } = parseLines(smiError, text)
    expect(value).toEqual({ ...expected, text, line: 1 })
  })

  it('takes the library version under a mismatch', () => {
    const { value, taken } = parseLines(
      smiError,
      'Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 535.154\nmore\n',
    )
    expect(value).toMatchObject({ kind: 'driver-mismatch', libraryVersion: { value: '535.154', line: 2 } })
    expect(taken).toEqual([1, 2])
  })
})
