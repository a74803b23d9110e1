import { gpuList, ncclLog, topoMatrix } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
const nv18 = { 'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'NV18' }) }
const missing = (rule: string, title = 'no log'): ProofCase => ({ rule, kind: 'missing', title, files: gpus })

export const ncclRuntimeCases: readonly ProofCase[] = [
  {
    rule: 'nccl-shm-inside-node',
    kind: 'fires',
    title: 'shared memory between NV18 pairs',
    severity: 'error',
    files: { ...gpus, ...nv18, 'gn-a07/nccl.txt': ncclLog({ ranks: 8, via: () => 'SHM/direct/direct' }) },
  },
  {
    rule: 'nccl-shm-inside-node',
    kind: 'fires',
    title: 'a consequence of NCCL_P2P_DISABLE=1',
    severity: 'error',
    under: 'nccl-p2p-disabled',
    files: {
      ...gpus,
      ...nv18,
      'gn-a07/nccl.txt': ncclLog({ ranks: 8, settings: { NCCL_P2P_DISABLE: '1' }, via: () => 'SHM/direct/direct' }),
    },
  },
  {
    rule: 'nccl-shm-inside-node',
    kind: 'silent',
    title: 'PCIe cards beyond the default distance',
    files: {
      'gn-a07/gpus.txt': gpuList('NVIDIA L40S', 8),
      'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'SYS' }),
      'gn-a07/nccl.txt': ncclLog({ ranks: 8, via: () => 'SHM/direct/direct' }),
    },
  },
  missing('nccl-shm-inside-node'),

  {
    rule: 'nccl-net-inside-node',
    kind: 'fires',
    title: 'TCP between two GPUs of one host, which NCCL counts as two nodes',
    severity: 'error',
    files: {
      ...gpus,
      'gn-a07/nccl.txt': ncclLog({ ranks: 2, network: 'Socket', via: () => '[send] NET/Socket/0' }).replaceAll(
        'nNodes 1 localRanks 2',
        'nNodes 2 localRanks 1',
      ),
    },
  },
  {
    rule: 'nccl-net-inside-node',
    kind: 'fires',
    title: 'a NIC loopback test',
    severity: 'info',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        settings: { NCCL_P2P_DISABLE: '1', NCCL_SHM_DISABLE: 1 },
        via: () => '[send] NET/IB/0/GDRDMA',
      }),
    },
  },
  {
    rule: 'nccl-net-inside-node',
    kind: 'silent',
    title: 'the network between two hosts',
    files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 16, hosts: ['gn-a07', 'gn-a08'] }) },
  },
  missing('nccl-net-inside-node'),
]
