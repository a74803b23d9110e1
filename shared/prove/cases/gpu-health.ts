import { gpuList, lines } from '../texts'
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

/** What the query of a GPU says of its health: memory errors, clocks, modes. */
export const gpuHealthCases: readonly ProofCase[] = [
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
