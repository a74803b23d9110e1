import { gpuList, lines, ncclLog, ncclTests } from '../texts'
import type { ProofCase } from '../types'

const GiB = 1024 ** 3
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

/** `ibstat` of equal InfiniBand ports. */
function ibstat(devices: readonly string[], rate = 400): string {
  return lines(
    devices.flatMap((device, i) => [
      `CA '${device}'`,
      '\tCA type: MT4129',
      '\tNumber of ports: 1',
      '\tFirmware version: 28.39.1002',
      `\tNode GUID: 0xa088c20300e0${(0x1000 + i).toString(16)}`,
      '\tPort 1:',
      '\t\tState: Active',
      '\t\tPhysical state: LinkUp',
      `\t\tRate: ${rate}`,
      `\t\tBase lid: ${i + 1}`,
      '\t\tLMC: 0',
      '\t\tSM lid: 1',
      '\t\tCapability mask: 0xa751e848',
      `\t\tPort GUID: 0xa088c20300e0${(0x1000 + i).toString(16)}`,
      '\t\tLink layer: InfiniBand',
    ]),
  )
}

const four = ibstat(['mlx5_0', 'mlx5_1', 'mlx5_2', 'mlx5_3'])
const log = (settings: Readonly<Record<string, string | number>>, network = 'IB'): string =>
  ncclLog({ ranks: 16, hosts, settings, network })
const rails = lines([
  'DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV',
  '---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---',
  'mlx5_5\t1\t3\t0000:0000:0000:0000:0000:ffff:c000:050b\t192.0.5.11  \tv2\teth5',
  'mlx5_6\t1\t3\t0000:0000:0000:0000:0000:ffff:c000:060b\t192.0.6.11  \tv2\teth6',
])
const crossed =
  'ibvwrap.cc:262 NCCL WARN Call to ibv_modify_qp failed with 110 Connection timed out, on dev mlx5_5:1, curr state INIT, next state RTR, local GID index 3, local GID ::ffff:192.0.5.11, remote GID ::ffff:192.0.6.14'
const error12 =
  'transport/net_ib.cc:1296 NCCL WARN NET/IB : Got completion from peer 192.0.2.8<33092> with status=12 opcode=0 len=0 vendor err 129 (Recv)'
const allReduce = (settings: Readonly<Record<string, string | number>>, busbw: number): string =>
  ncclTests({
    gpu: h100,
    count: 8,
    rows: [
      [GiB * 4, busbw],
      [GiB * 8, busbw],
    ],
    between: ncclLog({ ranks: 8, settings }).trimEnd().split('\n'),
  })
const using = (devices: string): string => `NET/IB : Using ${devices} [RO]; OOB eth0:192.0.2.10<0>`

/** Settings of networks and NICs. */
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
    files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 2, hosts, info: ['Bootstrap: Using docker0:172.17.0.1<0>'] }) },
  },
  {
    rule: 'nccl-socket-ifname-bad',
    kind: 'fires',
    title: 'no address at all, as 2.27 and 2.28 put it',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': lines([
        'gn-a07:155:155 [5] NCCL INFO NCCL_SOCKET_IFNAME set by environment to ib9',
        'gn-a07:155:155 [5] NCCL INFO NCCL version 2.28.9+cuda13.0',
        'gn-a07:155:155 [5] misc/socket.cc:850 NCCL WARN ncclSocketInit: connecting to address  with family 0 is neither AF_INET(2) nor AF_INET6(10)',
      ]),
    },
  },
  {
    rule: 'nccl-socket-ifname-bad',
    kind: 'silent',
    title: 'the same words without the setting have other causes',
    files: {
      'gn-a07/nccl.txt': lines([
        'gn-a07:155:155 [5] NCCL INFO Bootstrap : Using eth0:192.0.2.10<0>',
        'gn-a07:155:155 [5] misc/socket.cc:850 NCCL WARN ncclSocketInit: connecting to address  with family 0 is neither AF_INET(2) nor AF_INET6(10)',
      ]),
    },
  },
  {
    rule: 'nccl-socket-ifname-bad',
    kind: 'silent',
    title: 'one host may start over lo',
    files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 2, info: ['Bootstrap: Using lo:127.0.0.1<0>'] }) },
  },
  missing('nccl-socket-ifname-bad', 'no log'),

  {
    rule: 'nccl-ib-disabled',
    kind: 'fires',
    title: 'a job over two hosts with running ports',
    severity: 'error',
    files: { 'gn-a07/ibstat.txt': four, 'gn-a07/nccl.txt': log({ NCCL_IB_DISABLE: 1 }, 'Socket') },
  },
  {
    rule: 'nccl-ib-disabled',
    kind: 'silent',
    title: 'one host: the network is not used',
    files: { 'gn-a07/ibstat.txt': four, 'gn-a07/nccl.txt': ncclLog({ ranks: 8, settings: { NCCL_IB_DISABLE: 1 } }) },
  },
  missing('nccl-ib-disabled'),

  {
    rule: 'nccl-hca-subset',
    kind: 'fires',
    title: 'one of four equal ports',
    severity: 'warning',
    files: { 'gn-a07/ibstat.txt': four, 'gn-a07/env.txt': env('NCCL_IB_HCA=mlx5_0') },
  },
  {
    rule: 'nccl-hca-subset',
    kind: 'silent',
    title: 'the rest is another kind of port',
    files: {
      'gn-a07/ibstat.txt': ibstat(['mlx5_0', 'mlx5_1']) + ibstat(['mlx5_2', 'mlx5_3', 'mlx5_4'], 100),
      'gn-a07/env.txt': env('NCCL_IB_HCA=mlx5_0,mlx5_1'),
    },
  },
  missing('nccl-hca-subset'),

  {
    rule: 'nccl-hca-prefix-match',
    kind: 'fires',
    title: 'mlx5_1 takes mlx5_10 of another rate',
    severity: 'warning',
    files: {
      'gn-a07/ibstat.txt': ibstat(['mlx5_0', 'mlx5_1']) + ibstat(['mlx5_10'], 100),
      'gn-a07/env.txt': env('NCCL_IB_HCA=mlx5_0,mlx5_1'),
    },
  },
  {
    rule: 'nccl-hca-prefix-match',
    kind: 'silent',
    title: 'whole names asked for',
    files: {
      'gn-a07/ibstat.txt': ibstat(['mlx5_0', 'mlx5_1']) + ibstat(['mlx5_10'], 100),
      'gn-a07/env.txt': env('NCCL_IB_HCA==mlx5_0,mlx5_1'),
    },
  },
  missing('nccl-hca-prefix-match'),

  {
    rule: 'nccl-hca-not-found',
    kind: 'fires',
    title: 'names of another machine in a job over two hosts',
    severity: 'error',
    files: { 'gn-a07/ibstat.txt': four, 'gn-a07/nccl.txt': log({ NCCL_IB_HCA: 'ibp26s0' }, 'Socket') },
  },
  {
    rule: 'nccl-hca-not-found',
    kind: 'silent',
    title: 'a prefix that matches',
    files: { 'gn-a07/ibstat.txt': four, 'gn-a07/nccl.txt': log({ NCCL_IB_HCA: 'mlx5' }) },
  },
  missing('nccl-hca-not-found'),

  {
    rule: 'nccl-nvls-disabled',
    kind: 'fires',
    title: 'off, and the run is at the ring figure',
    severity: 'warning',
    files: { 'gn-a07/run.txt': allReduce({ NCCL_NVLS_ENABLE: 0 }, 365) },
  },
  {
    rule: 'nccl-nvls-disabled',
    kind: 'fires',
    title: 'off, nothing measured',
    severity: 'info',
    files: { ...gpus, 'gn-a07/env.txt': env('NCCL_NVLS_ENABLE=0') },
  },
  {
    rule: 'nccl-nvls-disabled',
    kind: 'silent',
    title: 'two GPUs never use it',
    files: {
      'gn-a07/gpus.txt': gpuList('NVIDIA H200', 2),
      'gn-a07/nccl.txt': ncclLog({ ranks: 2, settings: { NCCL_NVLS_ENABLE: 0 } }),
    },
  },
  missing('nccl-nvls-disabled'),

  {
    rule: 'nccl-cross-nic',
    kind: 'fires',
    title: 'a time-out towards the subnet of another rail',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': ncclLog({ ranks: 2, hosts, initComplete: false, warn: [crossed] }),
      'gn-a07/gids.txt': rails,
    },
  },
  {
    rule: 'nccl-cross-nic',
    kind: 'silent',
    title: 'a time-out inside one subnet',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        hosts,
        initComplete: false,
        warn: [crossed.replace('192.0.6.14', '192.0.5.14')],
      }),
      'gn-a07/gids.txt': rails,
    },
  },
  missing('nccl-cross-nic', 'no log'),

  {
    rule: 'nccl-ib-timeout-low',
    kind: 'fires',
    title: 'a short time-out and error 12',
    severity: 'warning',
    files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 2, hosts, settings: { NCCL_IB_TIMEOUT: 14 }, warn: [error12] }) },
  },
  {
    rule: 'nccl-ib-timeout-low',
    kind: 'fires',
    title: 'set low, nothing failed',
    severity: 'info',
    files: { 'gn-a07/env.txt': env('NCCL_IB_RETRY_CNT=3') },
  },
  {
    rule: 'nccl-ib-timeout-low',
    kind: 'silent',
    title: 'the usual advice',
    files: { 'gn-a07/env.txt': env('NCCL_IB_TIMEOUT=22', 'NCCL_IB_RETRY_CNT=7') },
  },
  missing('nccl-ib-timeout-low'),

  {
    rule: 'nccl-ignore-mismatch',
    kind: 'fires',
    title: 'two hosts with different adapters',
    severity: 'warning',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        hosts,
        version: '2.30.7+cuda13.0',
        settings: { NCCL_IGNORE_NET_MISMATCH: 1 },
        using: using('[0]mlx5_0:1/IB [1]mlx5_1:1/IB'),
      }).replace(/(gn-a08.{0,40}Using \[0\]mlx5_0:1\/IB) \[1\]mlx5_1:1\/IB/, '$1'),
    },
  },
  {
    rule: 'nccl-ignore-mismatch',
    kind: 'silent',
    title: 'equal lists',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        hosts,
        version: '2.30.7+cuda13.0',
        settings: { NCCL_IGNORE_NET_MISMATCH: 1 },
        using: using('[0]mlx5_0:1/IB [1]mlx5_1:1/IB'),
      }),
    },
  },
  missing('nccl-ignore-mismatch'),
]
