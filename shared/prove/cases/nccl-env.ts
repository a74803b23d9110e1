import { gpuList, lines, ncclLog, ncclTests, topoMatrix } from '../texts'
import type { ProofCase } from '../types'
import { ncclEnvHostCases } from './nccl-env-host'
import { ncclEnvNetworkCases } from './nccl-env-network'

const GiB = 1024 ** 3
const h100 = 'NVIDIA H100 80GB HBM3'
const h200 = 'NVIDIA H200'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
const nv18 = topoMatrix({ gpus: 8, pair: () => 'NV18' })
const env = (...assignments: readonly string[]): string => lines(['NCCL_DEBUG=INFO', ...assignments])
const log = (settings: Readonly<Record<string, string | number>>, ranks = 2): string => ncclLog({ ranks, settings })
/** An all_reduce run on two H200 whose output holds the log of the job. */
const run = (settings: Readonly<Record<string, string | number>>, busbw: number, wrong = 0): string =>
  ncclTests({
    gpu: h200,
    count: 2,
    wrong,
    rows: [
      [GiB / 2, busbw],
      [GiB, busbw],
    ],
    between: log(settings).trimEnd().split('\n'),
  })
const missing = (rule: string): ProofCase => ({ rule, kind: 'missing', title: 'no settings captured', files: gpus })

export const ncclEnvCases: readonly ProofCase[] = [
  {
    rule: 'nccl-unknown-variable',
    kind: 'fires',
    title: 'a name of a tuning guide that never existed',
    severity: 'warning',
    files: { 'gn-a07/env.txt': env('NCCL_NVLANKS_DISABLE=0') },
  },
  {
    rule: 'nccl-unknown-variable',
    kind: 'fires',
    title: 'a letter of the prefix is lost',
    severity: 'warning',
    files: { 'gn-a07/env.txt': env('CCL_NET_GDR_LEVEL=PHB') },
  },
  {
    rule: 'nccl-unknown-variable',
    kind: 'silent',
    title: 'names that frameworks and plugins own',
    files: {
      'gn-a07/env.txt': env(
        'NCCL_ASYNC_ERROR_HANDLING=1',
        'TORCH_NCCL_BLOCKING_WAIT=1',
        'NCCL_VERSION=2.28.9',
        'NCCL_IB_HCA=mlx5_0',
        'NCCL_FASTRAK_NUM_FLOWS=2',
        'NCCL_INSPECTOR_ENABLE=1',
        'NCCL_DYNAMIC_CHUNK_SIZE=524288',
        'NCCL_TESTS_DIR=/opt/nccl-tests',
        'NCCL_INSTALL_PATH=/opt/nccl',
      ),
    },
  },
  missing('nccl-unknown-variable'),

  {
    rule: 'nccl-deprecated-variable',
    kind: 'fires',
    title: 'a threshold of NCCL 2.4',
    severity: 'info',
    files: { 'gn-a07/env.txt': env('NCCL_TREE_THRESHOLD=0') },
  },
  {
    rule: 'nccl-deprecated-variable',
    kind: 'silent',
    title: 'the log is of a release that reads it',
    files: {
      'gn-a07/nccl.txt': `$ NCCL_LL_THRESHOLD=0 ./all_reduce_perf\n${ncclLog({ ranks: 2, version: '2.4.8+cuda10.1' })}`,
    },
  },
  missing('nccl-deprecated-variable'),

  {
    rule: 'nccl-value-invalid',
    kind: 'fires',
    title: 'true is 0',
    severity: 'warning',
    files: { 'gn-a07/env.txt': env('NCCL_IB_DISABLE=true') },
  },
  {
    rule: 'nccl-value-invalid',
    kind: 'fires',
    title: '8M is 8',
    severity: 'warning',
    files: { 'gn-a07/env.txt': env('NCCL_BUFFSIZE=8M') },
  },
  {
    rule: 'nccl-value-invalid',
    kind: 'silent',
    title: 'forms that NCCL documents',
    files: {
      'gn-a07/env.txt': env(
        'NCCL_SOCKET_IFNAME==eth0',
        'NCCL_IB_HCA=^=mlx5_3:1,mlx5_4:1',
        'NCCL_P2P_LEVEL=SYS',
        'NCCL_NET_GDR_LEVEL=3',
        'NCCL_ALGO=allreduce:tree;broadcast:ring',
        'NCCL_BUFFSIZE=0x400000',
      ),
    },
  },
  missing('nccl-value-invalid'),

  {
    rule: 'nccl-algo-pinned',
    kind: 'fires',
    title: 'Ring, and the run is as fast as Ring is',
    severity: 'info',
    files: { 'gn-a07/run.txt': run({ NCCL_ALGO: 'Ring' }, 330) },
  },
  {
    rule: 'nccl-algo-pinned',
    kind: 'fires',
    title: 'NCCL refuses a word',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        settings: { NCCL_ALGO: 'RING,TREES' },
        initComplete: false,
        warn: ['graph/tuning.cc:109 NCCL WARN Unrecognized element token "TREES" when parsing "RING,TREES"'],
      }),
    },
  },
  {
    rule: 'nccl-algo-pinned',
    kind: 'fires',
    title: 'NVLS on GPUs without it',
    severity: 'warning',
    files: {
      'gn-a07/gpus.txt': gpuList('NVIDIA A100-SXM4-80GB', 8),
      'gn-a07/nccl.txt': log({ NCCL_ALGO: 'NVLS' }, 8),
    },
  },
  {
    rule: 'nccl-algo-pinned',
    kind: 'silent',
    title: 'other settings only',
    files: { 'gn-a07/nccl.txt': log({ NCCL_NVLS_ENABLE: 0 }) },
  },
  missing('nccl-algo-pinned'),

  {
    rule: 'nccl-proto-ll-pinned',
    kind: 'fires',
    title: 'LL in a run up to 1 GiB',
    severity: 'warning',
    files: { 'gn-a07/run.txt': run({ NCCL_PROTO: 'LL' }, 123.7) },
  },
  {
    rule: 'nccl-proto-ll-pinned',
    kind: 'fires',
    title: 'LL128 and wrong values',
    severity: 'error',
    files: { 'gn-a07/run.txt': run({ NCCL_PROTO: 'LL128' }, 300, 12) },
  },
  {
    rule: 'nccl-proto-ll-pinned',
    kind: 'fires',
    title: 'LL128 inside one NVLink node is what NCCL may take itself',
    severity: 'info',
    files: { 'gn-a07/run.txt': run({ NCCL_PROTO: 'LL128' }, 309) },
  },
  {
    rule: 'nccl-proto-ll-pinned',
    kind: 'silent',
    title: 'Simple is in the list',
    files: { 'gn-a07/run.txt': run({ NCCL_PROTO: 'LL,LL128,Simple' }, 330) },
  },
  missing('nccl-proto-ll-pinned'),

  {
    rule: 'nccl-p2p-disabled',
    kind: 'fires',
    title: 'two ranks of one NVLink node over shared memory',
    severity: 'error',
    files: {
      'gn-a07/gpus.txt': gpuList(h200, 2),
      'gn-a07/topo.txt': topoMatrix({ gpus: 2, pair: () => 'NV18' }),
      'gn-a07/nccl.txt': ncclLog({ ranks: 2, settings: { NCCL_P2P_DISABLE: '1' }, via: () => 'SHM/direct/direct' }),
    },
  },
  {
    rule: 'nccl-p2p-disabled',
    kind: 'fires',
    title: 'NCCL_P2P_LEVEL=LOC does the same',
    severity: 'error',
    files: {
      'gn-a07/gpus.txt': gpuList(h200, 2),
      'gn-a07/nccl.txt': ncclLog({ ranks: 2, settings: { NCCL_P2P_LEVEL: 'LOC' }, via: () => 'SHM/direct/direct' }),
    },
  },
  {
    rule: 'nccl-p2p-disabled',
    kind: 'fires',
    title: 'GeForce cards have no peer access anyway',
    severity: 'info',
    files: {
      'gn-a07/gpus.txt': gpuList('NVIDIA GeForce RTX 4090', 4),
      'gn-a07/nccl.txt': ncclLog({ ranks: 4, settings: { NCCL_P2P_DISABLE: '1' }, via: () => 'SHM/direct/direct' }),
    },
  },
  {
    rule: 'nccl-p2p-disabled',
    kind: 'silent',
    title: 'one rank per host',
    files: {
      'gn-a07/gpus.txt': gpuList(h100, 8),
      'gn-a07/nccl.txt': ncclLog({ ranks: 2, hosts: ['gn-a07', 'gn-a08'], settings: { NCCL_P2P_DISABLE: '1' } }),
    },
  },
  {
    rule: 'nccl-p2p-disabled',
    kind: 'silent',
    title: 'any number but 1 leaves it on',
    files: { ...gpus, 'gn-a07/topo.txt': nv18, 'gn-a07/env.txt': env('NCCL_P2P_DISABLE=0') },
  },
  missing('nccl-p2p-disabled'),

  {
    rule: 'nccl-p2p-level-forced',
    kind: 'fires',
    title: 'SYS on PCIe cards, CPU unknown',
    severity: 'info',
    files: {
      'gn-a07/gpus.txt': gpuList('NVIDIA L20', 8),
      'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'SYS' }),
      'gn-a07/env.txt': env('NCCL_P2P_LEVEL=SYS'),
    },
  },
  {
    rule: 'nccl-p2p-level-forced',
    kind: 'fires',
    title: 'the same on Intel',
    severity: 'warning',
    files: {
      'gn-a07/gpus.txt': gpuList('NVIDIA L20', 8),
      'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'SYS' }),
      'gn-a07/lscpu.txt': lines([
        'Architecture:                       x86_64',
        'CPU(s):                             128',
        'Vendor ID:                          GenuineIntel',
        'Model name:                         Intel(R) Xeon(R) Gold 6430',
        'Socket(s):                          2',
        'NUMA node(s):                       2',
      ]),
      'gn-a07/env.txt': env('NCCL_P2P_LEVEL=SYS'),
    },
  },
  {
    rule: 'nccl-p2p-level-forced',
    kind: 'silent',
    title: 'no effect where NVLink joins the GPUs',
    files: { ...gpus, 'gn-a07/topo.txt': nv18, 'gn-a07/env.txt': env('NCCL_P2P_LEVEL=SYS') },
  },
  missing('nccl-p2p-level-forced'),

  {
    rule: 'nccl-shm-disabled',
    kind: 'fires',
    title: 'ranks of one host over TCP',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        network: 'Socket',
        settings: { NCCL_P2P_DISABLE: '1', NCCL_SHM_DISABLE: 1 },
        via: () => '[send] NET/Socket/0',
      }),
    },
  },
  {
    rule: 'nccl-shm-disabled',
    kind: 'fires',
    title: 'a NIC loopback test',
    severity: 'info',
    files: { 'gn-a07/env.txt': env('NCCL_P2P_DISABLE=1', 'NCCL_SHM_DISABLE=1', 'NCCL_NET=IB') },
  },
  {
    rule: 'nccl-shm-disabled',
    kind: 'silent',
    title: 'all pairs use peer access',
    files: { ...gpus, 'gn-a07/nccl.txt': log({ NCCL_SHM_DISABLE: 1 }, 8) },
  },
  missing('nccl-shm-disabled'),

  {
    rule: 'nccl-channels-pinned',
    kind: 'fires',
    title: 'one channel on NVLink',
    severity: 'warning',
    files: { 'gn-a07/run.txt': run({ NCCL_MAX_NCHANNELS: 1 }, 20.9) },
  },
  {
    rule: 'nccl-channels-pinned',
    kind: 'fires',
    title: 'another chunk size alone',
    severity: 'info',
    files: { 'gn-a07/env.txt': env('NCCL_P2P_NET_CHUNKSIZE=524288') },
  },
  {
    rule: 'nccl-channels-pinned',
    kind: 'silent',
    title: 'values of a benchmark',
    files: { 'gn-a07/env.txt': env('NCCL_MIN_CTAS=32', 'NCCL_BUFFSIZE=8388608', 'NCCL_NTHREADS=512') },
  },
  missing('nccl-channels-pinned'),
  ...ncclEnvNetworkCases,
  ...ncclEnvHostCases,
]
