import { gpuList, lines, ncclLog, topoMatrix } from '../texts'
import type { ProofCase } from '../types'
import { ncclRuntimeFailureCases } from './nccl-runtime-failures'

const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
const nv18 = { 'gn-a07/topo.txt': topoMatrix({ gpus: 8, pair: () => 'NV18' }) }
const hosts = ['gn-a07', 'gn-a08']
const missing = (rule: string, title = 'no log'): ProofCase => ({ rule, kind: 'missing', title, files: gpus })
/** A log that ends in these WARN lines. */
const failing = (...warn: readonly string[]): string => ncclLog({ ranks: 2, hosts, initComplete: false, warn })
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
const socketHop = (a: number, b: number): string => (a < 8 === b < 8 ? 'P2P/CUMEM' : '[send] NET/Socket/0')
const overTcp = (info: readonly string[] = []): string =>
  ncclLog({ ranks: 16, hosts, network: 'Socket', via: socketHop, info })
export const ncclRuntimeCases: readonly ProofCase[] = [
  {
    rule: 'nccl-socket-transport',
    kind: 'fires',
    title: 'two hosts over TCP beside a running RoCE port',
    severity: 'error',
    files: { ...roce, 'gn-a07/nccl.txt': overTcp() },
  },
  {
    rule: 'nccl-socket-transport',
    kind: 'silent',
    title: 'one host only names it',
    files: { ...roce, 'gn-a07/nccl.txt': ncclLog({ ranks: 8, network: 'Socket' }) },
  },
  missing('nccl-socket-transport'),

  {
    rule: 'nccl-verbs-missing',
    kind: 'fires',
    title: 'no library in the image',
    severity: 'error',
    files: { ...roce, 'gn-a07/nccl.txt': overTcp(['Failed to open libibverbs.so[.1]']) },
  },
  {
    rule: 'nccl-verbs-missing',
    kind: 'silent',
    title: 'no running port is known',
    files: { 'gn-a07/nccl.txt': overTcp(['Failed to open libibverbs.so[.1]']) },
  },
  {
    rule: 'nccl-verbs-missing',
    kind: 'silent',
    title: 'harmless on one host',
    files: {
      ...roce,
      'gn-a07/nccl.txt': ncclLog({ ranks: 8, network: 'Socket', info: ['Failed to open libibverbs.so[.1]'] }),
    },
  },
  missing('nccl-verbs-missing'),

  {
    rule: 'nccl-plugin-absent-ok',
    kind: 'fires',
    title: 'no plugin, no adapter',
    severity: 'info',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 2,
        network: 'Socket',
        info: ['NET/Plugin: Could not find: libnccl-net.so', 'NET/IB : No device found.'],
      }),
    },
  },
  {
    rule: 'nccl-plugin-absent-ok',
    kind: 'silent',
    title: 'the machine needs the plugin',
    files: {
      'gn-a07/env.txt': lines(['NCCL_DEBUG=INFO', 'FI_PROVIDER=efa']),
      'gn-a07/nccl.txt': ncclLog({ ranks: 2, network: 'Socket', info: ['NET/Plugin: Could not find: libnccl-net.so'] }),
    },
  },
  missing('nccl-plugin-absent-ok'),

  {
    rule: 'nccl-plugin-failed',
    kind: 'fires',
    title: 'the plugin finds no provider',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': failing('get_ofi_provider:312 NCCL WARN NET/OFI Could not find any optimal provider'),
    },
  },
  {
    rule: 'nccl-plugin-failed',
    kind: 'fires',
    title: 'libfabric has no EFA',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': lines([
        'gn-a07:79:79 [0] NCCL INFO cudaDriverVersion 12040',
        'libfabric:85:1747438790::core:core:fi_getinfo_():1392<warn> fi_getinfo: provider efa output empty list',
      ]),
    },
  },
  {
    rule: 'nccl-plugin-failed',
    kind: 'silent',
    title: 'an empty list on the way to a provider',
    files: {
      'gn-a07/nccl.txt': lines([
        'gn-a07:79:79 [0] NCCL INFO cudaDriverVersion 12040',
        'libfabric:85:1747438790::core:core:fi_getinfo_():1392<warn> fi_getinfo: provider efa output empty list',
        'gn-a07:79:79 [0] NCCL INFO Using network AWS Libfabric',
      ]),
    },
  },
  {
    rule: 'nccl-plugin-failed',
    kind: 'fires',
    title: 'EFA asked for, Socket used',
    severity: 'error',
    files: { 'gn-a07/env.txt': lines(['NCCL_DEBUG=INFO', 'FI_PROVIDER=efa']), 'gn-a07/nccl.txt': overTcp() },
  },
  {
    rule: 'nccl-plugin-failed',
    kind: 'silent',
    title: 'the network of the plugin is in use',
    files: {
      'gn-a07/env.txt': lines(['NCCL_DEBUG=INFO', 'FI_PROVIDER=efa']),
      'gn-a07/nccl.txt': ncclLog({ ranks: 16, hosts, network: 'AWS Libfabric' }),
    },
  },
  missing('nccl-plugin-failed'),

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
    files: { 'gn-a07/nccl.txt': ncclLog({ ranks: 16, hosts }) },
  },
  missing('nccl-net-inside-node'),
  ...ncclRuntimeFailureCases,
]
