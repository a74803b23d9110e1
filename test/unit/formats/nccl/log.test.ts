import { ncclLog } from '@shared/formats/nccl/log'
import type { NcclLog } from '@shared/formats/nccl/log-types'
import { describe, expect, it } from 'vitest'
import { fixture, only, read, sections } from './fixture'

const info = (text: string, frame = 'gn-a07:1858:1869 [0]'): string => `${frame} NCCL INFO ${text}`

function log(...lines: readonly string[]): NcclLog {
  return only(lines.join('\n'), ncclLog)
}

describe('own captures', () => {
  it('reads one process with two GPUs', () => {
    const value = only(fixture('nccl/all_reduce_perf-debug-info.txt'), ncclLog)
    expect(value.processes).toEqual([expect.objectContaining({ host: 'gpu-node-a', pid: 1858, ranks: [0, 1] })])
    expect(value.versions.map(({ version }) => version)).toEqual(['2.28.9+cuda13.0'])
    expect(value.networks).toEqual([expect.objectContaining({ network: 'Socket', count: 2 })])
    expect(value.networkDevices.find(({ plugin }) => plugin === 'IB')).toMatchObject({
      devices: [],
      relaxedOrdering: true,
    })
    expect(
      value.communicators.filter(({ event }) => event === 'complete').map(({ rank, busId }) => [rank, busId]),
    ).toEqual([
      [0, '0000:00:06.0'],
      [1, '0000:00:07.0'],
    ])
    expect(value.connections).toHaveLength(2)
    expect(value.connections[0]).toMatchObject({ via: 'P2P/direct pointer', transport: 'P2P', count: 24 })
    expect(value.connections[0]?.channels).toHaveLength(24)
    expect(value.rings).toHaveLength(24)
    expect(value.channelCounts[0]).toMatchObject({ collective: 24, collnet: 24, nvls: 0, p2p: 32, p2pPerPeer: 32 })
    expect(
      value.settings
        .filter(({ from }) => from === 'environment')
        .map(({ name, value: set, integer }) => [name, set, integer]),
    ).toEqual([
      ['NCCL_TOPO_DUMP_FILE', './topo.xml', false],
      ['NCCL_NVLS_ENABLE', '0', true],
      ['NCCL_GRAPH_DUMP_FILE', './graph.xml', false],
    ])
    expect(value.affinities.map(({ gpu, form }) => [gpu, form])).toEqual([
      [1, 'empty'],
      [0, 'empty'],
    ])
    expect(value.fabrics[0]).toMatchObject({ uuid: '0.0', state: 3 })
    expect(value.dropped).toEqual({})
  })

  it('reads the graph, tuning and path lines of SUBSYS=GRAPH,TUNING', () => {
    const value = only(fixture('nccl/all_reduce_perf-debug-subsys.txt'), ncclLog)
    expect(value.systems).toHaveLength(1)
    expect(value.systems[0]).toMatchObject({ maxBandwidth: 370.8, count: 2 })
    expect(
      value.systems[0]?.nodes.map(({ depth, kind, id, link, bandwidth }) => [depth, kind, id, link, bandwidth]),
    ).toEqual([
      [0, 'CPU', '0-ffffffffffffff', undefined, undefined],
      [1, 'NIC', '0-0', 'PCI', 5000],
      [2, 'NET', '0-0', 'NET', 1.2],
      [1, 'GPU', '0-60', 'PCI', 48],
      [2, 'NVS', '0-0', 'NVL', 370.8],
      [1, 'GPU', '0-70', 'PCI', 48],
      [2, 'NVS', '0-0', 'NVL', 370.8],
    ])
    expect(value.paths.map(({ from }) => from)).toEqual(['GPU/0-60', 'GPU/0-70', 'NET/0-0'])
    expect(value.paths[0]?.to).toContainEqual({ node: 'GPU/0-70', hops: 2, bandwidth: 370.8, type: 'NVL' })
    const plan = value.plans.find(({ pattern }) => pattern === 4)
    expect(plan).toMatchObject({ channels: 12, intraBandwidth: 30, intraType: 'NVL', interType: 'PIX' })
    expect(plan?.orders).toHaveLength(12)
    expect(plan?.orders[0]).toBe('GPU/0-60 GPU/0-70')
    expect(value.tuning).toContainEqual(
      expect.objectContaining({ collective: 'AllReduce', algorithm: 'Ring', protocol: 'SIMPLE', bandwidth: 360 }),
    )
    expect(value.choices[0]).toMatchObject({ collective: 'AllReduce', algorithm: 'RING' })
    expect(value.calls['AllReduce']).toBeGreaterThan(10)
  })

  it('shows what each setting cost: the transports', () => {
    const vias = (name: string): readonly string[] => [
      ...new Set(only(fixture(`nccl/${name}`), ncclLog).connections.map(({ via }) => via)),
    ]
    expect(vias('all_reduce_perf-p2p-disabled.txt')).toEqual(['SHM/direct/direct'])
    expect(vias('all_reduce_perf-p2p-and-shm-disabled.txt')).toEqual(['NET/Socket/0'])
  })

  it('keeps the lines of the algorithm matrix, which carry no frame', () => {
    const text = fixture('nccl/all_reduce_perf-tuning-guide-env.txt')
    expect(only(text, ncclLog).enabledMatrix).toHaveLength(6)
    expect(read(text).document.unrecognisedLines).toBe(0)
  })

  it('keeps the warning of a wrong interface with its stack', () => {
    const value = only(fixture('nccl/all_reduce_perf-wrong-ifname.txt'), ncclLog)
    expect(value.warnings[0]).toMatchObject({ level: 'WARN', count: 1 })
    expect(value.warnings[0]?.text).toContain('no socket interface found')
    expect(value.stacks[0]).toMatchObject({ code: expect.any(Number) as number })
  })
})

describe('frames', () => {
  it.each([
    ['INFO', info('Using network IB'), {}],
    ['a time of 2.26', `[2025-07-21 19:05:29] ${info('Using network IB')}`, {}],
    ['a private build', 'gn-a07:1858:1869 [0] initTransports, 1364 NCCL INFO Using network IB', {}],
    ['2.2', 'gn-a07:1858:1869 [0] INFO Using internal Network IB', {}],
    ['mpirun tags', `[1,3]<stdout>:${info('Using network IB')}`, {}],
  ])('%s', (_name, line) => {
    expect(log(line).networks).toEqual([
      expect.objectContaining({ network: 'IB', host: 'gn-a07', pid: 1858, tid: 1869 }),
    ])
  })

  it('reads warnings with place, function and time, and folds them', () => {
    const line =
      "[2025-07-21 19:05:29] gn-a07:27:28 [1] transport/nvls.cc:254 (ncclNvlsSetup) NCCL WARN Cuda failure 401 'not permitted'"
    expect(log(line, '', line.replace('29]', '31]')).warnings).toEqual([
      expect.objectContaining({
        line: 1,
        lastLine: 3,
        count: 2,
        level: 'WARN',
        file: 'transport/nvls.cc:254',
        function: 'ncclNvlsSetup',
        time: '2025-07-21 19:05:29',
        text: "Cuda failure 401 'not permitted'",
      }),
    ])
  })

  it('reads a plain version line, and leaves prose alone', () => {
    expect(log('NCCL version 2.20.5+cuda12.4').versions[0]).toMatchObject({ version: '2.20.5+cuda12.4', host: '' })
    expect(
      sections(
        'Please set NCCL_DEBUG=INFO and send the NCCL INFO lines.\nA NCCL WARN line would help, NCCL version 2 too\nNCCL WARN messages appear',
        ncclLog,
      ),
    ).toEqual([])
  })

  it('survives version macros that were never expanded', () => {
    expect(log(info('NCCL version 2.26.6+cudaCUDA_MAJOR.CUDA_MINOR')).versions[0]?.version).toBe(
      '2.26.6+cudaCUDA_MAJOR.CUDA_MINOR',
    )
  })

  it('mends a host name that a buffer limit tore, by the process number', () => {
    const value = log(info('Using network IB'), info('NET/IB : No device found.', '07:1858:1869 [0]'))
    expect(value.processes).toHaveLength(1)
  })

  it('reads two frames on one line', () => {
    const value = log(
      info('Using network IB'),
      `${info('threadThresholds 8/8/64 | 64/8/64 | 512 | 51')}${info('cudaDriverVersion 12020')}`,
    )
    expect(value.cudaDriverVersions[0]?.version).toBe(12020)
    expect(value.counted['init']).toBe(1)
  })

  it.each([
    [
      '     8388608       2097152     float     sum      -1gn-a07:1:2 [0] NCCL INFO Connected all rings',
      '     8388608       2097152     float     sum      -1',
    ],
    [
      '    33.68  124.53  124.53       0gn-a07:1:2 [0] NCCL INFO Connected all rings',
      '    33.68  124.53  124.53       0',
    ],
    ['    33.68  124.53  124.53     N/Agn-a07:1:2 NCCL CALL ncclGroupStart()', '    33.68  124.53  124.53     N/A'],
    ['2026-01-01 10:11:12.345 gn-a07:1:2 [0] NCCL INFO Connected all rings', undefined],
    ['worker: gn-a07:1:2 [0] NCCL INFO Connected all rings', undefined],
  ])('gives back what stood before the frame: %s', (text, before) => {
    const reader = ncclLog.reader({ unread: () => undefined, damaged: () => undefined, remark: () => undefined })
    expect(reader.take({ text, number: 1 }, { fileName: 'a' })?.before).toBe(before)
    expect(reader.close()?.processes.map(({ host, pid }) => [host, pid])).toEqual([['gn-a07', 1]])
  })

  it('cuts at a known host when a row is glued before the frame', () => {
    const value = log(
      info('Using network IB', '3node:1:2 [0]'),
      `    33.68  124.53  124.53       0${info('Connected all rings', '3node:1:2 [0]')}`,
    )
    expect(value.processes.map(({ host }) => host)).toEqual(['3node'])
  })
})

describe('topics', () => {
  it('reads communicators of all generations', () => {
    const value = log(
      info('comm 0x7fa4 rank 0 nranks 2'),
      info('comm 0x55d0 rank 3 nranks 8 cudaDev 3 busId 17000 - Init COMPLETE'),
      info('ncclCommInitRank comm 0x55d1 rank 1 nranks 2 cudaDev 1 nvmlDev 1 busId 901000 commId 0x892c - Init START'),
      info(
        '[Rank 1] ncclCommSplit comm 0x55d2 rank 1 nranks 2 cudaDev 1 nvmlDev 1 busId 70 parent 0x55d1 childCount 2 color 0 key 1- Init START',
      ),
      info('comm 0x55d1 rank 1 nRanks 2 nNodes 2 localRanks 1 localRank 0 MNNVL 0'),
      info('comm 0x55d1 rank 1 nranks 2 cudaDev 1 busId 70 - Abort COMPLETE'),
    )
    expect(value.communicators.map(({ event, rank, ranks, busId }) => [event, rank, ranks, busId])).toEqual([
      ['created', 0, 2, undefined],
      ['complete', 3, 8, '0000:17:00.0'],
      ['start', 1, 2, '0009:01:00.0'],
      ['start', 1, 2, '0000:00:07.0'],
      ['summary', 1, 2, undefined],
      ['aborted', 1, 2, '0000:00:07.0'],
    ])
    expect(value.communicators[3]).toMatchObject({ call: 'ncclCommSplit', parent: '0x55d1', color: 0, key: 1 })
    expect(value.communicators[4]).toMatchObject({ nodes: 2, localRanks: 1, mnnvl: false })
    expect(value.processes[0]?.ranks).toEqual([0, 1, 3])
  })

  it('folds connections over channels and keeps the two ends apart', () => {
    const value = log(
      info('Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/1/GDRDMA'),
      info('Channel 01/0 : 0[0] -> 8[0] [send] via NET/IB/1/GDRDMA'),
      info('Channel 00/0 : 0[0] -> 8[0] [receive] via NET/IB/0', 'gn-b01:7:8 [0]'),
      info('Channel 00/0 : 0[0] -> 12[4] [send] via NET/IB/1(2)/GDRDMA(PCI)/Shared'),
      info('Channel 00/0 : 0[0] -> 8[0] [send] via NET/AWS Libfabric/0/GDRDMA'),
      info('Ring 00 : 0 -> 1 [send] via NET/IB/0'),
      info('Channel 00 : 0[7000] -> 1[b000] via direct shared memory'),
      info('CollNet 00/1 : 3 [send] via COLLNET/SHARP/0/GDRDMA'),
    )
    expect(
      value.connections.map(({ transport, network, networkDevice, gdr, proxyRank, sharedBuffers, count }) => [
        transport,
        network,
        networkDevice,
        gdr,
        proxyRank,
        sharedBuffers,
        count,
      ]),
    ).toEqual([
      ['NET', 'IB', 1, true, undefined, false, 2],
      ['NET', 'IB', 0, false, undefined, false, 1],
      ['NET', 'IB', 1, true, 2, true, 1],
      ['NET', 'AWS Libfabric', 0, true, undefined, false, 1],
      ['NET', 'IB', 0, false, undefined, false, 1],
      ['SHM', undefined, undefined, undefined, undefined, undefined, 1],
      ['COLLNET', 'SHARP', 0, true, undefined, false, 1],
    ])
    expect(value.connections[0]).toMatchObject({ channels: [0, 1], direction: 'send', host: 'gn-a07' })
  })

  it('reads device lists: mixed layers, merged ports, sockets', () => {
    const value = log(
      info('NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/RoCE/SHARP [RO]; OOB ib0:10.9.8.7<0>'),
      info('NET/IB : Using [0]={[0] mlx5_0:1/IB, [1] mlx5_1:1/IB} [RO]; OOB ib0:10.9.8.7<0>'),
      info('NET/Socket : Using [0]eth0:192.0.2.2<0> [1]ts0:fe80::1%ts0<0>'),
    )
    expect(value.networkDevices[0]?.devices).toEqual([
      expect.objectContaining({ index: 0, name: 'mlx5_0', port: 1, layer: 'IB' }),
      expect.objectContaining({ index: 1, name: 'mlx5_1', port: 1, layer: 'RoCE', sharp: true }),
    ])
    expect(value.networkDevices[1]?.devices[0]).toMatchObject({ name: 'mlx5_0+mlx5_1', layer: 'IB' })
    expect(value.networkDevices[2]?.devices.map(({ name, address }) => [name, address])).toEqual([
      ['eth0', '192.0.2.2'],
      ['ts0', 'fe80::1%ts0'],
    ])
  })

  it('reads GPUDirect lines of the network and of a GPU', () => {
    const value = log(
      info("NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'"),
      info('NET/IB : GPU Direct RDMA Enabled for GPU 7 / HCA 2 (distance 5 <= 5), read 1'),
    )
    expect(value.gdr[0]).toMatchObject({ enabled: false, network: 'IB', hca: 0, hcaName: 'mlx5_0' })
    expect(value.gdr[1]).toMatchObject({ enabled: true, gpu: '7', hca: 2, distance: 5, limit: 5, read: 1 })
  })

  it('reads trees of both wordings as one', () => {
    const value = log(info('Trees [0] 1/-1/-1->0->-1 [1] 2/3/-1->0->4'), info('Tree 0 : -1 -> 0 -> 1/-1/-1'))
    expect(value.trees.map(({ channel, rank, up, down, count }) => [channel, rank, up, down, count])).toEqual([
      [0, 0, -1, [1], 2],
      [1, 0, 4, [2, 3], 1],
    ])
  })

  it('reads settings in their three wordings', () => {
    const value = log(
      info('NCCL_P2P_LEVEL set by environment to PIX'),
      info('NCCL_IB_DISABLE set by environment to 1.'),
      info('NCCL_ALGO set by environment to Ring.'),
      info('NCCL_IB_HCA set to mlx5_2:1,mlx5_0:1'),
      info('Invalid value yes for NCCL_SHM_DISABLE, using default 0.'),
    )
    expect(value.settings.map(({ name, value: set, from, fallback }) => [name, set, from, fallback])).toEqual([
      ['NCCL_P2P_LEVEL', 'PIX', 'environment', undefined],
      ['NCCL_IB_DISABLE', '1', 'environment', undefined],
      ['NCCL_ALGO', 'Ring', 'environment', undefined],
      ['NCCL_IB_HCA', 'mlx5_2:1,mlx5_0:1', 'set', undefined],
      ['NCCL_SHM_DISABLE', 'yes', 'invalid', '0'],
    ])
  })

  it('reads masks and lists of CPUs', () => {
    const value = log(
      info('Setting affinity for GPU 0 to ff,00000000,000000ff'),
      info('Setting affinity for GPU 1 to 0,2,4,6'),
      info('ncclTopoGetCpuAffinity: Affinity for GPU 2 is 0-31,64-95. (GPU affinity = 0-31 ; CPU affinity = 0-127).'),
    )
    expect(value.affinities.map(({ gpu, form, cpuCount }) => [gpu, form, cpuCount])).toEqual([
      [0, 'mask', 16],
      [1, 'ranges', 4],
      [2, 'ranges', 64],
    ])
  })

  it('reads disabled P2P, as warning and as INFO', () => {
    const value = log(
      'gn-a07:1:2 [1] graph/paths.cc:405 NCCL WARN P2P is disabled between NVLINK connected GPUs 1 and 0. This should not be the case',
      info(
        'P2P is disabled between connected GPUs 2 and 3. You can repress this message with NCCL_IGNORE_DISABLED_P2P=1.',
      ),
    )
    expect(value.p2pDisabled.map(({ nvlink, a, b }) => [nvlink, a, b])).toEqual([
      [true, 1, 0],
      [false, 2, 3],
    ])
    expect(value.warnings.map(({ level }) => level)).toEqual(['WARN', 'INFO'])
  })

  it('joins a completion error that a mailer wrapped', () => {
    const { document, parsed } = read(
      'gn-a07:5776:5902 [0] transport/net_ib.cc:1296 NCCL WARN NET/IB : Got completion from peer 192.0.2.8<33092> with error 12, opcode 0, len\n0, vendor err 129 (Recv)',
    )
    expect(document.unrecognisedLines).toBe(0)
    expect(parsed).toHaveLength(1)
  })
})

describe('bounds', () => {
  it('keeps a flood of warnings small and says how many there were', () => {
    const lines = Array.from(
      { length: 5000 },
      (_unused, i) =>
        `gn-a07:1:2 [0] misc/socket.cc:49 NCCL WARN Call to recv from 192.0.2.1<${i}> failed : Connection reset by peer`,
    )
    const value = log(...lines, 'gn-a07:1:2 [0] a.cc:1 NCCL WARN another')
    expect(value.warnings.length).toBeLessThan(40)
    expect(value.warnings.reduce((sum, { count }) => sum + count, 0)).toBe(5001)
    expect(value.warnings.at(-1)?.text).toBe('another')
  })

  it('counts collective calls without keeping them', () => {
    const value = log(
      ...Array.from({ length: 3000 }, (_unused, i) =>
        info(
          `AllReduce: opCount ${i.toString(16)} sendbuff 0x7 recvbuff 0x9 count 2 datatype 7 op 0 root 0 comm 0x5 [nranks=2] stream 0x5`,
        ),
      ),
    )
    expect(value.calls).toEqual({ AllReduce: 3000 })
    expect(JSON.stringify(value).length).toBeLessThan(3000)
  })

  it('keeps at most so many connections, and counts the rest', () => {
    const lines = Array.from({ length: 31_000 }, (_unused, i) =>
      info(`Channel 00/0 : ${i}[0] -> ${i + 1}[0] via P2P/CUMEM`),
    )
    const value = log(...lines)
    expect(value.connections).toHaveLength(30_000)
    expect(value.dropped).toEqual({ connections: 1000 })
  })
})
