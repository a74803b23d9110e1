import { gpuList, lines, ncclLog, ncclTests, topoMatrix } from '../texts'
import type { ProofCase } from '../types'

const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
const nv18 = { 'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'NV18' }) }
const hosts = ['gn-a07', 'gn-a08']
const missing = (rule: string, title = 'no log'): ProofCase => ({ rule, kind: 'missing', title, files: gpus })
/** A log that ends in these WARN lines. */
const failing = (...warn: readonly string[]): string => ncclLog({ ranks: 2, hosts, initComplete: false, warn })
const clean = (rule: string): ProofCase => ({
  rule,
  kind: 'silent',
  title: 'a clean log',
  files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 2, hosts }) },
})
const roce = {
  'gn-a07/ibstat.txt': lines([
    "CA 'mlx5_bond_0'",
    '\tCA type: MT4129',
    '\tNumber of ports: 1',
    '\tPort 1:',
    '\t\tState: Active',
    '\t\tPhysical state: LinkUp',
    '\t\tRate: 200',
    '\t\tBase lid: 0',
    '\t\tSM lid: 0',
    '\t\tLink layer: Ethernet',
  ]),
}
const two = 'NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:192.0.2.10<0>'
/** Every rank sends to its partner on the other host, over the adapter that `nic` names. */
const crossing = (nic: (rank: number) => number): string => {
  const sends = Array.from({ length: 4 }, (_, rank) => {
    const host = rank < 2 ? 'gn-a07' : 'gn-a08'
    return `${host}:${1000 + rank}:${2000 + rank} [${rank % 2}] NCCL INFO Channel 00/0 : ${rank}[${rank % 2}] -> ${(rank + 2) % 4}[${rank % 2}] [send] via NET/IB/${nic(rank)}/GDRDMA`
  })
  return ncclLog({ ranks: 4, hosts, using: two, via: () => 'P2P/CUMEM' }) + lines(sends)
}
const query = (utilisation: number, watts: number): string =>
  lines([
    '==============NVSMI LOG==============',
    '',
    'Driver Version                            : 580.159.04',
    'CUDA Version                              : 13.0',
    'Attached GPUs                             : 1',
    'GPU 00000000:10:00.0',
    `    Product Name                          : ${h100}`,
    '    Performance State                     : P0',
    '    Utilization',
    `        GPU                               : ${utilisation} %`,
    '        Memory                            : 0 %',
    '    GPU Power Readings',
    `        Average Power Draw                : ${watts} W`,
    `        Power Draw                        : ${watts} W`,
    '        Current Power Limit               : 700.00 W',
  ])

/** Messages of NCCL that name a failure, and plans that show one. */
export const ncclRuntimeFailureCases: readonly ProofCase[] = [
  {
    rule: 'nccl-shm-too-small',
    kind: 'fires',
    title: 'no space in /dev/shm',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': failing(
        'misc/shmutils.cc:88 NCCL WARN Error: failed to extend /dev/shm/nccl-WU88OE to 9637892 bytes, error: No space left on device (28)',
      ),
    },
  },
  clean('nccl-shm-too-small'),
  missing('nccl-shm-too-small'),

  {
    rule: 'nccl-memlock',
    kind: 'fires',
    title: 'registering memory fails',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': failing(
        'misc/ibvwrap.cc:278 NCCL WARN Call to ibv_reg_mr_iova2 failed with error Cannot allocate memory',
      ),
    },
  },
  {
    rule: 'nccl-memlock',
    kind: 'silent',
    title: 'a low limit in the shell, and the job came up',
    files: { ...roce, 'gn-a07/ulimit.txt': '$ ulimit -l\n8192\n', 'gn-a07/nccl.txt': ncclLog({ ranks: 2, hosts }) },
  },
  missing('nccl-memlock'),

  {
    rule: 'nccl-duplicate-gpu',
    kind: 'fires',
    title: 'two ranks on one device',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': failing(
        'init.cc:497 NCCL WARN Duplicate GPU detected : rank 2 and rank 0 both on CUDA device 10000',
      ),
    },
  },
  clean('nccl-duplicate-gpu'),
  missing('nccl-duplicate-gpu'),

  {
    rule: 'nccl-ib-error-12',
    kind: 'fires',
    title: 'retries exceeded, wording of 2.28.7',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': failing(
        'transport/net_ib/p2p.cc:812 NCCL WARN NET/IB: Got completion from peer 192.0.2.8<33092> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_RDMA_WRITE(1) vendor_err=129',
      ),
    },
  },
  {
    rule: 'nccl-ib-error-12',
    kind: 'silent',
    title: 'error 5 is a consequence',
    files: {
      'gn-a07/nccl.txt': failing(
        'transport/net_ib.cc:1296 NCCL WARN NET/IB : Got completion from peer 192.0.2.8<33092> with error 5, opcode 0, len 0, vendor err 249',
      ),
    },
  },
  missing('nccl-ib-error-12'),

  {
    rule: 'nccl-qp-connect-failed',
    kind: 'fires',
    title: 'no route',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': failing(
        'misc/ibvwrap.cc:187 NCCL WARN Call to ibv_modify_qp failed with error Network is unreachable',
      ),
    },
  },
  {
    rule: 'nccl-qp-connect-failed',
    kind: 'silent',
    title: 'a retry that succeeded',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        hosts,
        info: ['Call to ibv_modify_qp failed with 110 Connection timed out, retrying 1/3'],
      }),
    },
  },
  missing('nccl-qp-connect-failed'),

  {
    rule: 'nccl-link-layer-incompatible',
    kind: 'fires',
    title: 'InfiniBand and Ethernet paired',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': failing(
        'transport/net_ib.cc:1100 NCCL WARN NET/IB : Attempted to connect incompatible devices: local IB, remote RoCE',
      ),
    },
  },
  clean('nccl-link-layer-incompatible'),
  missing('nccl-link-layer-incompatible'),

  {
    rule: 'nccl-nvls-bind-failed',
    kind: 'fires',
    title: 'CUDA 401 in nvls.cc',
    severity: 'error',
    files: {
      ...gpus,
      'gn-a07/nccl.txt': failing(
        "transport/nvls.cc:254 NCCL WARN Cuda failure 401 'the operation cannot be performed in the present state'",
      ),
    },
  },
  clean('nccl-nvls-bind-failed'),
  missing('nccl-nvls-bind-failed'),

  {
    rule: 'nccl-mnnvl-imex',
    kind: 'fires',
    title: 'the service does not run',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': failing(
        'mnnvl.cc:60 NCCL WARN MNNVL (cliqueSize 8) is available but not working on this system. Check the IMEX channel configuration (/dev/nvidia-caps-imex-channels).',
      ),
    },
  },
  clean('nccl-mnnvl-imex'),
  missing('nccl-mnnvl-imex'),

  {
    rule: 'nccl-topo-absurd-bandwidth',
    kind: 'fires',
    title: 'a PCI hop of 0.2 GB/s',
    severity: 'warning',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        info: [
          '=== System : maxBw 0.2 totalBw 0.2 ===',
          'CPU/0-0 (1/1/2)',
          '+ PCI[0.2] - GPU/0-10000 (0)',
          '+ PCI[48.0] - GPU/0-18000 (1)',
          '==========================================',
        ],
      }),
    },
  },
  {
    rule: 'nccl-topo-absurd-bandwidth',
    kind: 'silent',
    title: 'usual figures',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        info: [
          '=== System : maxBw 48.0 totalBw 48.0 ===',
          'CPU/0-0 (1/1/2)',
          '+ PCI[48.0] - GPU/0-10000 (0)',
          '==========================================',
        ],
      }),
    },
  },
  missing('nccl-topo-absurd-bandwidth'),

  {
    rule: 'nccl-one-nic-used',
    kind: 'fires',
    title: 'all ranks of a node send over one of two adapters',
    severity: 'error',
    files: { ...gpus, ...nv18, 'gn-a07/nccl.txt': crossing(() => 0) },
  },
  {
    rule: 'nccl-one-nic-used',
    kind: 'silent',
    title: 'each rank has its own',
    files: { ...gpus, ...nv18, 'gn-a07/nccl.txt': crossing((rank) => rank % 2) },
  },
  missing('nccl-one-nic-used'),

  {
    rule: 'nccl-stalled-after-init',
    kind: 'fires',
    title: '100 % at a quarter of the power, no rows',
    severity: 'error',
    files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 2 }), 'gn-a07/query.txt': query(100, 130) },
  },
  {
    rule: 'nccl-stalled-after-init',
    kind: 'silent',
    title: 'rows follow',
    files: {
      'gn-a07/run.txt': ncclTests({
        gpu: h100,
        count: 2,
        rows: [[1024 ** 3, 330]],
        between: ncclLog({ ranks: 2 }).trimEnd().split('\n'),
      }),
      'gn-a07/query.txt': query(100, 130),
    },
  },
  missing('nccl-stalled-after-init'),

  {
    rule: 'nccl-peer-closed',
    kind: 'fires',
    title: 'nothing but a closed connection',
    severity: 'info',
    files: {
      'gn-a07/nccl.txt': failing(
        'misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer gn-a08<41109>',
      ),
    },
  },
  {
    rule: 'nccl-peer-closed',
    kind: 'silent',
    title: 'this log has the cause',
    files: {
      'gn-a07/nccl.txt': failing(
        'misc/ibvwrap.cc:187 NCCL WARN Call to ibv_modify_qp failed with error Network is unreachable',
        'misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer gn-a08<41109>',
      ),
    },
  },
  missing('nccl-peer-closed'),
]
