import { gpuList, lines, dmesg, ncclLog } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
type Fields = readonly (readonly [string, string])[]

/** `nvidia-smi -q` of some GPUs: sections by their heading, indentation as printed. */
const query = (count: number, body: (gpu: number) => readonly string[]): string =>
  lines([
    '==============NVSMI LOG==============',
    '',
    'Timestamp                                 : Mon Nov 30 10:00:00 2026',
    'Driver Version                            : 550.54.15',
    'CUDA Version                              : 12.4',
    '',
    `Attached GPUs                             : ${count}`,
    ...Array.from({ length: count }, (_, gpu) => [
      `GPU 00000000:${(0x10 + gpu * 8).toString(16).toUpperCase()}:00.0`,
      `    Product Name                          : ${h100}`,
      ...body(gpu),
    ]).flat(),
  ])
const block = (title: string, fields: Fields): string[] => [
  `    ${title}`,
  ...fields.map(([key, value]) => `        ${key.padEnd(34)}: ${value}`),
]
const q = (body: (gpu: number) => readonly string[], count = 4): Record<string, string> => ({
  'gn-a07/q.txt': query(count, body),
})

const ecc = (uncorrected: number): string[] => [
  '    ECC Errors',
  '        Volatile',
  '            SRAM Correctable              : 0',
  `            SRAM Uncorrectable            : 0`,
  '            DRAM Correctable              : 0',
  `            DRAM Uncorrectable            : ${uncorrected}`,
  '        Aggregate',
  '            SRAM Correctable              : 0',
  '            SRAM Uncorrectable            : 0',
]
const remap = (pending: string, failure: string): string[] =>
  block('Remapped Rows', [
    ['Correctable Error', '0'],
    ['Uncorrectable Error', '2'],
    ['Pending', pending],
    ['Remapping Failure Occurred', failure],
  ])
const loaded = [
  '    Performance State                     : P0',
  '    Utilization',
  '        Gpu                               : 99 %',
]
const reasons = (swCap: string, hw: string): string[] => [
  '    Clocks Event Reasons',
  '        Idle                              : Not Active',
  '        Applications Clocks Setting       : Not Active',
  `        SW Power Cap                      : ${swCap}`,
  `        HW Slowdown                       : ${hw}`,
  `            HW Thermal Slowdown           : ${hw}`,
  '            HW Power Brake Slowdown       : Not Active',
  '        Sync Boost                        : Not Active',
  '        SW Thermal Slowdown               : Not Active',
]
const power = (draw: number, limit: number): string[] =>
  block('GPU Power Readings', [
    ['Average Power Draw', `${draw}.00 W`],
    ['Instantaneous Power Draw', `${draw}.00 W`],
    ['Current Power Limit', `${limit}.00 W`],
    ['Requested Power Limit', `${limit}.00 W`],
  ])
const clocks = (mhz: number): string[] => [
  ...block('Applications Clocks', [
    ['Graphics', `${mhz} MHz`],
    ['Memory', '2619 MHz'],
  ]),
  ...block('Max Clocks', [
    ['Graphics', '1980 MHz'],
    ['SM', '1980 MHz'],
  ]),
]
const mig = (mode: string): string[] =>
  block('MIG Mode', [
    ['Current', mode],
    ['Pending', mode],
  ])
const persistence = (mode: string): string[] => [`    Persistence Mode                      : ${mode}`]

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

  {
    rule: 'ecc-uncorrected',
    kind: 'fires',
    title: 'one since boot',
    severity: 'error',
    files: q((gpu) => ecc(gpu === 2 ? 1 : 0)),
  },
  { rule: 'ecc-uncorrected', kind: 'silent', title: 'none', files: q(() => ecc(0)) },
  { rule: 'ecc-uncorrected', kind: 'missing', title: 'no query', files: gpus },

  {
    rule: 'row-remap-pending',
    kind: 'fires',
    title: 'Pending: Yes',
    severity: 'warning',
    files: q((gpu) => remap(gpu === 1 ? 'Yes' : 'No', 'No')),
  },
  { rule: 'row-remap-pending', kind: 'silent', title: 'Pending: No', files: q(() => remap('No', 'No')) },
  { rule: 'row-remap-pending', kind: 'missing', title: 'no query', files: gpus },

  {
    rule: 'row-remap-failed',
    kind: 'fires',
    title: 'failure',
    severity: 'error',
    files: q((gpu) => remap('No', gpu === 1 ? 'Yes' : 'No')),
  },
  { rule: 'row-remap-failed', kind: 'silent', title: 'remapped before, no failure', files: q(() => remap('No', 'No')) },
  { rule: 'row-remap-failed', kind: 'missing', title: 'no query', files: gpus },

  {
    rule: 'clocks-power-capped',
    kind: 'fires',
    title: 'at the limit under load',
    severity: 'info',
    files: q(() => [...loaded, ...reasons('Active', 'Not Active'), ...power(695, 700)]),
  },
  {
    rule: 'clocks-power-capped',
    kind: 'fires',
    title: 'one GPU with a lower limit',
    severity: 'warning',
    files: q((gpu) => [...loaded, ...reasons('Not Active', 'Not Active'), ...power(300, gpu === 1 ? 400 : 700)]),
  },
  {
    rule: 'clocks-power-capped',
    kind: 'silent',
    title: 'no cap',
    files: q(() => [...loaded, ...reasons('Not Active', 'Not Active'), ...power(500, 700)]),
  },
  { rule: 'clocks-power-capped', kind: 'missing', title: 'no query', files: gpus },

  {
    rule: 'clocks-hw-slowdown',
    kind: 'fires',
    title: 'thermal',
    severity: 'error',
    files: q((gpu) => [...loaded, ...reasons('Not Active', gpu === 1 ? 'Active' : 'Not Active')]),
  },
  {
    rule: 'clocks-hw-slowdown',
    kind: 'silent',
    title: 'only the power cap',
    files: q(() => [...loaded, ...reasons('Active', 'Not Active')]),
  },
  { rule: 'clocks-hw-slowdown', kind: 'missing', title: 'no query', files: gpus },

  {
    rule: 'clocks-locked-low',
    kind: 'fires',
    title: 'one of four',
    severity: 'warning',
    files: q((gpu) => clocks(gpu === 1 ? 1200 : 1980)),
  },
  { rule: 'clocks-locked-low', kind: 'silent', title: 'all alike below the maximum', files: q(() => clocks(1410)) },
  { rule: 'clocks-locked-low', kind: 'missing', title: 'no query', files: gpus },

  {
    rule: 'persistence-off',
    kind: 'fires',
    title: 'disabled',
    severity: 'info',
    files: q(() => persistence('Disabled')),
  },
  { rule: 'persistence-off', kind: 'silent', title: 'enabled', files: q(() => persistence('Enabled')) },
  { rule: 'persistence-off', kind: 'missing', title: 'no query', files: gpus },

  {
    rule: 'mig-enabled',
    kind: 'fires',
    title: 'enabled',
    severity: 'info',
    files: q((gpu) => mig(gpu === 0 ? 'Enabled' : 'Disabled')),
  },
  { rule: 'mig-enabled', kind: 'silent', title: 'disabled', files: q(() => mig('Disabled')) },
  { rule: 'mig-enabled', kind: 'missing', title: 'no query', files: gpus },
]
