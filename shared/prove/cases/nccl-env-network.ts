import { gpuList, ncclLog } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }

/** Settings of networks, NICs, topology files and debugging. */
export const ncclEnvNetworkCases: readonly ProofCase[] = [
  {
    rule: 'nccl-socket-ifname-bad',
    kind: 'fires',
    title: 'no such interface',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        settings: { NCCL_SOCKET_IFNAME: 'ib9' },
        initComplete: false,
        warn: ['bootstrap.cc:114 NCCL WARN Bootstrap : no socket interface found'],
      }),
    },
  },
  {
    rule: 'nccl-socket-ifname-bad',
    kind: 'fires',
    title: 'two hosts start over docker0',
    severity: 'warning',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        hosts: ['gn-a07', 'gn-a08'],
        info: ['Bootstrap: Using docker0:172.17.0.1<0>'],
      }),
    },
  },
  {
    rule: 'nccl-socket-ifname-bad',
    kind: 'silent',
    title: 'one host may start over lo',
    files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 2, info: ['Bootstrap: Using lo:127.0.0.1<0>'] }) },
  },
  { rule: 'nccl-socket-ifname-bad', kind: 'missing', title: 'no log', files: gpus },
]
