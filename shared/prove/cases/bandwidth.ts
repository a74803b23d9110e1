import { gpuList, ncclLog, ncclTests } from '../texts'
import type { ProofCase } from '../types'

const GiB = 1024 ** 3
const MiB = 1024 ** 2
const h100 = 'NVIDIA H100 80GB HBM3'
const rows = (scale: number): [number, number][] => [
  [256 * MiB, 420 * scale],
  [GiB, 466 * scale],
  [8 * GiB, 480 * scale],
]
const run = (scale: number): string => ncclTests({ gpu: h100, count: 8, rows: rows(scale) })
const sweep: [number, number][] = [
  [8, 0],
  [1024, 0.1],
  [64 * 1024, 5],
  [MiB, 60],
  [64 * MiB, 370],
  [GiB, 466],
]
const twoNodes = (busbw: number, settings: Record<string, string> = {}): string =>
  ncclTests({
    gpu: h100,
    count: 16,
    hosts: ['gn-a07', 'gn-a08'],
    rows: [
      [GiB, busbw],
      [8 * GiB, busbw],
    ],
    between: [
      ncclLog({
        ranks: 16,
        hosts: ['gn-a07', 'gn-a08'],
        settings,
        using:
          'NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [2]mlx5_2:1/IB [3]mlx5_3:1/IB [RO]; OOB eth0:192.0.2.10<0>',
      }).trimEnd(),
    ],
  })
const ports = Array.from(
  { length: 4 },
  (_, i) =>
    `CA 'mlx5_${i}'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n\t\tBase lid: ${i + 10}\n\t\tSM lid: 1\n\t\tLink layer: InfiniBand\n`,
).join('')
const network = (busbw: number, settings: Record<string, string> = {}): Record<string, string> => ({
  'case/run.txt': twoNodes(busbw, settings),
  'case/ports-a.txt': `root@gn-a07:~# ibstat\n${ports}`,
  'case/ports-b.txt': `root@gn-a08:~# ibstat\n${ports}`,
})
const pair = (a: string, b: string, busbw: number): string =>
  ncclTests({ gpu: h100, count: 2, hosts: [a, b], rows: [[GiB, busbw]] })

export const bandwidthCases: readonly ProofCase[] = [
  {
    rule: 'busbw-below-expected',
    kind: 'fires',
    title: 'a fifth of 8x H100',
    severity: 'error',
    files: { 'gn-a07/run.txt': run(0.2) },
  },
  {
    rule: 'busbw-below-expected',
    kind: 'fires',
    title: 'the ring figure is information',
    severity: 'info',
    files: { 'gn-a07/run.txt': ncclTests({ gpu: h100, count: 8, rows: [[8 * GiB, 368]] }) },
  },
  { rule: 'busbw-below-expected', kind: 'silent', title: 'healthy 8x H100', files: { 'gn-a07/run.txt': run(1) } },
  {
    rule: 'busbw-below-expected',
    kind: 'silent',
    title: 'half of what an unknown GPU might give',
    files: { 'gn-a07/run.txt': ncclTests({ gpu: 'NVIDIA Graphics Device', count: 8, rows: rows(0.3) }) },
  },
  { rule: 'busbw-below-expected', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'busbw-internode-low',
    kind: 'fires',
    title: 'a quarter of four 400G adapters',
    severity: 'error',
    files: network(48),
  },
  { rule: 'busbw-internode-low', kind: 'silent', title: 'the wire rate', files: network(188) },
  { rule: 'busbw-internode-low', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'wrong-results',
    kind: 'fires',
    title: 'wrong values in a row',
    severity: 'error',
    files: { 'gn-a07/run.txt': ncclTests({ gpu: h100, count: 8, rows: rows(1), wrong: 12 }) },
  },
  { rule: 'wrong-results', kind: 'silent', title: 'none wrong', files: { 'gn-a07/run.txt': run(1) } },
  { rule: 'wrong-results', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'tests-not-one-communicator',
    kind: 'fires',
    title: 'two copies of one rank',
    severity: 'error',
    files: {
      'case/run.txt':
        ncclTests({ gpu: h100, count: 1, rows: [[GiB, 0]] }) +
        ncclTests({ gpu: h100, count: 1, rows: [[GiB, 0]] }).replace('Pid   4000', 'Pid   4999'),
    },
  },
  {
    rule: 'tests-not-one-communicator',
    kind: 'silent',
    title: 'two runs one after another',
    files: { 'gn-a07/run.txt': run(1) + run(1).replaceAll('Pid   40', 'Pid   50') },
  },
  {
    rule: 'tests-not-one-communicator',
    kind: 'missing',
    title: 'no run',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8) },
  },

  {
    rule: 'busbw-zero-single-rank',
    kind: 'fires',
    title: 'one rank',
    severity: 'info',
    files: { 'gn-a07/run.txt': ncclTests({ gpu: h100, count: 1, rows: [[GiB, 0]] }) },
  },
  { rule: 'busbw-zero-single-rank', kind: 'silent', title: 'eight ranks', files: { 'gn-a07/run.txt': run(1) } },
  { rule: 'busbw-zero-single-rank', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'busbw-avg-misread',
    kind: 'fires',
    title: 'a sweep from 8 bytes',
    severity: 'info',
    files: { 'gn-a07/run.txt': ncclTests({ gpu: h100, count: 8, rows: sweep, average: 150.2 }) },
  },
  { rule: 'busbw-avg-misread', kind: 'silent', title: 'large sizes only', files: { 'gn-a07/run.txt': run(1) } },
  { rule: 'busbw-avg-misread', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'busbw-not-saturated',
    kind: 'fires',
    title: 'ends at 64 MiB',
    severity: 'info',
    files: { 'gn-a07/run.txt': ncclTests({ gpu: h100, count: 8, rows: sweep.slice(0, 5) }) },
  },
  { rule: 'busbw-not-saturated', kind: 'silent', title: 'ends on the plateau', files: { 'gn-a07/run.txt': run(1) } },
  { rule: 'busbw-not-saturated', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'busbw-collapse-large',
    kind: 'fires',
    title: 'two large sizes at a fifth',
    severity: 'error',
    files: {
      'gn-a07/run.txt': ncclTests({
        gpu: h100,
        count: 8,
        rows: [
          [16 * MiB, 300],
          [64 * MiB, 290],
          [256 * MiB, 60],
          [GiB, 58],
        ],
      }),
    },
  },
  {
    rule: 'busbw-collapse-large',
    kind: 'fires',
    title: 'four sizes at a fifth, head and foot of the table cut off',
    severity: 'error',
    files: {
      'gn-a07/rows.txt':
        [
          '    16777216       4194304     float     sum      -1    1334.9   12.57   24.09      0    1336.5   12.55   24.06      0',
          '    33554432       8388608     float     sum      -1    2180.1   15.39   29.50      0    2285.2   14.68   28.14      0',
          '    67108864      16777216     float     sum      -1     24410    2.75    5.27      0     24425    2.75    5.27      0',
          '   134217728      33554432     float     sum      -1     49264    2.72    5.22      0     48558    2.76    5.30      0',
          '   268435456      67108864     float     sum      -1     98800    2.72    5.21      0     98900    2.71    5.20      0',
        ].join('\n') + '\n',
    },
  },
  {
    rule: 'busbw-collapse-large',
    kind: 'silent',
    title: 'the last size alone is low',
    files: {
      'gn-a07/run.txt': ncclTests({
        gpu: h100,
        count: 8,
        rows: [
          [64 * MiB, 290],
          [256 * MiB, 420],
          [GiB, 200],
        ],
      }),
    },
  },
  { rule: 'busbw-collapse-large', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'busbw-two-node-inflated',
    kind: 'fires',
    title: 'above four 400G adapters',
    severity: 'info',
    files: network(330),
  },
  { rule: 'busbw-two-node-inflated', kind: 'silent', title: 'forced ring', files: network(188, { NCCL_ALGO: 'Ring' }) },
  { rule: 'busbw-two-node-inflated', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'busbw-above-link-spec',
    kind: 'fires',
    title: '480 of 450',
    severity: 'info',
    files: { 'gn-a07/run.txt': run(1) },
  },
  {
    rule: 'busbw-above-link-spec',
    kind: 'silent',
    title: 'A100 has no NVLS',
    files: { 'gn-a07/run.txt': ncclTests({ gpu: 'NVIDIA A100-SXM4-80GB', count: 8, rows: [[8 * GiB, 231]] }) },
  },
  { rule: 'busbw-above-link-spec', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'busbw-pairs-differ',
    kind: 'fires',
    title: 'two pairs with one node',
    severity: 'warning',
    files: {
      'case/a.txt': pair('n1', 'n2', 48),
      'case/b.txt': pair('n2', 'n3', 47.5),
      'case/c.txt': pair('n1', 'n4', 20),
      'case/d.txt': pair('n3', 'n4', 21),
    },
  },
  {
    rule: 'busbw-pairs-differ',
    kind: 'silent',
    title: 'alike',
    files: {
      'case/a.txt': pair('n1', 'n2', 48),
      'case/b.txt': pair('n2', 'n3', 47.5),
      'case/c.txt': pair('n1', 'n4', 46),
    },
  },
  { rule: 'busbw-pairs-differ', kind: 'missing', title: 'no run', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },
]
