import { gpuList, lines, topoMatrix } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8), 'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'SYS' }) }
const service = (...rows: string[]): string =>
  lines([
    '● nvidia-fabricmanager.service - NVIDIA fabric manager service',
    '     Loaded: loaded (/lib/systemd/system/nvidia-fabricmanager.service; enabled; vendor preset: enabled)',
    ...rows,
  ])
const running = service('     Active: active (running) since Mon 2026-11-30 08:00:00 UTC; 2h ago')
const dead = service('     Active: inactive (dead)')
const log = (level: string, text: string): string => `[Nov 30 2026 08:10:02] [${level}] [tid 12727] ${text}\n`
const query = (state: string, status: string, extra: readonly string[] = []): string =>
  lines([
    '==============NVSMI LOG==============',
    '',
    'Driver Version                            : 550.54.15',
    'Attached GPUs                             : 8',
    ...Array.from({ length: 8 }, (_, gpu) => [
      `GPU 00000000:${(0x10 + gpu * 8).toString(16)}:00.0`,
      `    Product Name                          : ${h100}`,
      '    Fabric',
      `        State                             : ${state}`,
      `        Status                            : ${status}`,
      ...extra,
    ]).flat(),
  ])
const health = (bandwidth: string): string[] => [
  '        CliqueId                          : 0',
  '        Health',
  `            Bandwidth                     : ${bandwidth}`,
  '            Route Unhealthy               : False',
]
const mismatch = log(
  'ERROR',
  "fabric manager NVIDIA GPU driver interface version 590.48.01 don't match with driver version 580.105.08. Please update with matching NVIDIA driver package.",
)
const nothing =
  'request to query NVSwitch device information from NVSwitch driver failed with error:WARNING Nothing to do [NV_WARN_NOTHING_TO_DO]'

export const fabricCases: readonly ProofCase[] = [
  {
    rule: 'fabric-not-completed',
    kind: 'fires',
    title: 'In Progress',
    severity: 'error',
    files: { ...gpus, 'gn-a07/q.txt': query('In Progress', 'N/A') },
  },
  {
    rule: 'fabric-not-completed',
    kind: 'silent',
    title: 'Completed',
    files: { ...gpus, 'gn-a07/q.txt': query('Completed', 'Success') },
  },
  { rule: 'fabric-not-completed', kind: 'missing', title: 'no query', files: gpus },

  {
    rule: 'fabric-manager-not-running',
    kind: 'fires',
    title: 'inactive on HGX',
    severity: 'error',
    files: { ...gpus, 'gn-a07/fm.txt': dead },
  },
  {
    rule: 'fabric-manager-not-running',
    kind: 'fires',
    title: 'CUDA error 802 on HGX',
    severity: 'error',
    files: {
      'gn-a07/gpus.txt': gpuList(h100, 8),
      'gn-a07/train.log': 'RuntimeError: cuda runtime error (802) : system not yet initialized\n',
    },
  },
  {
    rule: 'fabric-manager-not-running',
    kind: 'fires',
    title: 'not installed, NVSwitches in lspci, 802',
    severity: 'error',
    files: {
      'gn-a07/all.txt': lines([
        '$ systemctl status nvidia-fabricmanager',
        'Unit nvidia-fabricmanager.service could not be found.',
        '$ lspci | grep -i nvidia',
        '07:00.0 3D controller: NVIDIA Corporation GA100 [A100 SXM4 40GB] (rev a1)',
        'c4:00.0 Bridge: NVIDIA Corporation Device 1af1 (rev a1)',
        '$ ./bandwidthTest',
        'cudaGetDeviceProperties returned 802',
        '-> system not yet initialized',
      ]),
    },
  },
  {
    rule: 'fabric-manager-not-running',
    kind: 'silent',
    title: '802 in a document about PCIe cards',
    files: {
      'gn-a07/gpus.txt': gpuList('NVIDIA L40S', 8),
      'gn-a07/train.log': 'RuntimeError: cuda runtime error (802) : system not yet initialized\n',
    },
  },
  {
    rule: 'fabric-manager-not-running',
    kind: 'silent',
    title: 'running',
    files: { ...gpus, 'gn-a07/fm.txt': running },
  },
  {
    rule: 'fabric-manager-not-running',
    kind: 'silent',
    title: 'PCIe cards need none',
    files: { 'gn-a07/gpus.txt': gpuList('NVIDIA L40S', 8), 'gn-a07/fm.txt': dead },
  },
  { rule: 'fabric-manager-not-running', kind: 'missing', title: 'no service state', files: gpus },

  {
    rule: 'fabric-manager-version-mismatch',
    kind: 'fires',
    title: 'the line in the log',
    severity: 'error',
    files: { ...gpus, 'gn-a07/fm.txt': mismatch },
  },
  {
    rule: 'fabric-manager-version-mismatch',
    kind: 'silent',
    title: 'equal versions',
    files: {
      ...gpus,
      'gn-a07/fm.txt': log('INFO', 'Fabric Manager version: 550.54.15'),
      'gn-a07/q.txt': query('Completed', 'Success'),
    },
  },
  { rule: 'fabric-manager-version-mismatch', kind: 'missing', title: 'no log', files: gpus },

  {
    rule: 'fabric-manager-nothing-to-do',
    kind: 'fires',
    title: 'bridged cards',
    severity: 'info',
    files: { 'gn-a07/gpus.txt': gpuList('NVIDIA A100 80GB PCIe', 4), 'gn-a07/fm.txt': log('ERROR', nothing) },
  },
  {
    rule: 'fabric-manager-nothing-to-do',
    kind: 'silent',
    title: 'an HGX board',
    files: { ...gpus, 'gn-a07/fm.txt': log('ERROR', nothing) },
  },
  { rule: 'fabric-manager-nothing-to-do', kind: 'missing', title: 'no log', files: gpus },

  {
    rule: 'fabric-nvswitch-missing',
    kind: 'fires',
    title: 'nothing to do on HGX H100',
    severity: 'error',
    files: { ...gpus, 'gn-a07/fm.txt': log('ERROR', nothing) },
  },
  {
    rule: 'fabric-nvswitch-missing',
    kind: 'fires',
    title: 'a number that no board has, in the journal',
    severity: 'error',
    files: {
      'gn-a07/journal.txt':
        "Jan 05 15:32:17 gn-a07 nv-fabricmanager[20500]: detected number of NVSwitches don't match with any supported system topology, aborting\n",
    },
  },
  {
    rule: 'fabric-nvswitch-missing',
    kind: 'silent',
    title: 'PCIe cards',
    files: { 'gn-a07/gpus.txt': gpuList('NVIDIA A100 80GB PCIe', 4), 'gn-a07/fm.txt': log('ERROR', nothing) },
  },
  { rule: 'fabric-nvswitch-missing', kind: 'missing', title: 'no log', files: gpus },

  {
    rule: 'fabric-health-degraded',
    kind: 'fires',
    title: 'bandwidth degraded',
    severity: 'error',
    files: { 'gn-a07/q.txt': query('Completed', 'Success', health('Degraded')) },
  },
  {
    rule: 'fabric-health-degraded',
    kind: 'silent',
    title: 'all N/A',
    files: { 'gn-a07/q.txt': query('Completed', 'Success', health('N/A')) },
  },
  { rule: 'fabric-health-degraded', kind: 'missing', title: 'no query', files: gpus },
]
