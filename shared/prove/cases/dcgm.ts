import { gpuList, lines, dmesg, ncclLog } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
const dmon = (tags: readonly string[], row: (gpu: number) => readonly string[], ticks = 6): string =>
  lines([
    `#Entity   ${tags.map((tag) => tag.padEnd(24)).join('')}`,
    `ID        ${tags.map(() => ''.padEnd(24)).join('')}`,
    ...Array.from({ length: ticks }, () =>
      [0, 1].map(
        (gpu) =>
          `GPU ${gpu}     ${row(gpu)
            .map((cell) => cell.padEnd(24))
            .join('')}`,
      ),
    ).flat(),
  ])
const links = (letters: (gpu: number) => string, count = 8): string =>
  lines([
    '+----------------------+',
    '|  NvLink Link Status  |',
    '+----------------------+',
    'GPUs:',
    ...Array.from({ length: count }, (_, gpu) => [`    gpuId ${gpu}:`, `        ${letters(gpu)}`]).flat(),
    'NvSwitches:',
    '    No NvSwitches found.',
    '',
    'Key: Up=U, Down=D, Disabled=X, Not Supported=_',
  ])
const up = Array.from({ length: 18 }, () => 'U').join(' ')
const diag = (result: string, ...more: readonly string[]): string =>
  lines([
    'Successfully ran diagnostic for group.',
    '+---------------------------+------------------------------------------------+',
    '| Diagnostic                | Result                                         |',
    '+===========================+================================================+',
    '|-----  Integration  -------+------------------------------------------------|',
    `| PCIe                      | ${result.padEnd(46)} |`,
    ...more,
    '+---------------------------+------------------------------------------------+',
  ])
// 2.4 glues `GPU 0` before each message and breaks the text wherever the column ends.
const linksDown = diag(
  'Fail - All',
  "| Warning                   | GPU 0GPU 0's NvLink link 0 is currently down   |",
  '|                           | Run a field diagnostic on the GPU., GPU 0GPU   |',
  "|                           | 0's NvLink link 1 is currently down Run a fie  |",
  '|                           | ld diagnostic on the GPU.                      |',
)
const exporter = (value: number): string =>
  lines([
    '# HELP DCGM_FI_DEV_XID_ERRORS Value of the last XID error encountered.',
    '# TYPE DCGM_FI_DEV_XID_ERRORS gauge',
    `DCGM_FI_DEV_XID_ERRORS{gpu="0",UUID="GPU-10000000-0000-4000-8000-000000000000",device="nvidia0",modelName="${h100}"} ${value}`,
  ])
const shm = ncclLog({ ranks: 2, via: () => 'SHM/direct/direct' })
const dcgmMessage = 'Error setting watches. Result: The third-party Profiling module returned an unrecoverable error\n'

export const dcgmCases: readonly ProofCase[] = [
  {
    rule: 'dcgm-wrong-field-ids',
    kind: 'fires',
    title: 'a rate listed as counter in the CSV of the exporter',
    severity: 'warning',
    files: {
      'gn-a07/counters.csv': lines([
        '# Format',
        '# DCGM FIELD, Prometheus metric type, help message',
        'DCGM_FI_DEV_GPU_UTIL,      gauge, GPU utilization (in %).',
        'DCGM_FI_PROF_NVLINK_TX_BYTES, counter, The number of bytes of active NVLink tx data.',
      ]),
    },
  },
  {
    rule: 'dcgm-wrong-field-ids',
    kind: 'silent',
    title: 'listed as gauge, or behind #',
    files: {
      'gn-a07/counters.csv': lines([
        'DCGM_FI_PROF_NVLINK_TX_BYTES, gauge, The rate of NVLink transmit data.',
        '# DCGM_FI_PROF_PCIE_TX_BYTES, counter, The number of bytes of active pcie tx data.',
      ]),
    },
  },
  {
    rule: 'dcgm-wrong-field-ids',
    kind: 'fires',
    title: 'ACCDT and ECUTL',
    severity: 'warning',
    files: { 'gn-a07/dmon.txt': dmon(['ACCDT', 'ECUTL'], () => ['N/A', '0']) },
  },
  {
    rule: 'dcgm-wrong-field-ids',
    kind: 'fires',
    title: 'the command alone',
    severity: 'warning',
    files: { 'gn-a07/dmon.txt': '$ dcgmi dmon -e 205,206 -d 1\n' },
  },
  {
    rule: 'dcgm-wrong-field-ids',
    kind: 'silent',
    title: 'the right fields',
    files: { 'gn-a07/dmon.txt': dmon(['NVLTX', 'NVLRX'], () => ['241105663120', '240998431774']) },
  },
  { rule: 'dcgm-wrong-field-ids', kind: 'missing', title: 'no DCGM', files: gpus },

  {
    rule: 'dcgm-field-unsupported',
    kind: 'fires',
    title: 'a column of N/A',
    severity: 'info',
    files: { 'gn-a07/dmon.txt': dmon(['NVLTX', 'SMACT'], () => ['N/A', '0.912']) },
  },
  {
    rule: 'dcgm-field-unsupported',
    kind: 'silent',
    title: 'values throughout',
    files: { 'gn-a07/dmon.txt': dmon(['NVLTX', 'NVLRX'], () => ['241105663120', '240998431774']) },
  },
  { rule: 'dcgm-field-unsupported', kind: 'missing', title: 'no DCGM', files: gpus },

  {
    rule: 'dcgm-prof-locked',
    kind: 'fires',
    title: 'the message',
    severity: 'info',
    files: { 'gn-a07/dmon.txt': dcgmMessage },
  },
  {
    rule: 'dcgm-prof-locked',
    kind: 'silent',
    title: 'samples',
    files: { 'gn-a07/dmon.txt': dmon(['NVLTX', 'NVLRX'], () => ['241105663120', '240998431774']) },
  },
  { rule: 'dcgm-prof-locked', kind: 'missing', title: 'no DCGM', files: gpus },

  {
    rule: 'dcgm-nvlink-idle',
    kind: 'fires',
    title: 'zeros, busy, SHM',
    severity: 'warning',
    files: {
      ...gpus,
      'gn-a07/dmon.txt': dmon(['NVLTX', 'NVLRX', 'GPUTL'], () => ['0', '0', '98']),
      'gn-a07/nccl.txt': shm,
    },
  },
  {
    rule: 'dcgm-nvlink-idle',
    kind: 'silent',
    title: 'zeros without another sign',
    files: { ...gpus, 'gn-a07/dmon.txt': dmon(['NVLTX', 'NVLRX', 'GPUTL'], () => ['0', '0', '98']) },
  },
  { rule: 'dcgm-nvlink-idle', kind: 'missing', title: 'no DCGM', files: gpus },

  {
    rule: 'dcgm-nvlink-down',
    kind: 'fires',
    title: 'one letter D',
    severity: 'error',
    files: { ...gpus, 'gn-a07/links.txt': links((gpu) => (gpu === 3 ? up.replace('U', 'D') : up)) },
  },
  {
    rule: 'dcgm-nvlink-down',
    kind: 'silent',
    title: 'all up',
    files: { ...gpus, 'gn-a07/links.txt': links(() => up) },
  },
  { rule: 'dcgm-nvlink-down', kind: 'missing', title: 'no DCGM', files: gpus },

  {
    rule: 'dcgm-xid-gauge-stale',
    kind: 'fires',
    title: 'a code that the kernel log lacks',
    severity: 'info',
    files: {
      ...gpus,
      'gn-a07/metrics.txt': exporter(62),
      'gn-a07/dmesg.txt': dmesg(
        'NVRM: Xid (PCI:0000:5d:00): 31, pid=1, name=python3, Ch 00000008, intr 00000000. MMU Fault',
      ),
    },
  },
  {
    rule: 'dcgm-xid-gauge-stale',
    kind: 'silent',
    title: 'zero',
    files: { ...gpus, 'gn-a07/metrics.txt': exporter(0) },
  },
  { rule: 'dcgm-xid-gauge-stale', kind: 'missing', title: 'no exporter', files: gpus },

  {
    rule: 'dcgm-diag-fail',
    kind: 'fires',
    title: 'PCIe fails',
    severity: 'error',
    files: { 'gn-a07/diag.txt': diag('Fail - GPU: 0') },
  },
  {
    rule: 'dcgm-diag-fail',
    kind: 'fires',
    title: 'links that a card without a bridge cannot have up',
    severity: 'info',
    under: 'dcgm-nvlink-down',
    files: { 'gn-a07/gpus.txt': gpuList('NVIDIA A100-PCIE-40GB', 1), 'gn-a07/diag.txt': linksDown },
  },
  {
    rule: 'dcgm-diag-fail',
    kind: 'fires',
    title: 'the same words on SXM: a fault',
    severity: 'error',
    under: 'dcgm-nvlink-down',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8), 'gn-a07/diag.txt': linksDown },
  },
  {
    rule: 'dcgm-diag-fail',
    kind: 'silent',
    title: 'skipped is no failure',
    files: { 'gn-a07/diag.txt': diag('Skip - All') },
  },
  { rule: 'dcgm-diag-fail', kind: 'missing', title: 'no diagnostic', files: gpus },
]
