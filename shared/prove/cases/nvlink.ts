import { gpuList, ncclLog, nvlinkErrors, nvlinkStatus, topoMatrix } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const nvl = 'NVIDIA H100 NVL'
const status = { name: h100, gpus: 8, links: 18, rate: '26.562' }
const spare = [4, 5, 10, 11, 16, 17]
const full = topoMatrix({ gpus: 8, pair: () => 'NV18' })
const p2pRead = (token: string): string =>
  `$ nvidia-smi topo -p2p r\n \tGPU0\tGPU1\t\n GPU0\tX\t${token}\t\n GPU1\t${token}\tX\t\n\nLegend:\n\n  X    = Self\n  OK   = Status Ok\n  CNS  = Chipset not supported\n`
const remote = (gpu: number, counts: readonly number[]): string => {
  const links = counts.flatMap((count, sw) => Array.from({ length: count }, () => sw))
  return `GPU ${gpu}: ${h100} (UUID: GPU-10000000-0000-4000-8000-${gpu.toString(16).padStart(12, '0')})\n${links
    .map((sw, link) => `\t Link ${link}: Remote Device 00000000:0${sw + 5}:00.0: Link ${link + gpu}\n`)
    .join('')}`
}

export const nvlinkCases: readonly ProofCase[] = [
  {
    rule: 'nvlink-asymmetric-pair',
    kind: 'fires',
    title: 'one pair of four counts less, product not named',
    severity: 'warning',
    files: {
      'gn-a07/topo.txt': topoMatrix({
        gpus: 8,
        pair: (a, b) => (a >> 1 !== b >> 1 ? 'SYS' : a >> 1 === 1 ? 'NV17' : 'NV18'),
      }),
    },
  },
  {
    rule: 'gpu-pair-without-nvlink',
    kind: 'fires',
    title: 'the matrix itself proves the switches',
    severity: 'error',
    files: { 'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: (a, b) => (a === 2 || b === 2 ? 'SYS' : 'NV18') }) },
  },
  {
    rule: 'gpu-pair-without-nvlink',
    kind: 'silent',
    title: 'cube mesh',
    files: {
      'gn-a07/topo.txt': topoMatrix({
        gpus: 8,
        pair: (a, b) => ((a ^ b) === 1 ? 'NV2' : (a ^ b) === 2 ? 'NV2' : (a ^ b) === 4 ? 'NV1' : 'SYS'),
      }),
      'gn-a07/gpus.txt': gpuList('Tesla V100-SXM2-32GB', 8),
    },
  },
  {
    rule: 'nvlink-inactive',
    kind: 'fires',
    title: 'two of 18 links of one GPU',
    severity: 'error',
    files: { 'gn-a07/nvlink.txt': nvlinkStatus({ ...status, inactive: { 3: [11, 12] } }) },
  },
  {
    rule: 'nvlink-inactive',
    kind: 'silent',
    title: 'H100 NVL has six spare links',
    files: {
      'gn-a07/nvlink.txt': nvlinkStatus({
        name: nvl,
        gpus: 2,
        links: 18,
        rate: '26.562',
        inactive: { 0: spare, 1: spare },
      }),
    },
  },
  { rule: 'nvlink-inactive', kind: 'missing', title: 'names only', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'nvlink-all-inactive',
    kind: 'fires',
    title: 'one GPU of eight is dark',
    severity: 'error',
    files: { 'gn-a07/nvlink.txt': nvlinkStatus({ ...status, inactive: { 5: 'all' } }) },
  },
  {
    rule: 'nvlink-all-inactive',
    kind: 'silent',
    title: 'unbridged cards',
    files: {
      'gn-a07/nvlink.txt': nvlinkStatus({
        name: 'NVIDIA A100 80GB PCIe',
        gpus: 2,
        links: 12,
        rate: '25',
        inactive: { 0: 'all', 1: 'all' },
      }),
    },
  },
  { rule: 'nvlink-all-inactive', kind: 'missing', title: 'names only', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'nvlink-count-below-product',
    kind: 'fires',
    title: 'NV16 in all rows',
    severity: 'warning',
    files: { 'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'NV16' }), 'gn-a07/gpus.txt': gpuList(h100, 8) },
  },
  {
    rule: 'nvlink-count-below-product',
    kind: 'silent',
    title: 'NV6 on the four-GPU board',
    files: { 'gn-a07/topo.txt': topoMatrix({ gpus: 4, pair: () => 'NV6' }), 'gn-a07/gpus.txt': gpuList(h100, 4) },
  },
  {
    rule: 'nvlink-count-below-product',
    kind: 'missing',
    title: 'names only',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8) },
  },

  {
    rule: 'nvlink-asymmetric-pair',
    kind: 'fires',
    title: 'one row lower than the column',
    severity: 'error',
    files: {
      'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: (a) => (a === 3 ? 'NV16' : 'NV18') }),
      'gn-a07/gpus.txt': gpuList(h100, 8),
    },
  },
  { rule: 'nvlink-asymmetric-pair', kind: 'silent', title: 'all alike', files: { 'gn-a07/topo.txt': full } },
  {
    rule: 'nvlink-asymmetric-pair',
    kind: 'missing',
    title: 'no matrix',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8) },
  },

  {
    rule: 'gpu-pair-without-nvlink',
    kind: 'fires',
    title: 'one GPU off the fabric',
    severity: 'error',
    files: {
      'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: (a, b) => (a === 2 || b === 2 ? 'SYS' : 'NV18') }),
      'gn-a07/gpus.txt': gpuList(h100, 8),
    },
  },
  {
    rule: 'gpu-pair-without-nvlink',
    kind: 'silent',
    title: 'every pair linked',
    files: {
      'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'NV18' }),
      'gn-a07/gpus.txt': gpuList(h100, 8),
    },
  },
  {
    rule: 'gpu-pair-without-nvlink',
    kind: 'missing',
    title: 'no matrix',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 8) },
  },

  {
    rule: 'nvlink-unused-by-design',
    kind: 'fires',
    title: 'H100 NVL pair',
    severity: 'info',
    files: {
      'gn-a07/nvlink.txt': nvlinkStatus({
        name: nvl,
        gpus: 2,
        links: 18,
        rate: '26.562',
        inactive: { 0: spare, 1: spare },
      }),
    },
  },
  {
    rule: 'nvlink-unused-by-design',
    kind: 'silent',
    title: 'all links up',
    files: { 'gn-a07/nvlink.txt': nvlinkStatus(status) },
  },
  {
    rule: 'nvlink-unused-by-design',
    kind: 'missing',
    title: 'names only',
    files: { 'gn-a07/gpus.txt': gpuList(nvl, 2) },
  },

  {
    rule: 'nvlink-speed-mixed',
    kind: 'fires',
    title: 'one link at another rate',
    severity: 'warning',
    files: { 'gn-a07/nvlink.txt': nvlinkStatus({ ...status, rates: { '4.7': '25' } }) },
  },
  {
    rule: 'nvlink-speed-mixed',
    kind: 'silent',
    title: 'one rate',
    files: { 'gn-a07/nvlink.txt': nvlinkStatus(status) },
  },
  { rule: 'nvlink-speed-mixed', kind: 'missing', title: 'names only', files: { 'gn-a07/gpus.txt': gpuList(h100, 8) } },

  {
    rule: 'nvlink-bridge-partial',
    kind: 'fires',
    title: 'NV4 in a pair of A100 cards',
    severity: 'warning',
    files: {
      'gn-a07/topo.txt': topoMatrix({ gpus: 2, pair: () => 'NV4' }),
      'gn-a07/gpus.txt': gpuList('NVIDIA A100 80GB PCIe', 2),
    },
  },
  {
    rule: 'nvlink-bridge-partial',
    kind: 'silent',
    title: 'NV12 in the pair',
    files: {
      'gn-a07/topo.txt': topoMatrix({ gpus: 2, pair: () => 'NV12' }),
      'gn-a07/gpus.txt': gpuList('NVIDIA A100 80GB PCIe', 2),
    },
  },
  {
    rule: 'nvlink-bridge-partial',
    kind: 'missing',
    title: 'no matrix',
    files: { 'gn-a07/gpus.txt': gpuList('NVIDIA A100 80GB PCIe', 2) },
  },

  {
    rule: 'p2p-status-not-ok',
    kind: 'fires',
    title: 'CNS asked as read',
    severity: 'warning',
    files: { 'gn-a07/p2p.txt': p2pRead('CNS'), 'gn-a07/gpus.txt': gpuList('NVIDIA L40S', 2) },
  },
  {
    rule: 'p2p-status-not-ok',
    kind: 'silent',
    title: 'OK',
    files: { 'gn-a07/p2p.txt': p2pRead('OK'), 'gn-a07/gpus.txt': gpuList('NVIDIA L40S', 2) },
  },
  {
    rule: 'p2p-status-not-ok',
    kind: 'missing',
    title: 'no table',
    files: { 'gn-a07/gpus.txt': gpuList('NVIDIA L40S', 2) },
  },

  {
    rule: 'nvlink-p2p-disabled',
    kind: 'fires',
    title: 'the sentence in a log',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        initComplete: false,
        warn: [
          'graph/paths.cc:350 NCCL WARN P2P is disabled between NVLINK connected GPUs 0 and 1. This should not be the case given their connectivity',
        ],
      }),
    },
  },
  {
    rule: 'nvlink-p2p-disabled',
    kind: 'silent',
    title: 'a clean log',
    files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 2 }) },
  },
  { rule: 'nvlink-p2p-disabled', kind: 'missing', title: 'no log', files: { 'gn-a07/gpus.txt': gpuList(h100, 2) } },

  {
    rule: 'nvlink-crc-errors',
    kind: 'fires',
    title: 'CRC on one link of 18',
    severity: 'info',
    files: { 'gn-a07/errors.txt': nvlinkErrors(h100, 2, 18, { '0.9': [0, 0, 42] }) },
  },
  {
    rule: 'nvlink-crc-errors',
    kind: 'fires',
    title: 'CRC that grows between two captures',
    severity: 'warning',
    files: {
      'gn-a07/1.txt': nvlinkErrors(h100, 2, 18, { '0.9': [0, 0, 42] }),
      'gn-a07/2.txt': nvlinkErrors(h100, 2, 18, { '0.9': [0, 0, 5042] }),
    },
  },
  {
    rule: 'nvlink-crc-errors',
    kind: 'silent',
    title: 'replays alone',
    files: { 'gn-a07/errors.txt': nvlinkErrors(h100, 2, 18, { '0.9': [3, 0, 0] }) },
  },
  { rule: 'nvlink-crc-errors', kind: 'missing', title: 'no counters', files: { 'gn-a07/gpus.txt': gpuList(h100, 2) } },

  {
    rule: 'nvlink-switch-path-missing',
    kind: 'fires',
    title: 'one GPU with two links less to a switch',
    severity: 'warning',
    files: {
      'gn-a07/remote.txt': [0, 1, 2, 3].map((gpu) => remote(gpu, gpu === 2 ? [5, 4, 2, 5] : [5, 4, 4, 5])).join(''),
    },
  },
  {
    rule: 'nvlink-switch-path-missing',
    kind: 'silent',
    title: 'all alike',
    files: { 'gn-a07/remote.txt': [0, 1, 2, 3].map((gpu) => remote(gpu, [5, 4, 4, 5])).join('') },
  },
  {
    rule: 'nvlink-switch-path-missing',
    kind: 'missing',
    title: 'no remote ends',
    files: { 'gn-a07/gpus.txt': gpuList(h100, 4) },
  },
]
