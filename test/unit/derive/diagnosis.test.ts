import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagnoseRun, type RunDiagnosis } from '@shared/derive/diagnosis'
import type { BottleneckKey } from '@shared/knowledge/bottlenecks'
import { analyse } from '@shared/pipeline/analyse'
import { gpuList, ncclLog, ncclTests, nvlinkStatus, type LogOptions } from '@shared/prove/texts'
import { describe, expect, it } from 'vitest'
import { readText } from '../../support/reading'

const MiB = 1024 ** 2
const GiB = 1024 ** 3
const h200 = 'NVIDIA H200'
const h100 = 'NVIDIA H100 80GB HBM3'

function diagnose(files: Readonly<Record<string, string>>): RunDiagnosis {
  const readings = Object.entries(files).map(([name, text]) => readText(text, name, name.split('/').slice(0, -1)))
  const session = analyse(readings)
  const run = session.runs[0]
  if (!run) throw new Error('no run in the capture')
  return diagnoseRun(session, run)
}

/** Two H200 of one host with the log of the job between head and table. */
function pair(rows: readonly (readonly [number, number])[], log?: Partial<LogOptions>): Record<string, string> {
  const between = log === undefined ? [] : [ncclLog({ ranks: 2, host: 'gn-a07', ...log }).trimEnd()]
  return { 'gn-a07/run.txt': ncclTests({ gpu: h200, count: 2, rows, between }) }
}

interface Measured {
  readonly title: string
  readonly files: Readonly<Record<string, string>>
  readonly cause: BottleneckKey
  readonly short: boolean
}

/** Measured on one pair of GPUs (docs: what each setting cost): setting, size, bus bandwidth, and how the log shows it. */
const settings: readonly Measured[] = [
  {
    title: 'NCCL_ALGO=Tree',
    files: pair([[GiB, 341.5]], { settings: { NCCL_ALGO: 'Tree' } }),
    cause: 'tree-pinned',
    short: false,
  },
  {
    title: 'NCCL_PROTO=LL128',
    files: pair([[GiB, 308.8]], { settings: { NCCL_PROTO: 'LL128' } }),
    cause: 'protocol-ll128',
    short: false,
  },
  {
    title: 'a published tuning guide with NCCL_PROTO=LL',
    files: pair([[GiB, 123.7]], { settings: { NCCL_ALGO: 'RING', NCCL_PROTO: 'LL' } }),
    cause: 'protocol-ll',
    short: true,
  },
  {
    title: 'NCCL_BUFFSIZE=65536',
    files: pair([[GiB, 104.9]], { settings: { NCCL_BUFFSIZE: 65536 } }),
    cause: 'small-buffers',
    short: true,
  },
  {
    title: 'NCCL_MAX_NCHANNELS=4',
    files: pair([[GiB, 82]], { settings: { NCCL_MAX_NCHANNELS: 4 }, channels: 4 }),
    cause: 'few-channels',
    short: true,
  },
  {
    title: 'NCCL_MAX_NCHANNELS=1',
    files: pair([[GiB, 20.9]], { settings: { NCCL_MAX_NCHANNELS: 1 }, channels: 1 }),
    cause: 'few-channels',
    short: true,
  },
  {
    title: 'NCCL_P2P_DISABLE=1',
    files: pair([[256 * MiB, 27.5]], {
      settings: { NCCL_P2P_DISABLE: '1' },
      channels: 2,
      via: () => 'SHM/direct/direct',
    }),
    cause: 'shared-memory',
    short: true,
  },
  {
    title: 'NCCL_P2P_LEVEL=LOC',
    files: pair([[64 * MiB, 26.5]], {
      settings: { NCCL_P2P_LEVEL: 'LOC' },
      channels: 2,
      via: () => 'SHM/direct/direct',
    }),
    cause: 'shared-memory',
    short: true,
  },
  {
    title: 'NCCL_P2P_DISABLE=1 NCCL_SHM_DISABLE=1',
    files: pair([[64 * MiB, 3]], {
      settings: { NCCL_P2P_DISABLE: '1', NCCL_SHM_DISABLE: 1 },
      channels: 2,
      network: 'Socket',
      via: () => '[send] NET/Socket/0',
    }),
    cause: 'network-inside-node',
    short: true,
  },
]

describe('every measured setting is diagnosed as its cause', () => {
  it.each(settings)('$title', ({ files, cause, short }) => {
    const found = diagnose(files)
    expect(found.short).toBe(short)
    expect(found.causes[0]?.key).toBe(cause)
    expect(found.causes[0]?.standing).toBe('explains')
    expect(found.causes[0]?.for.length).toBeGreaterThan(0)
    expect(found.unexplained).toBe(false)
  })

  it('finds nothing in the default', () => {
    const found = diagnose(pair([[GiB, 329.8]], { settings: { NCCL_NVLS_ENABLE: 0 } }))
    expect(found.short).toBe(false)
    expect(found.causes).toEqual([])
  })

  it('names the missing interface of a run that never began', () => {
    const text = ncclTests({ gpu: h200, count: 2, rows: [] })
    const failed = `gn-a07:2002:2002 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to ib9\n\n[2026-11-30 18:20:45] gn-a07:2002:2002 [0] bootstrap.cc:114 NCCL WARN Bootstrap : no socket interface found\ngn-a07:2002:2002 [0] NCCL INFO init.cc:126 -> 5\ngn-a07: Test NCCL failure common.cu:1550 'invalid usage (run with NCCL_DEBUG=WARN for details) / '\n`
    const head = text.split('\n').filter((line) => !line.startsWith('# Out of') && !line.startsWith('# Avg'))
    const found = diagnose({ 'gn-a07/run.txt': head.slice(0, 7).join('\n') + '\n' + failed })
    expect(found.causes[0]?.key).toBe('no-interface')
    expect(found.causes[0]?.for.map((clue) => clue.key)).toEqual(['said', 'set', 'finding'])
  })
})

describe('our own captures', () => {
  const captures: readonly (readonly [string, BottleneckKey | undefined])[] = [
    ['all_reduce_perf.txt', undefined],
    ['all_reduce_perf-debug-info.txt', undefined],
    ['all_reduce_perf-tuning-guide-env.txt', 'protocol-ll'],
    ['all_reduce_perf-p2p-disabled.txt', 'shared-memory'],
    ['all_reduce_perf-p2p-and-shm-disabled.txt', 'network-inside-node'],
    ['all_reduce_perf-wrong-ifname.txt', 'no-interface'],
    ['all_reduce_perf-max-nchannels-1.txt', 'few-channels'],
  ]
  it.each(captures)('%s', (name, cause) => {
    const text = readFileSync(join(import.meta.dirname, '../../fixtures/nccl', name), 'utf8')
    const found = diagnose({ [name]: text })
    expect(found.causes[0]?.key).toBe(cause)
    if (cause !== undefined) expect(found.causes[0]?.standing).toBe('explains')
    // Sweeps that end below 256 MiB are judged as well; one that never began has no figure.
    expect(found.short).toBe(cause === 'no-interface' ? undefined : cause !== undefined)
  })
})

describe('evidence against', () => {
  it('rules out what the log shows otherwise', () => {
    const found = diagnose(pair([[GiB, 123.7]], { settings: { NCCL_PROTO: 'LL' } }))
    const out = found.causes.filter(({ standing }) => standing === 'ruled-out').map(({ key }) => key)
    expect(out).toEqual(
      expect.arrayContaining(['shared-memory', 'network-inside-node', 'few-channels', 'small-buffers']),
    )
    expect(
      found.causes.filter(({ standing }) => standing === 'ruled-out').every(({ against }) => against.length > 0),
    ).toBe(true)
  })

  it('keeps apart what only the figure suggests, and says what would settle it', () => {
    const found = diagnose(pair([[GiB, 115]]))
    expect(found.unexplained).toBe(true)
    expect(found.causes.map(({ standing }) => standing).every((standing) => standing === 'possible')).toBe(true)
    expect(found.causes.map(({ key }) => key)).toEqual(expect.arrayContaining(['protocol-ll', 'small-buffers']))
    expect(found.captureNext[0]).toMatch(/NCCL_DEBUG=INFO/)
  })

  it('does not blame a pinned protocol for a loss that it cannot cause', () => {
    const found = diagnose(
      pair([[256 * MiB, 27.5]], {
        settings: { NCCL_PROTO: 'LL128', NCCL_P2P_DISABLE: '1' },
        channels: 2,
        via: () => 'SHM/direct/direct',
      }),
    )
    expect(found.causes[0]?.key).toBe('shared-memory')
    expect(found.causes.find(({ key }) => key === 'protocol-ll128')?.standing).toBe('present')
  })
})

describe('other machines', () => {
  it('names what a plateau is known for on its machine, from the figures alone', () => {
    const a100 = ncclTests({ gpu: 'NVIDIA A100-SXM4-80GB', count: 8, rows: [[8 * GiB, 20]] })
    const found = diagnose({ 'gn-b01/run.txt': a100 })
    const possible = found.causes.filter(({ standing }) => standing === 'possible').map(({ key }) => key)
    expect(possible).toEqual(expect.arrayContaining(['shared-memory', 'pcie-p2p']))
    expect(found.captureNext.length).toBeGreaterThan(0)
  })

  const run = (busbw: number): string => ncclTests({ gpu: h100, count: 8, rows: [[8 * GiB, busbw]] })

  it('names dead lanes by their share', () => {
    const inactive = { 3: [0, 1, 2, 3, 4, 5, 6, 7, 8] }
    const found = diagnose({
      'gn-a07/run.txt': run(180),
      'gn-a07/links.txt': nvlinkStatus({ name: h100, gpus: 8, links: 18, rate: '26.562', inactive }),
    })
    expect(found.causes[0]?.key).toBe('lanes-down')
    expect(found.causes[0]?.standing).toBe('explains')
    expect(found.causes[0]?.findings.map(({ rule }) => rule)).toContain('nvlink-inactive')
  })

  it('names a ring where NVLS was switched off', () => {
    const found = diagnose({
      'gn-a07/run.txt': ncclTests({
        gpu: h100,
        count: 8,
        rows: [[8 * GiB, 365]],
        between: [ncclLog({ ranks: 8, settings: { NCCL_NVLS_ENABLE: 0 } }).trimEnd()],
      }),
    })
    expect(found.causes[0]?.key).toBe('ring-without-nvls')
    expect(found.short).toBe(false)
  })

  const ports = Array.from(
    { length: 4 },
    (_, i) =>
      `CA 'mlx5_${i}'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tBase lid: ${i + 10}\n\t\tSM lid: 1\n\t\tLink layer: InfiniBand\n`,
  ).join('')
  const network = (busbw: number, log: Partial<LogOptions>): Record<string, string> => ({
    'case/run.txt': ncclTests({
      gpu: h100,
      count: 16,
      hosts: ['gn-a07', 'gn-a08'],
      rows: [[8 * GiB, busbw]],
      between: [
        ncclLog({
          ranks: 16,
          hosts: ['gn-a07', 'gn-a08'],
          using:
            'NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [2]mlx5_2:1/IB [3]mlx5_3:1/IB [RO]; OOB eth0:192.0.2.10<0>',
          ...log,
        }).trimEnd(),
      ],
    }),
    'case/ports-a.txt': `root@gn-a07:~# ibstat\n${ports}`,
    'case/ports-b.txt': `root@gn-a08:~# ibstat\n${ports}`,
    'case/gpus.txt': `root@gn-a07:~# nvidia-smi -L\n${gpuList(h100, 8)}`,
  })

  it('names RDMA without the GPU', () => {
    const via = (a: number, b: number): string =>
      Math.floor(a / 8) === Math.floor(b / 8) ? 'P2P/CUMEM' : '[send] NET/IB/0'
    const found = diagnose(network(60, { via }))
    expect(found.causes[0]?.key).toBe('no-gdr')
    expect(found.causes[0]?.standing).toBe('explains')
    expect(found.causes.find(({ key }) => key === 'sockets')?.standing).toBe('ruled-out')
  })

  it('names one adapter of four', () => {
    const found = diagnose(network(46, {}))
    expect(found.causes[0]?.key).toBe('one-nic')
    expect(found.causes.find(({ key }) => key === 'no-gdr')?.standing).toBe('ruled-out')
  })

  it('names sockets between nodes', () => {
    const via = (a: number, b: number): string =>
      Math.floor(a / 8) === Math.floor(b / 8) ? 'P2P/CUMEM' : '[send] NET/Socket/0'
    const found = diagnose(network(4, { via, network: 'Socket', using: 'NET/Socket : Using [0]eth0:192.0.2.10<0>' }))
    expect(found.causes[0]?.key).toBe('sockets')
  })
})
