import { lines, ncclLog, ncclTests, type TestsOptions } from '../texts'
import { ibstat, type PortText } from '../texts-host'
import type { ProofCase } from '../types'

const MiB = 1024 ** 2
const h100 = 'NVIDIA H100 80GB HBM3'
const ethernet: Partial<PortText> = { layer: 'Ethernet', lid: 0, smLid: 0 }
const ports = (change: Partial<PortText> = {}): Record<string, string> => ({
  'gn-a07/ibstat.txt': ibstat([
    { device: 'mlx5_0', ...change },
    { device: 'mlx5_1', ...change },
  ]),
})
const using = (layers: readonly string[]): string =>
  `NET/IB : Using ${layers.map((layer, i) => `[${i}]mlx5_${i}:1/${layer}`).join(' ')} [RO]; OOB eth0:192.0.2.10<0>`
const twoHosts = ['gn-a07', 'gn-a08']
const spanning = (layer: string, rows: TestsOptions['rows'], settings: Record<string, string | number> = {}): string =>
  ncclTests({
    gpu: h100,
    count: 16,
    hosts: twoHosts,
    rows,
    between: [ncclLog({ ranks: 16, hosts: twoHosts, using: using([layer, layer]), settings }).trimEnd()],
  })
const bonds = (rows: TestsOptions['rows'], settings: Record<string, string | number> = {}): Record<string, string> => ({
  'case/run.txt': ncclTests({
    gpu: h100,
    count: 16,
    hosts: twoHosts,
    rows,
    between: [
      ncclLog({
        ranks: 16,
        hosts: twoHosts,
        settings,
        using: 'NET/IB : Using [0]mlx5_bond_0:1/RoCE [RO]; OOB eth0:192.0.2.10<0>',
      }).trimEnd(),
    ],
  }),
  'case/ports.txt': `root@gn-a07:~# ibstat\n${ibstat([{ device: 'mlx5_bond_0', rate: 200, ...ethernet }])}`,
})

const gids = (rows: readonly (readonly [number, string, string, string])[]): string =>
  lines([
    'DEV\tPORT\tINDEX\tGID\t\t\t\t\tIPv4  \t\tVER\tDEV',
    '---\t----\t-----\t---\t\t\t\t\t------------  \t---\t---',
    ...rows.map(([index, gid, ipv4, version]) => `mlx5_0\t1\t${index}\t${gid}\t${ipv4}\t\t${version}\tens1f0np0`),
    `n_gids_found=${rows.length}`,
  ])
const gidTable = gids([
  [0, 'fe80:0000:0000:0000:0ac0:ebff:fe51:77a2', '', 'v1'],
  [1, 'fe80:0000:0000:0000:0ac0:ebff:fe51:77a2', '', 'v2'],
  [2, '0000:0000:0000:0000:0000:ffff:c000:020a', '192.0.2.10', 'v1'],
  [3, '0000:0000:0000:0000:0000:ffff:c000:020a', '192.0.2.10', 'v2'],
])
const gidIndex = (index: number): Record<string, string> => ({
  'gn-a07/gids.txt': gidTable,
  'gn-a07/env.txt': `NCCL_IB_GID_INDEX=${index}\nNCCL_DEBUG=INFO\n`,
})
const devinfo = (mtus: readonly number[], layer = 'Ethernet'): string =>
  lines(
    mtus.flatMap((mtu, i) => [
      `hca_id:\tmlx5_${i}`,
      '\ttransport:\t\t\tInfiniBand (0)',
      '\tvendor_part_id:\t\t\t4129',
      '\tphys_port_cnt:\t\t\t1',
      '\t\tport:\t1',
      '\t\t\tstate:\t\t\tPORT_ACTIVE (4)',
      '\t\t\tmax_mtu:\t\t4096 (5)',
      `\t\t\tactive_mtu:\t\t${mtu} (${Math.log2(mtu / 128)})`,
      '\t\t\tsm_lid:\t\t\t0',
      '\t\t\tport_lid:\t\t0',
      `\t\t\tlink_layer:\t\t${layer}`,
      '',
    ]),
  )

export const roceCases: readonly ProofCase[] = [
  {
    rule: 'roce-gid-link-local',
    kind: 'fires',
    title: 'index 1 is fe80',
    severity: 'warning',
    files: gidIndex(1),
  },
  {
    rule: 'roce-gid-link-local',
    kind: 'fires',
    title: 'and the connection fails',
    severity: 'error',
    files: {
      ...gidIndex(1),
      'gn-a07/nccl.txt': ncclLog({
        ranks: 8,
        settings: { NCCL_IB_GID_INDEX: 1 },
        warn: ['ibvwrap.cc:160 NCCL WARN Call to ibv_modify_qp failed with error Connection timed out'],
      }),
    },
  },
  { rule: 'roce-gid-link-local', kind: 'silent', title: 'index 3 is the routable one', files: gidIndex(3) },
  {
    rule: 'roce-gid-link-local',
    kind: 'missing',
    title: 'no address table',
    files: { 'gn-a07/env.txt': 'NCCL_IB_GID_INDEX=1\nNCCL_DEBUG=INFO\n' },
  },

  {
    rule: 'roce-mtu-mismatch',
    kind: 'fires',
    title: 'two nodes',
    severity: 'error',
    files: { 'gn-a07/dev.txt': devinfo([1024, 1024]), 'gn-a08/dev.txt': devinfo([4096, 4096]) },
  },
  {
    rule: 'roce-mtu-mismatch',
    kind: 'fires',
    title: 'two ports of one node',
    severity: 'info',
    files: { 'gn-a07/dev.txt': devinfo([4096, 1024]) },
  },
  { rule: 'roce-mtu-mismatch', kind: 'silent', title: 'equal', files: { 'gn-a07/dev.txt': devinfo([4096, 4096]) } },
  { rule: 'roce-mtu-mismatch', kind: 'missing', title: 'no MTU', files: ports(ethernet) },

  {
    rule: 'roce-lossy-fabric',
    kind: 'fires',
    title: 'a tenth at large sizes',
    severity: 'warning',
    files: {
      'case/run.txt': spanning('RoCE', [
        [MiB, 5],
        [64 * MiB, 40],
        [256 * MiB, 4],
        [1024 * MiB, 3],
      ]),
    },
  },
  {
    rule: 'roce-lossy-fabric',
    kind: 'silent',
    title: 'a curve that rises',
    files: {
      'case/run.txt': spanning('RoCE', [
        [MiB, 5],
        [64 * MiB, 40],
        [1024 * MiB, 46],
      ]),
    },
  },
  { rule: 'roce-lossy-fabric', kind: 'missing', title: 'no run', files: ports() },

  {
    rule: 'roce-bond-single-qp',
    kind: 'fires',
    title: 'one member’s rate',
    severity: 'info',
    files: bonds([[1024 * MiB, 23.5]]),
  },
  {
    rule: 'roce-bond-single-qp',
    kind: 'silent',
    title: 'four queue pairs',
    files: bonds([[1024 * MiB, 23.5]], { NCCL_IB_QPS_PER_CONNECTION: 4 }),
  },
  { rule: 'roce-bond-single-qp', kind: 'silent', title: 'both members', files: bonds([[1024 * MiB, 44]]) },
  { rule: 'roce-bond-single-qp', kind: 'missing', title: 'no run', files: ports() },
]
