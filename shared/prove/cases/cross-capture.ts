import { gpuList, lines, ncclLog, ncclTests, nvlinkStatus, topoMatrix, uuid } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const GiB = 1024 ** 3
const switched = topoMatrix({ gpus: 8, pair: () => 'NV18' })
const status = (inactive: Readonly<Record<number, readonly number[]>> = {}): string =>
  nvlinkStatus({ name: h100, gpus: 8, links: 18, rate: '26.562', inactive })
const log = ncclLog({ ranks: 2, settings: { NCCL_IB_TIMEOUT: 22 } })

/** `-q` of a few GPUs: bus ids, UUIDs, a time. */
const query = (first: number, time = 'Mon Nov 30 18:19:18 2026', driver = '570.158.01'): string =>
  lines([
    '==============NVSMI LOG==============',
    '',
    `Timestamp                                 : ${time}`,
    `Driver Version                            : ${driver}`,
    'CUDA Version                              : 12.8',
    '',
    'Attached GPUs                             : 2',
    ...[0, 1].flatMap((gpu) => [
      `GPU 00000000:${gpu === 0 ? '10' : '18'}:00.0`,
      `    Product Name                          : ${h100}`,
      `    GPU UUID                              : ${uuid(first + gpu)}`,
      '',
    ]),
  ])

/** A prompt that names the host: without one, files of other GPUs are read as another machine. */
const at = 'root@gn-a07:~# hostname\ngn-a07\nroot@gn-a07:~# nvidia-smi\n'
const direct = (type: string, gdr: boolean): string =>
  ncclLog({
    ranks: 2,
    using: 'NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:192.0.2.10<0>',
    info: [
      `GPU/0-10000 :GPU/0-10000 (0/5000.0/LOC) NET/0-0 (3/48.0/${type}) `,
      ...(gdr ? ["NET/IB : GPU Direct RDMA Enabled for HCA 0 'mlx5_0'"] : []),
    ],
  })
const places = {
  'gn-a07/query.txt': query(0),
  'gn-a07/topo.txt': topoMatrix({
    gpus: 2,
    pair: () => 'NV18',
    nics: ['mlx5_0'],
    nic: (gpu) => (gpu === 0 ? 'PXB' : 'SYS'),
  }),
}

export const crossCaptureCases: readonly ProofCase[] = [
  {
    rule: 'topo-vs-nvlink-count',
    kind: 'fires',
    title: 'NV18 beside 16 active links',
    severity: 'warning',
    files: { 'gn-a07/topo.txt': switched, 'gn-a07/links.txt': status({ 3: [4, 5] }) },
  },
  {
    rule: 'topo-vs-nvlink-count',
    kind: 'silent',
    title: 'both count 18',
    files: { 'gn-a07/topo.txt': switched, 'gn-a07/links.txt': status() },
  },
  {
    rule: 'topo-vs-nvlink-count',
    kind: 'silent',
    title: 'a row of NV17 beside 17 active links',
    files: {
      'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: (a) => (a === 3 ? 'NV17' : 'NV18') }),
      'gn-a07/links.txt': status({ 3: [4] }),
    },
  },
  { rule: 'topo-vs-nvlink-count', kind: 'missing', title: 'no matrix', files: { 'gn-a07/links.txt': status() } },

  {
    rule: 'nccl-vs-smi-distance',
    kind: 'fires',
    title: 'SYS where the matrix says PXB',
    severity: 'warning',
    files: { ...places, 'gn-a07/run.txt': direct('SYS', true) },
  },
  {
    rule: 'nccl-vs-smi-distance',
    kind: 'silent',
    title: 'the same distance',
    files: { ...places, 'gn-a07/run.txt': direct('PXB', true) },
  },
  {
    rule: 'nccl-vs-smi-distance',
    kind: 'silent',
    title: 'PHB because GPUDirect is not in use',
    files: { ...places, 'gn-a07/run.txt': direct('PHB', false) },
  },
  {
    rule: 'nccl-vs-smi-distance',
    kind: 'missing',
    title: 'no path table in the log',
    files: { ...places, 'gn-a07/run.txt': ncclLog({ ranks: 2 }) },
  },

  {
    rule: 'nccl-env-not-applied',
    kind: 'fires',
    title: 'an algorithm that the log does not echo',
    severity: 'warning',
    files: { 'gn-a07/env.txt': '$ env | grep NCCL\nNCCL_ALGO=Ring\nNCCL_IB_TIMEOUT=22\n', 'gn-a07/run.txt': log },
  },
  {
    rule: 'nccl-env-not-applied',
    kind: 'fires',
    title: 'another value in the log',
    severity: 'warning',
    files: { 'gn-a07/env.txt': '$ env | grep NCCL\nNCCL_IB_TIMEOUT=14\nNCCL_DEBUG=INFO\n', 'gn-a07/run.txt': log },
  },
  {
    rule: 'nccl-env-not-applied',
    kind: 'silent',
    title: 'variables that NCCL reads only when needed, or never echoes',
    files: {
      'gn-a07/env.txt':
        '$ env | grep NCCL\nNCCL_IB_TIMEOUT=22\nNCCL_NSOCKS_PERTHREAD=4\nNCCL_SHM_DISABLE=1\nNCCL_DEBUG=INFO\n',
      'gn-a07/run.txt': log,
    },
  },
  {
    rule: 'nccl-env-not-applied',
    kind: 'silent',
    title: 'a log that shows no settings at all',
    files: {
      'gn-a07/env.txt': '$ env | grep NCCL\nNCCL_ALGO=Ring\nNCCL_DEBUG=INFO\n',
      'gn-a07/run.txt': ncclLog({ ranks: 2 }),
    },
  },
  {
    rule: 'nccl-env-not-applied',
    kind: 'missing',
    title: 'no log',
    files: { 'gn-a07/env.txt': '$ env | grep NCCL\nNCCL_ALGO=Ring\nNCCL_IB_TIMEOUT=22\n' },
  },

  {
    rule: 'gpu-index-order-differs',
    kind: 'fires',
    title: 'CUDA counts from the other end',
    severity: 'info',
    files: {
      'gn-a07/run.txt': ncclLog({ ranks: 2 })
        .replaceAll('cudaDev 0 nvmlDev 0', 'cudaDev 0 nvmlDev 1')
        .replaceAll('cudaDev 1 nvmlDev 1', 'cudaDev 1 nvmlDev 0'),
    },
  },
  {
    rule: 'gpu-index-order-differs',
    kind: 'silent',
    title: 'one order',
    files: { 'gn-a07/run.txt': ncclLog({ ranks: 2 }) },
  },
  {
    rule: 'gpu-index-order-differs',
    kind: 'missing',
    title: 'no log',
    files: { 'gn-a07/run.txt': ncclTests({ gpu: h100, count: 2, rows: [[GiB, 330]] }) },
  },

  {
    rule: 'capture-node-mismatch',
    kind: 'fires',
    title: 'two GPUs at one place',
    severity: 'warning',
    files: { 'gn-a07/a.txt': at + query(0), 'gn-a07/b.txt': at + query(8) },
  },
  {
    rule: 'capture-node-mismatch',
    kind: 'fires',
    title: 'two lists that share no GPU',
    severity: 'warning',
    files: {
      'gn-a07/a.txt': at + gpuList(h100, 8),
      'gn-a07/b.txt': at + gpuList(h100, 8).replaceAll('GPU-1000', 'GPU-2000'),
    },
  },
  {
    rule: 'capture-node-mismatch',
    kind: 'fires',
    title: 'two drivers',
    severity: 'warning',
    files: { 'gn-a07/a.txt': query(0), 'gn-a07/b.txt': query(0, 'Mon Nov 30 19:19:18 2026', '580.95.05') },
  },
  {
    rule: 'capture-node-mismatch',
    kind: 'silent',
    title: 'a container that lists a part of the GPUs',
    files: {
      'gn-a07/a.txt': gpuList(h100, 8),
      'gn-a07/b.txt': `root@gn-a07:~# nvidia-smi -L\n${lines([`GPU 0: ${h100} (UUID: ${uuid(4)})`, `GPU 1: ${h100} (UUID: ${uuid(5)})`])}`,
    },
  },
  {
    rule: 'capture-node-mismatch',
    kind: 'silent',
    title: 'one machine twice',
    files: { 'gn-a07/a.txt': query(0), 'gn-a07/b.txt': query(0) },
  },
  {
    rule: 'capture-node-mismatch',
    kind: 'missing',
    title: 'no GPU',
    files: { 'gn-a07/env.txt': '$ env | grep NCCL\nNCCL_ALGO=Ring\nNCCL_DEBUG=INFO\n' },
  },

  {
    rule: 'capture-stale',
    kind: 'fires',
    title: 'two days apart',
    severity: 'info',
    files: { 'gn-a07/a.txt': query(0), 'gn-a07/b.txt': query(0, 'Wed Dec  2 19:19:18 2026') },
  },
  {
    rule: 'capture-stale',
    kind: 'silent',
    title: 'an hour apart',
    files: { 'gn-a07/a.txt': query(0), 'gn-a07/b.txt': query(0, 'Mon Nov 30 19:19:18 2026') },
  },
  { rule: 'capture-stale', kind: 'missing', title: 'no times', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'container-view-differs',
    kind: 'fires',
    title: 'adapters that the container lacks',
    severity: 'warning',
    files: {
      'gn-a07/host.txt': `root@gn-a07:~# nvidia-smi topo -m\n${topoMatrix({ gpus: 8, pair: () => 'NV18', nics: ['mlx5_0', 'mlx5_1'] })}`,
      'gn-a07/inside.txt': `root@0123456789ab:/# nvidia-smi topo -m\n${switched}`,
    },
  },
  {
    rule: 'container-view-differs',
    kind: 'silent',
    title: 'the same view',
    files: {
      'gn-a07/host.txt': `root@gn-a07:~# nvidia-smi topo -m\n${switched}`,
      'gn-a07/inside.txt': `root@0123456789ab:/# nvidia-smi topo -m\n${switched}`,
    },
  },
  {
    rule: 'container-view-differs',
    kind: 'missing',
    title: 'the host only',
    files: { 'gn-a07/host.txt': `root@gn-a07:~# nvidia-smi topo -m\n${switched}` },
  },
]
