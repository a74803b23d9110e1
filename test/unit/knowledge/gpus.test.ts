import { describe, expect, it } from 'vitest'
import { findGpu, gpuById, gpuByPciDevice } from '@shared/knowledge/gpus'
import { matchSystem, systemById } from '@shared/knowledge/systems'

describe('findGpu', () => {
  it.each([
    ['NVIDIA H100 80GB HBM3', 'h100-sxm-80'],
    ['NVIDIA H100', 'h100-sxm-94'],
    ['NVIDIA H100 PCIe', 'h100-pcie'],
    ['NVIDIA H100 NVL', 'h100-nvl'],
    ['NVIDIA H100 80GB HBM3 MIG 1g.10gb', 'h100-sxm-80'],
    ['NVIDIA A100-SXM4-80GB MIG 1c.3g.40gb', 'a100-sxm-80'],
    ['A100-SXM4-40GB', 'a100-sxm-40'],
    ['Tesla V100-SXM2-32GB', 'v100-sxm2-32'],
    ['Tesla T4', 't4'],
    ['NVIDIA H200', 'h200-sxm'],
    ['NVIDIA H200 NVL', 'h200-nvl'],
    ['NVIDIA GH200 480GB', 'gh200-480'],
    ['NVIDIA B300 SXM6 AC', 'b300'],
    ['NVIDIA GB200', 'gb200'],
    ['NVIDIA A800-SXM4-80GB', 'a800-sxm-80'],
    ['NVIDIA H800', 'h800-sxm'],
    ['NVIDIA H20', 'h20'],
    ['NVIDIA H20-3e', 'h20-3e'],
    ['NVIDIA L20', 'l20'],
    ['NVIDIA GeForce RTX 4090', 'rtx4090'],
  ])('knows %s', (name, id) => {
    expect(findGpu(name)?.id).toBe(id)
  })

  it.each([
    'NVIDIA Graphics Device',
    'NVIDIA L20X',
    'NVIDIA L20Y',
    'NVIDIA H100 80GB',
    'NVIDIA A100-40C',
    'GRID A100X-40C',
    'NVIDIA',
    '',
    'H',
  ])('does not guess %s', (name) => {
    expect(findGpu(name)).toBeUndefined()
  })

  it('keeps the products apart that decide false alarms', () => {
    expect(gpuById('h100-sxm-80')?.nvlink).toMatchObject({
      wiredLinks: 18,
      printedRate: 26.562,
      healthyPair: 'NV18',
      fourGpuBoardPair: 'NV6',
    })
    expect(gpuById('a800-sxm-80')?.nvlink).toMatchObject({ wiredLinks: 8, printedRate: 25, healthyPair: 'NV8' })
    expect(gpuById('h800-sxm')?.nvlink).toMatchObject({ wiredLinks: 8, healthyPair: 'NV8' })
    expect(gpuById('h100-nvl')?.nvlink).toMatchObject({
      links: 18,
      wiredLinks: 12,
      inactiveByDesign: [4, 5, 10, 11, 16, 17],
    })
    expect(gpuById('a100-sxm-80')?.nvlink).toMatchObject({
      wiredLinks: 12,
      healthyPair: 'NV12',
      fourGpuBoardPair: 'NV4',
    })
    expect(gpuById('v100-sxm2-32')?.nvlink).toMatchObject({ wiredLinks: 6, printedRate: 25.781, mesh: true })
    expect(gpuById('b200')?.nvlink).toMatchObject({ wiredLinks: 18, printedRate: 53.125 })
    expect(gpuById('l40s')?.nvlink).toBeUndefined()
  })

  it('knows what a board needs', () => {
    expect(gpuById('h200-sxm')).toMatchObject({
      isSxm: true,
      needsFabricManager: true,
      fabricStatePrinted: true,
      nvlsCapable: true,
    })
    expect(gpuById('a100-sxm-80')).toMatchObject({
      isSxm: true,
      needsFabricManager: true,
      fabricStatePrinted: false,
      nvlsCapable: false,
    })
    expect(gpuById('h100-nvl')).toMatchObject({
      isSxm: false,
      bridgeOnly: true,
      needsFabricManager: false,
      nvlsCapable: false,
    })
    expect(gpuById('gb200')).toMatchObject({
      isSxm: false,
      c2c: true,
      needsFabricManager: false,
      pcie: { judged: false },
    })
    expect(gpuById('rtx4090')).toMatchObject({ geforceNoPcieP2P: true })
  })

  it('reads PCI device ids in three spellings and refuses a shared one', () => {
    expect(gpuByPciDevice('0x2330')?.id).toBe('h100-sxm-80')
    expect(gpuByPciDevice('2335')?.id).toBe('h200-sxm')
    expect(gpuByPciDevice('0x233510DE')?.id).toBe('h200-sxm')
    expect(gpuByPciDevice('25b6')).toBeUndefined()
    expect(gpuByPciDevice('')).toBeUndefined()
  })
})

describe('matchSystem', () => {
  const eight = (id: string): readonly string[] => Array.from({ length: 8 }, () => id)

  it('answers the board family for GPUs alone', () => {
    expect(matchSystem({ gpuIds: eight('h100-sxm-80'), gpuCount: 8, pair: 'NV18' })).toMatchObject({
      system: { id: 'hgx-h100-8', nvswitches: 4 },
      confidence: 'board',
      partial: false,
    })
    expect(matchSystem({ gpuIds: ['a100-sxm-80'], gpuCount: 4, pair: 'NV4' })?.system.id).toBe('hgx-a100-4')
    expect(matchSystem({ gpuIds: ['a100-sxm-80'], gpuCount: 8 })?.system).toMatchObject({
      id: 'hgx-a100-8',
      nvswitches: 6,
    })
  })

  it('tells part of an 8-GPU board from a 4-GPU board by NV#', () => {
    expect(matchSystem({ gpuIds: ['h200-sxm'], gpuCount: 2, pair: 'NV18' })).toMatchObject({
      system: { id: 'hgx-h200-8' },
      partial: true,
    })
    expect(matchSystem({ gpuIds: ['h200-sxm'], gpuCount: 4, pair: 'NV6' })).toMatchObject({
      system: { id: 'hgx-h200-4' },
      partial: false,
    })
    expect(matchSystem({ gpuIds: ['h200-sxm'], gpuCount: 4 })?.confidence).toBe('likely')
  })

  it('names a cloud shape only on a hint', () => {
    expect(
      matchSystem({ gpuIds: eight('h100-sxm-80'), gpuCount: 8, hints: ['Amazon EC2', 'p5.48xlarge'] }),
    ).toMatchObject({
      system: { id: 'aws-p5' },
      confidence: 'named',
    })
    expect(
      matchSystem({ gpuIds: eight('a100-sxm-80'), gpuCount: 8, hints: ['/opt/microsoft/ndv4-topo.xml'] })?.system.id,
    ).toBe('azure-ndv4')
    expect(matchSystem({ gpuIds: eight('h200-sxm'), gpuCount: 8, hints: ['p4d.24xlarge'] })?.system.id).toBe(
      'hgx-h200-8',
    )
  })

  it('says nothing of mixed or unknown GPUs', () => {
    expect(matchSystem({ gpuIds: ['h200-sxm', 'h100-sxm-80'], gpuCount: 2 })).toBeUndefined()
    expect(matchSystem({ gpuIds: [], gpuCount: 8 })).toBeUndefined()
    expect(matchSystem({ gpuIds: ['h200-sxm'], gpuCount: 64 })).toBeUndefined()
    expect(systemById('no-such-system')).toBeUndefined()
  })
})
