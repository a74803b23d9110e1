import { gpuList, lines, ncclLog, ncclTests, topoMatrix, type MatrixOptions } from '../texts'
import type { ProofCase } from '../types'

const MiB = 1024 ** 2
const h100 = 'NVIDIA H100 80GB HBM3'
const l40s = 'NVIDIA L40S'
const lscpu = (sockets: number, nodes: number, vendor = 'GenuineIntel'): Record<string, string> => ({
  'gn-a07/lscpu.txt': lines([
    'Architecture:            x86_64',
    'CPU(s):                  96',
    `Vendor ID:               ${vendor}`,
    `  Model name:            ${vendor === 'AuthenticAMD' ? 'AMD EPYC 9654 96-Core Processor' : 'Intel(R) Xeon(R) Platinum 8480+'}`,
    'Thread(s) per core:      1',
    `Socket(s):               ${sockets}`,
    `NUMA node(s):            ${nodes}`,
    ...Array.from(
      { length: nodes },
      (_, i) => `NUMA node${i} CPU(s):       ${(i * 96) / nodes}-${((i + 1) * 96) / nodes - 1}`,
    ),
  ]),
})
const matrix = (options: Partial<MatrixOptions>, name = h100): Record<string, string> => ({
  'gn-a07/gpus.txt': gpuList(name, options.gpus ?? 8),
  'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'NV18', ...options }),
})
const amd = (nodes: number, busbw: number): Record<string, string> => ({
  ...lscpu(2, nodes, 'AuthenticAMD'),
  ...matrix({ gpus: 4, pair: () => 'NODE' }, l40s),
  'gn-a07/run.txt': ncclTests({ gpu: l40s, count: 4, rows: [[256 * MiB, busbw]] }),
})
/** Two cards, one a socket; PCIe GPUs. */
const sockets = (used: string, hca?: string): Record<string, string> => ({
  ...matrix(
    {
      gpus: 4,
      pair: (a, b) => (a < 2 === b < 2 ? 'NODE' : 'SYS'),
      nics: ['mlx5_0', 'mlx5_1'],
      nic: (gpu, nic) => (gpu < 2 === (nic === 0) ? 'NODE' : 'SYS'),
    },
    l40s,
  ),
  'gn-a07/nccl.txt': ncclLog({
    ranks: 4,
    using: `NET/IB : Using ${used} [RO]; OOB eth0:192.0.2.10<0>`,
    settings: hca === undefined ? {} : { NCCL_IB_HCA: hca },
  }),
})

export const numaCases: readonly ProofCase[] = [
  {
    rule: 'numa-affinity-missing',
    kind: 'fires',
    title: 'two sockets, none in the matrix',
    severity: 'warning',
    files: { ...lscpu(2, 2), ...matrix({ numa: () => 'N/A' }) },
  },
  {
    rule: 'numa-affinity-missing',
    kind: 'silent',
    title: 'a guest with one NUMA node',
    files: { ...lscpu(1, 1), ...matrix({ numa: () => 'N/A' }) },
  },
  { rule: 'numa-affinity-missing', kind: 'missing', title: 'no CPU capture', files: matrix({ numa: () => 'N/A' }) },

  {
    rule: 'numa-affinity-restricted',
    kind: 'fires',
    title: 'four CPUs for eight GPUs',
    severity: 'warning',
    files: { ...lscpu(2, 2), ...matrix({ cpus: () => '2-3,66-67' }) },
  },
  {
    rule: 'numa-affinity-restricted',
    kind: 'silent',
    title: 'slices of a machine in NPS4',
    files: matrix({ gpus: 4, cpus: (gpu) => ['6,14,22,30', '4,12,20,28', '7,15,23,31', '5,13,21,29'][gpu] ?? '' }),
  },
  {
    rule: 'numa-affinity-restricted',
    kind: 'silent',
    title: 'six CPUs printed of many',
    files: matrix({ cpus: () => '0,2,4,6,8,10' }),
  },
  {
    rule: 'numa-affinity-restricted',
    kind: 'missing',
    title: 'no matrix',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8) },
  },

  { rule: 'numa-nps-layout', kind: 'fires', title: '4 GB/s with NPS1', severity: 'warning', files: amd(2, 4) },
  { rule: 'numa-nps-layout', kind: 'silent', title: 'NPS4 already', files: amd(8, 4) },
  { rule: 'numa-nps-layout', kind: 'missing', title: 'no run', files: matrix({ gpus: 4 }, l40s) },

  {
    rule: 'numa-nic-imbalance',
    kind: 'fires',
    title: 'the list leaves the other card out',
    severity: 'warning',
    files: sockets('[0]mlx5_0:1/IB', 'mlx5_0'),
  },
  { rule: 'numa-nic-imbalance', kind: 'fires', title: 'one card', severity: 'info', files: sockets('[0]mlx5_0:1/IB') },
  {
    rule: 'numa-nic-imbalance',
    kind: 'silent',
    title: 'a card on each socket',
    files: sockets('[0]mlx5_0:1/IB [1]mlx5_1:1/IB'),
  },
  {
    rule: 'numa-nic-imbalance',
    kind: 'missing',
    title: 'no adapters in the matrix',
    files: matrix({}),
  },
]
