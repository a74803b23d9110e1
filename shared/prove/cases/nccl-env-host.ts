import { gpuList, lines, ncclLog, topoMatrix } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
const hosts = ['gn-a07', 'gn-a08']
const env = (...assignments: readonly string[]): string => lines(['NCCL_DEBUG=INFO', ...assignments])
const missing = (rule: string, title = 'no settings captured'): ProofCase => ({
  rule,
  kind: 'missing',
  title,
  files: gpus,
})

/** A guest whose GPUs and adapters all look equally far. */
const guest = {
  'gn-a07/gpus.txt': gpuList(h100, 8),
  'gn-a07/topo.txt': topoMatrix({
    gpus: 8,
    pair: () => 'NV18',
    nics: ['mlx5_0', 'mlx5_1'],
    nic: () => 'PHB',
    nicPair: () => 'PHB',
  }),
  'gn-a07/lscpu.txt': lines([
    'Architecture:                       x86_64',
    'CPU(s):                             96',
    'Vendor ID:                          GenuineIntel',
    'Model name:                         Intel(R) Xeon(R) Platinum 8468',
    'Hypervisor vendor:                  KVM',
    'Virtualization type:                full',
    'NUMA node(s):                       1',
  ]),
}
const staged = (a: number, b: number): string => (a < 8 === b < 8 ? 'P2P/CUMEM' : '[send] NET/IB/0')

/** Settings of the host: topology files, CPU affinity, debugging. */
export const ncclEnvHostCases: readonly ProofCase[] = [
  {
    rule: 'nccl-topo-file-wrong',
    kind: 'fires',
    title: 'the file of the four-GPU size on one GPU',
    severity: 'warning',
    files: {
      'gn-a07/gpus.txt': gpuList('NVIDIA A100 80GB PCIe', 1),
      'gn-a07/etc/nccl.conf': lines(['NCCL_TOPO_FILE=/opt/microsoft/ncv4/topo.xml']),
    },
  },
  {
    rule: 'nccl-topo-file-wrong',
    kind: 'fires',
    title: 'NCCL refuses the graph file',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        initComplete: false,
        settings: { NCCL_GRAPH_FILE: '/opt/site/graph.xml' },
        warn: ['graph/search.cc:884 NCCL WARN XML Import Channel : dev 2 not found.'],
      }),
    },
  },
  {
    rule: 'nccl-topo-file-wrong',
    kind: 'silent',
    title: 'the file of this very machine',
    files: { ...gpus, 'gn-a07/env.txt': env('NCCL_TOPO_FILE=/opt/microsoft/ndv5-topo.xml') },
  },
  missing('nccl-topo-file-wrong'),

  {
    rule: 'nccl-topo-file-missing',
    kind: 'fires',
    title: 'a guest, all adapters PHB, no GPUDirect RDMA',
    severity: 'warning',
    files: {
      ...guest,
      'gn-a07/nccl.txt': ncclLog({ ranks: 16, hosts, settings: { NCCL_IB_TIMEOUT: 22 }, via: staged }),
    },
  },
  {
    rule: 'nccl-topo-file-missing',
    kind: 'silent',
    title: 'the same with the file set',
    files: {
      ...guest,
      'gn-a07/nccl.txt': ncclLog({ ranks: 16, hosts, settings: { NCCL_TOPO_FILE: '/etc/topo.xml' }, via: staged }),
    },
  },
  missing('nccl-topo-file-missing', 'no matrix, no log'),

  {
    rule: 'nccl-cpu-affinity-ignored',
    kind: 'fires',
    title: 'set',
    severity: 'info',
    files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 2, settings: { NCCL_IGNORE_CPU_AFFINITY: 1 } }) },
  },
  {
    rule: 'nccl-cpu-affinity-ignored',
    kind: 'silent',
    title: 'the launcher binds to one core',
    files: {
      'gn-a07/topo.txt': topoMatrix({ gpus: 2, pair: () => 'NV18', cpus: () => '0', numa: () => '0' }),
      'gn-a07/env.txt': env('NCCL_IGNORE_CPU_AFFINITY=1'),
    },
  },
  missing('nccl-cpu-affinity-ignored'),

  {
    rule: 'nccl-debug-leftover',
    kind: 'fires',
    title: 'all subsystems in a file that stays',
    severity: 'warning',
    files: { 'gn-a07/etc/nccl.conf': lines(['NCCL_DEBUG=INFO', 'NCCL_DEBUG_SUBSYS=ALL']) },
  },
  {
    rule: 'nccl-debug-leftover',
    kind: 'fires',
    title: 'launch blocking',
    severity: 'warning',
    files: { 'gn-a07/env.txt': env('CUDA_LAUNCH_BLOCKING=1') },
  },
  {
    rule: 'nccl-debug-leftover',
    kind: 'silent',
    title: 'INFO is what a diagnosis asks for',
    files: { 'gn-a07/env.txt': env('NCCL_DEBUG_SUBSYS=INIT,ENV,NET') },
  },
  missing('nccl-debug-leftover'),
]
