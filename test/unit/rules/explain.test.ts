import { findingText } from '@shared/messages'
import type { Finding } from '@shared/model/finding'
import { analyse } from '@shared/pipeline/analyse'
import { dmesg, gpuList, ncclLog, ncclTests, nvlinkStatus, topoMatrix, type LogOptions } from '@shared/prove/texts'
import { describe, expect, it } from 'vitest'
import { readText } from '../../support/reading'

const GiB = 1024 ** 3
const h200 = 'NVIDIA H200'
const h100 = 'NVIDIA H100 80GB HBM3'

function findingsOf(files: Readonly<Record<string, string>>): readonly Finding[] {
  return analyse(Object.entries(files).map(([name, text]) => readText(text, name, name.split('/').slice(0, -1))))
    .findings
}

function pair(busbw: number, log: Partial<LogOptions>): Record<string, string> {
  const between = [ncclLog({ ranks: 2, host: 'gn-a07', ...log }).trimEnd()]
  return {
    'gn-a07/run.txt': ncclTests({ gpu: h200, count: 2, rows: [[GiB, busbw]], between }),
    'gn-a07/topo.txt': topoMatrix({ gpus: 2, pair: () => 'NV18' }),
    'gn-a07/gpus.txt': gpuList(h200, 2),
  }
}

describe('bandwidth is explained by the cause whose loss fits', () => {
  it('by shared memory, with the part of the loss that it accounts for', () => {
    const all = findingsOf(
      pair(27.5, { settings: { NCCL_P2P_DISABLE: '1' }, channels: 2, via: () => 'SHM/direct/direct' }),
    )
    const cause = all.find(({ rule }) => rule === 'nccl-p2p-disabled')
    expect(cause?.folds.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['busbw-below-expected', 'nccl-shm-inside-node']),
    )
    expect(cause?.data['explainsPercent']).toBe(100)
    for (const language of ['en', 'zh'] as const)
      expect(cause && findingText(cause, language).detail).toMatch(/100 %.*27\.5/)
  })

  it('by the protocol and not by the algorithm that is pinned beside it', () => {
    const all = findingsOf(pair(123.7, { settings: { NCCL_PROTO: 'LL', NCCL_ALGO: 'RING' } }))
    expect(all.find(({ rule }) => rule === 'nccl-proto-ll-pinned')?.folds.map(({ rule }) => rule)).toContain(
      'busbw-below-expected',
    )
  })

  it('by the channels and not by the protocol when both are pinned', () => {
    const all = findingsOf(pair(20.9, { settings: { NCCL_PROTO: 'LL128', NCCL_MAX_NCHANNELS: 1 }, channels: 1 }))
    const folded = (rule: string): readonly string[] =>
      all.find((one) => one.rule === rule)?.folds.map((one) => one.rule) ?? []
    expect(folded('nccl-channels-pinned')).toContain('busbw-below-expected')
    expect(folded('nccl-proto-ll-pinned')).not.toContain('busbw-below-expected')
  })

  it('by dead links in their share', () => {
    const inactive = { 3: [0, 1, 2, 3, 4, 5, 6, 7, 8] }
    const all = findingsOf({
      'gn-a07/run.txt': ncclTests({ gpu: h100, count: 8, rows: [[8 * GiB, 180]] }),
      'gn-a07/links.txt': nvlinkStatus({ name: h100, gpus: 8, links: 18, rate: '26.562', inactive }),
    })
    expect(all.find(({ rule }) => rule === 'nvlink-inactive')?.folds.map(({ rule }) => rule)).toContain(
      'busbw-below-expected',
    )
  })

  it('by nothing: it stays at the top and names the next captures', () => {
    const low = findingsOf({
      'gn-a07/run.txt': ncclTests({ gpu: h100, count: 8, rows: [[8 * GiB, 30]] }),
      // One dead link of 18 takes a twentieth, never nine tenths.
      'gn-a07/links.txt': nvlinkStatus({ name: h100, gpus: 8, links: 18, rate: '26.562', inactive: { 3: [4] } }),
    }).find(({ rule }) => rule === 'busbw-below-expected')
    expect(low?.variant).toBe('unexplained')
    expect(low?.data['next']).toMatch(/NCCL_DEBUG=INFO/)
    expect(low && findingText(low, 'en').remedy[0]).toMatch(/NCCL_DEBUG=INFO/)
  })
})

describe('a NCCL failure goes under the event just before it', () => {
  const log = (time: string): string =>
    ncclLog({ ranks: 2, host: 'gn-a07' }) +
    `\n[${time}] gn-a07:1000:2000 [0] misc/socket.cc:58 NCCL WARN socketProgress: Connection closed by remote peer gn-a08<41234>\n`
  const kernel =
    '[Mon Nov 30 18:20:00 2026] NVRM: Xid (PCI:0000:10:00): 79, pid=1000, name=python3, GPU has fallen off the bus.\n'
  const files = (time: string): Record<string, string> => ({
    'gn-a07/run.txt': log(time),
    'gn-a07/dmesg.txt': `$ dmesg -T\n${kernel}`,
    'gn-a07/gpus.txt': gpuList(h100, 2),
  })

  it('within five minutes', () => {
    const cause = findingsOf(files('2026-11-30 18:21:30')).find(({ rule }) => rule === 'xid-off-bus')
    expect(cause?.folds.map(({ rule }) => rule)).toContain('nccl-peer-closed')
    expect(cause?.data['explainsSeconds']).toBe(90)
    expect(cause && findingText(cause, 'en').detail).toMatch(/90 seconds later/)
  })

  it('not when it came before the event, or long after', () => {
    for (const time of ['2026-11-30 18:19:00', '2026-11-30 19:20:00']) {
      const all = findingsOf(files(time))
      expect(all.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['xid-off-bus', 'nccl-peer-closed']))
    }
  })

  it('not without a wall clock', () => {
    const all = findingsOf({
      ...files('2026-11-30 18:21:30'),
      'gn-a07/dmesg.txt': dmesg('NVRM: Xid (PCI:0000:10:00): 79, pid=1000, name=python3, GPU has fallen off the bus.'),
    })
    expect(all.map(({ rule }) => rule)).toContain('nccl-peer-closed')
  })
})

describe('a difference between nodes', () => {
  const line = (words: string): string =>
    `$ cat /proc/cmdline\nBOOT_IMAGE=/boot/vmlinuz-6.8.0-60-generic root=UUID=0f3a ro ${words}\n`

  it('is a remark while nothing has to do with it', () => {
    const all = findingsOf({ 'gn-a07/c.txt': line('iommu=pt'), 'gn-a08/c.txt': line('quiet') })
    expect(all.find(({ rule }) => rule === 'node-kernel-setting-differs')?.severity).toBe('info')
  })

  it('is one finding for a thousand nodes, and quick', () => {
    const files: Record<string, string> = {}
    for (let i = 0; i < 1000; i++) {
      const host = `gn-${String(i).padStart(4, '0')}`
      files[`${host}/gpus.txt`] = gpuList(h100, 8)
      files[`${host}/topo.txt`] = topoMatrix({ gpus: 8, pair: () => (i === 7 ? 'NV16' : 'NV18') })
      files[`${host}/version.txt`] =
        `$ nvidia-smi --version\nDRIVER version      : ${i % 20 === 0 ? '535.129.03' : '570.158.01'}\n`
    }
    const readings = Object.entries(files).map(([name, text]) => readText(text, name, name.split('/').slice(0, -1)))
    const start = performance.now()
    const all = analyse(readings).findings
    const took = performance.now() - start
    const drivers = all.filter(({ rule }) => rule === 'mixed-driver-versions')
    const matrices = all.filter(({ rule }) => rule === 'node-topo-differs')
    expect(drivers.map(({ nodes }) => nodes.length)).toEqual([50])
    expect(matrices.map(({ nodes }) => nodes)).toEqual([['gn-0007']])
    expect(matrices[0]?.evidence.length).toBeLessThanOrEqual(12)
    expect(took).toBeLessThan(20_000)
  })
})
