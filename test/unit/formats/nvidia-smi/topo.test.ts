import { describe, expect, it } from 'vitest'
import { topoMatrix } from '@shared/formats/nvidia-smi/topo-matrix'
import { topoP2p } from '@shared/formats/nvidia-smi/topo-p2p'
import { topoSentences } from '@shared/formats/nvidia-smi/topo-sentences'
import { parseLines } from '../../../support/cursor'
import { fixture } from './fixtures'
import { topoText } from './topo-text'

describe('topo -m', () => {
  it('reads an own capture with its lines', () => {
    const { value, begin, taken } = parseLines(topoMatrix, fixture('h200x2-node-a/nvidia-smi-topo-m.txt'))
    expect(value).toEqual({
      devices: [
        { name: 'GPU0', kind: 'gpu', line: 3, cpuAffinity: '0-31', numaAffinity: '0', gpuNumaId: 'N/A' },
        { name: 'GPU1', kind: 'gpu', line: 4, cpuAffinity: '0-31', numaAffinity: '0', gpuNumaId: 'N/A' },
      ],
      cells: [
        ['X', 'NV18'],
        ['NV18', 'X'],
      ],
      form: 'matrix',
      legendHasNvLink: true,
      damaged: false,
      headerLine: 2,
    })
    expect([begin, taken.at(-1)]).toEqual([2, 14])
  })

  it('knows -mp by its legend when something stands below it, and by the command', () => {
    const text = fixture('h200x2-node-a/nvidia-smi-topo-mp.txt')
    expect(parseLines(topoMatrix, `${text}\n$ next`).value?.form).toBe('matrix-pci')
    // The line that explains NV# might have been cut off below.
    expect(parseLines(topoMatrix, text.trimEnd()).value?.form).toBe('unknown')
    expect(parseLines(topoMatrix, text.trimEnd(), { command: 'nvidia-smi topo -mp' }).value?.form).toBe('matrix-pci')
  })

  it('reads the layouts of old drivers: mlx names out of order, SOC, no NUMA column', () => {
    const { value } = parseLines(
      topoMatrix,
      [
        '\tGPU0\tGPU1\tmlx5_0\tmlx5_2\tmlx5_1\tCPU Affinity',
        'GPU0\t X \tSOC\tPIX\tSOC\tPHB\t0-9,20-29',
        'GPU1\tSOC\t X \tSOC\tPIX\tSOC\t10-19,30-39',
        'mlx5_0\tPIX\tSOC\t X \tSOC\tPHB\t',
        'mlx5_2\tSOC\tPIX\tSOC\t X \tSOC\t\t',
        'mlx5_1\tPHB\tSOC\tPHB\tSOC\t X \t',
        '',
        'Legend:',
        '',
        '  X   = Self',
        '  SOC  = Connection traversing PCIe as well as the SMP link between CPU sockets(e.g. QPI)',
      ].join('\n'),
    )
    expect(value?.devices.map((device) => [device.name, device.device])).toEqual([
      ['GPU0', undefined],
      ['GPU1', undefined],
      ['mlx5_0', 'mlx5_0'],
      ['mlx5_2', 'mlx5_2'],
      ['mlx5_1', 'mlx5_1'],
    ])
    expect(value?.devices[1]).toMatchObject({ cpuAffinity: '10-19,30-39' })
    expect(value?.cells[3]).toEqual(['SOC', 'PIX', 'SOC', 'X', 'SOC'])
    expect(value?.damaged).toBe(false)
  })

  it('reads names of other RDMA devices, and the preface about devices that are not shown', () => {
    const { value } = parseLines(
      topoMatrix,
      [
        '140 NICs found in the topology, only displaying 1 in the matrix.',
        '\tGPU0\thfi1_0\tCPU Affinity',
        'GPU0\t X \tPHB\t0-9',
        'hfi1_0\tPHB\t X \t',
      ].join('\n'),
    )
    expect(value).toMatchObject({
      nicsFound: 140,
      cells: [
        ['X', 'PHB'],
        ['PHB', 'X'],
      ],
    })
    expect(value?.devices[1]).toEqual({ name: 'hfi1_0', kind: 'nic', device: 'hfi1_0', line: 4 })
  })

  it('splits affinity columns that lost their separators, and leaves out what stays unclear', () => {
    const rows = (tails: readonly string[]) =>
      [
        `        GPU0    GPU1    CPU Affinity    NUMA Affinity   GPU NUMA ID`,
        `GPU0     X      NV18    ${tails[0]}`,
        `GPU1    NV18     X      ${tails[1]}`,
      ].join('\n')
    const affinities = (first: string, second: string) =>
      parseLines(topoMatrix, rows([first, second])).value?.devices.map(({ cpuAffinity, numaAffinity, gpuNumaId }) => [
        cpuAffinity,
        numaAffinity,
        gpuNumaId,
      ])
    expect(affinities('0-55,112-167  0N/A', '56-111,168-2231N/A')).toEqual([
      ['0-55,112-167', '0', 'N/A'],
      ['56-111,168-223', '1', 'N/A'],
    ])
    expect(affinities('', '88-91,184-187   1               N/A')).toEqual([
      [undefined, undefined, undefined],
      ['88-91,184-187', '1', 'N/A'],
    ])
    expect(affinities('N/A', 'N/A')).toEqual([
      [undefined, undefined, 'N/A'],
      [undefined, undefined, 'N/A'],
    ])
    expect(affinities('-31,64-95 0 N/A', '32-63,96-127 1 N/A')).toEqual([
      [undefined, '0', 'N/A'],
      ['32-63,96-127', '1', 'N/A'],
    ])
    expect(affinities('0-71    0               2', '72-143  1               18')).toEqual([
      ['0-71', '0', '2'],
      ['72-143', '1', '18'],
    ])
    expect(affinities('0-47    N/A             N/A', '0-47    0-1             N/A')).toEqual([
      ['0-47', 'N/A', 'N/A'],
      ['0-47', '0-1', 'N/A'],
    ])
  })

  it('keeps both directions of an asymmetric matrix', () => {
    const { value } = parseLines(topoMatrix, '\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV6\t0-9\nGPU1\tSYS\t X \t0-9\n')
    expect(value?.cells).toEqual([
      ['X', 'NV6'],
      ['SYS', 'X'],
    ])
    expect(value?.damaged).toBe(false)
  })

  it('keeps rows without a column out of the devices', () => {
    const { value } = parseLines(
      topoMatrix,
      '        GPU0    GPU1  CPU Affinity    NUMA Affinity\nGPU0     X      NV8   0-31       0\nGPU1    NV8      X    32-63      1\nNIC0    NODE    PIX\n',
    )
    expect(value?.devices.map((device) => device.name)).toEqual(['GPU0', 'GPU1'])
    expect(value?.damaged).toBe(true)
  })

  it('skips elided columns', () => {
    const { value } = parseLines(
      topoMatrix,
      '        GPU0    GPU1    ...    GPU7    CPU Affinity\nGPU0     X      NV18    ...    NV18    0-47\nGPU1    NV18     X      ...    NV18    0-47\nGPU7    NV18    NV18    ...     X      48-95\n',
    )
    expect(value?.devices.map((device) => device.name)).toEqual(['GPU0', 'GPU1', 'GPU7'])
    expect(value?.cells[2]).toEqual(['NV18', 'NV18', 'X'])
    expect(value?.damaged).toBe(true)
  })

  it('takes a wrapped legend and gives back what follows', () => {
    const text = topoText({ gpus: 2, nics: 1, nv: 'NV4' }).replace(
      'interconnect between NUMA nodes (e.g., QPI/UPI)',
      'inter\nconnect between NUMA nodes (e.g., QPI/UPI)',
    )
    const { taken, unread } = parseLines(topoMatrix, `${text}\nulimit soft: 65535\n`)
    expect(taken.at(-1)).toBe(text.trimEnd().split('\n').length)
    expect(unread).toEqual([])
  })

  it.each([
    ['ppu-smi', ' PPU0    X       PHB     SYS\n PPU1    PHB     X       SYS'],
    [
      'rocm-smi',
      '================ Weight between two GPUs ================\n       GPU0         GPU1         \nGPU0   0            40           \nGPU1   40           0            ',
    ],
    [
      'a made-up matrix with a CPU column',
      '        GPU0    GPU1    CPU\nGPU0     X      NV1     PHB\nGPU1    NV1      X      PHB\nCPU     PHB     PHB      X',
    ],
    ['a Markdown table', '| | GPU0 | GPU1 |\n|---|---|---|\n| GPU0 | X | NV4 |\n| GPU1 | NV4 | X |'],
    ['prose', 'GPU0 and GPU1 are on NODE 0, GPU2 is on SYS'],
    ['lines of another tool', 'GPU0 SYS memory ok\nGPU1 SYS memory ok'],
  ])('leaves %s alone', (_, text) => {
    expect(parseLines(topoMatrix, text).value).toBeNull()
    expect(parseLines(topoP2p, text).value).toBeNull()
  })
})

describe('topo -p2p', () => {
  it('reads an own capture, and what was asked from the command only', () => {
    const text = fixture('h200x2-node-a/nvidia-smi-topo-p2p-r.txt')
    const { value, taken } = parseLines(topoP2p, text)
    expect(value).toEqual({
      devices: [
        { name: 'GPU0', index: 0, line: 3 },
        { name: 'GPU1', index: 1, line: 4 },
      ],
      cells: [
        ['X', 'OK'],
        ['OK', 'X'],
      ],
      damaged: false,
      headerLine: 2,
    })
    expect(taken.at(-1)).toBe(14)
    expect(parseLines(topoP2p, text, { command: 'nvidia-smi topo -p2p w' }).value?.asked).toBe('write')
    expect(parseLines(topoP2p, text, { command: 'nvidia-smi topo -p2p rw' }).value?.asked).toBeUndefined()
    expect(parseLines(topoMatrix, text).value).toBeNull()
  })

  it('is damaged without its header or with rows missing, and never guesses a cell', () => {
    const text = ' \tGPU0\tGPU1\tGPU2\t\n GPU0\tX\tCNS\tOK\t\n GPU1\tCNS\tX\tDR\t\n GPU2\tOK\tDR\tX\t\n'
    expect(parseLines(topoP2p, text).value?.cells[1]).toEqual(['CNS', 'X', 'DR'])
    const lines = text.split('\n')
    expect(parseLines(topoP2p, lines.slice(1).join('\n')).value?.damaged).toBe(true)
    const cut = parseLines(topoP2p, lines.toSpliced(2, 1).join('\n')).value
    expect(cut?.cells[1]).toEqual(['', '', ''])
    expect(cut?.damaged).toBe(true)
  })

  it('tells a single GPU apart by the legend', () => {
    const text = ' \tGPU0\t\n GPU0\tX\t\n\nLegend:\n\n  X    = Self\n  OK   = Status Ok\n'
    expect(parseLines(topoP2p, text).value?.devices).toHaveLength(1)
    expect(parseLines(topoMatrix, text).value).toBeNull()
  })
})

describe('topo sentences', () => {
  it('reads nearest, path and CPU answers', () => {
    const { value } = parseLines(
      topoSentences,
      'Device 0 is connected to device 1 by way of multiple PCIe switches.\nDevice 0 is connected by way of an SMP interconnect link to device(s): 2, 3\nThe GPUs that have an affinity with CPU 0 are:\n0, 1\n',
    )
    expect(value?.sentences.map(({ kind, gpus, line, endLine }) => [kind, gpus, line, endLine])).toEqual([
      ['path', [0, 1], 1, 1],
      ['nearest', [2, 3], 2, 2],
      ['cpu-affinity', [0, 1], 3, 4],
    ])
  })
})
