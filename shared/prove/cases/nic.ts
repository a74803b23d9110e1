import {
  dmesg,
  gpuList,
  ibstat,
  lines,
  lspci,
  ncclLog,
  ncclTests,
  topoMatrix,
  type MatrixOptions,
  type PortText,
  type TestsOptions,
} from '../texts'
import type { ProofCase } from '../types'

const MiB = 1024 ** 2
const h100 = 'NVIDIA H100 80GB HBM3'
const gpus = { 'gn-a07/gpus.txt': gpuList(h100, 8) }
type PortChange = Partial<PortText>
/** Eight rails; `change` differs by index. */
const rails = (change: (index: number) => PortChange = () => ({}), count = 8): string =>
  ibstat(Array.from({ length: count }, (_, index) => ({ device: `mlx5_${index}`, ...change(index) })))
const ports = (change?: (index: number) => PortChange, count?: number): Record<string, string> => ({
  'gn-a07/ibstat.txt': rails(change, count),
})
const one = (index: number, change: PortChange) => (at: number) => (at === index ? change : {})
const down: PortChange = { state: 'Down', physical: 'Polling', rate: 10, lid: 65535, smLid: 0 }
const ethernet: PortChange = { layer: 'Ethernet', lid: 0, smLid: 0 }
const using = (layers: readonly string[]): string =>
  `NET/IB : Using ${layers.map((layer, i) => `[${i}]mlx5_${i}:1/${layer}`).join(' ')} [RO]; OOB eth0:192.0.2.10<0>`
const log = (layers: readonly string[]): Record<string, string> => ({
  'gn-a07/nccl.txt': ncclLog({ ranks: 8, using: using(layers) }),
})
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

/** GPUs 0-3 and 4-7 on two sockets; NIC n behind the switch of GPU n unless `place` says otherwise. */
const matrix = (nics: number, place: (nic: number) => number = (nic) => nic): MatrixOptions => ({
  gpus: 8,
  pair: () => 'NV18',
  nics: Array.from({ length: nics }, (_, i) => `mlx5_${i}`),
  nic: (gpu, nic) => (place(nic) === gpu ? 'PIX' : place(nic) < 4 === gpu < 4 ? 'NODE' : 'SYS'),
})
/** Eight cards, and GPU 7 has none: card 7 sits beside GPU 6. */
const misplaced: MatrixOptions = {
  ...matrix(8),
  nic: (gpu, nic) => (Math.min(nic, 6) === gpu && nic < 7 ? 'PIX' : gpu === 6 && nic === 7 ? 'PXB' : 'NODE'),
}
const topology = (options: MatrixOptions): Record<string, string> => ({
  ...gpus,
  'gn-a07/topo.txt': topoMatrix(options),
})
const pinned = (value: string): Record<string, string> => ({
  'gn-a07/env.txt': `NCCL_IB_HCA=${value}\nNCCL_DEBUG=INFO\n`,
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
const perfquery = (symbol: number, data: number, downed = 0): string =>
  lines([
    '# Port extended counters: Lid 12 port 1 (CapMask: 0x5300 CapMask2: 0x0000002)',
    'PortSelect:......................1',
    `SymbolErrorCounter:..............${symbol}`,
    `LinkDownedCounter:...............${downed}`,
    `PortXmitData:....................${data}`,
  ])
const flaps = (count: number, seconds: number): string =>
  lines(
    Array.from({ length: count }, (_, i) => [
      `[${1000 + i * seconds}.000000] mlx5_core 0000:5c:00.0 ens1f0np0: Link down`,
      `[${1005 + i * seconds}.000000] mlx5_core 0000:5c:00.0 ens1f0np0: Link up`,
    ]).flat(),
  )
const place = (link: string): Record<string, string> => ({
  ...ports(undefined, 1),
  'gn-a07/netdev.txt':
    '0000:1a:00.0 mlx5_0 (MT4129 - MCX755106AS-HEAT) ConnectX-7 fw 28.39.1002 port 1 (ACTIVE) ==> ib0 (Up)\n',
  'gn-a07/lspci.txt': lspci([
    {
      bus: '1a:00.0',
      text: 'Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]',
      details: ['LnkCap:\tPort #0, Speed 32GT/s, Width x16', `LnkSta:\t${link}`],
    },
  ]),
})
const noise = (pid: number): string =>
  `mlx5_core 0000:5c:00.0: mlx5_cmd_out_err:838:(pid ${pid}): ACCESS_REG(0x805) op_mod(0x1) failed, status bad resource(0x5), syndrome (0x305684), err(-22)`

export const nicCases: readonly ProofCase[] = [
  { rule: 'ib-port-down', kind: 'fires', title: 'one of eight rails', severity: 'error', files: ports(one(3, down)) },
  {
    rule: 'ib-port-down',
    kind: 'fires',
    title: 'a list names the port',
    severity: 'error',
    files: { ...ports((i) => (i > 0 ? down : {}), 2), ...pinned('mlx5_0,mlx5_1') },
  },
  {
    rule: 'ib-port-down',
    kind: 'fires',
    title: 'half are down: spare?',
    severity: 'info',
    files: ports((i) => (i > 3 ? down : {})),
  },
  { rule: 'ib-port-down', kind: 'silent', title: 'all up', files: ports() },
  {
    rule: 'ib-port-down',
    kind: 'silent',
    title: 'a spare Ethernet port',
    files: ports(one(7, { ...down, layer: 'Ethernet' })),
  },
  { rule: 'ib-port-down', kind: 'missing', title: 'no port states', files: gpus },

  {
    rule: 'ib-port-init',
    kind: 'fires',
    title: 'Initializing',
    severity: 'error',
    files: ports(() => ({ state: 'Initializing', lid: 65535, smLid: 0 }), 1),
  },
  { rule: 'ib-port-init', kind: 'silent', title: 'a down port has no address either', files: ports(one(3, down)) },
  {
    rule: 'ib-port-init',
    kind: 'silent',
    title: 'RoCE has no lid',
    files: ports((i) => (i === 0 ? {} : ethernet)),
  },
  { rule: 'ib-port-init', kind: 'missing', title: 'no port states', files: gpus },

  {
    rule: 'ib-rate-below-peers',
    kind: 'fires',
    title: 'one rail at 200',
    severity: 'error',
    files: ports(one(5, { rate: 200 })),
  },
  {
    rule: 'ib-rate-below-peers',
    kind: 'silent',
    title: 'storage card of another type',
    files: ports(one(7, { rate: 100, type: 'MT4125' })),
  },
  {
    rule: 'ib-rate-below-peers',
    kind: 'silent',
    title: 'Ethernet beside InfiniBand',
    files: ports(one(7, { rate: 100, ...ethernet })),
  },
  { rule: 'ib-rate-below-peers', kind: 'missing', title: 'no port states', files: gpus },

  {
    rule: 'ib-link-flap',
    kind: 'fires',
    title: 'six downs in an hour',
    severity: 'error',
    files: { 'gn-a07/dmesg.txt': flaps(6, 600) },
  },
  {
    rule: 'ib-link-flap',
    kind: 'fires',
    title: 'NCCL saw it',
    severity: 'error',
    files: {
      'gn-a07/nccl.txt': ncclLog({
        ranks: 8,
        warn: ['transport/net_ib.cc:93 NCCL WARN NET/IB : Got async event : port error'],
      }),
    },
  },
  { rule: 'ib-link-flap', kind: 'silent', title: 'once at boot', files: { 'gn-a07/dmesg.txt': flaps(1, 600) } },
  { rule: 'ib-link-flap', kind: 'missing', title: 'no log', files: gpus },

  {
    rule: 'ib-error-counters',
    kind: 'fires',
    title: 'symbol errors grow with traffic',
    severity: 'warning',
    files: { 'gn-a07/p1.txt': perfquery(3, 1000), 'gn-a07/p2.txt': perfquery(912, 90000) },
  },
  {
    rule: 'ib-error-counters',
    kind: 'silent',
    title: 'old errors, no growth',
    files: { 'gn-a07/p1.txt': perfquery(912, 1000), 'gn-a07/p2.txt': perfquery(912, 90000) },
  },
  {
    rule: 'ib-error-counters',
    kind: 'missing',
    title: 'one capture',
    files: { 'gn-a07/p1.txt': perfquery(912, 1000) },
  },

  {
    rule: 'nic-pcie-below-port',
    kind: 'fires',
    title: '400G port on gen4',
    severity: 'error',
    files: place('Speed 16GT/s (downgraded), Width x16'),
  },
  {
    rule: 'nic-pcie-below-port',
    kind: 'silent',
    title: '400G port on gen5 x16',
    files: place('Speed 32GT/s, Width x16'),
  },
  { rule: 'nic-pcie-below-port', kind: 'missing', title: 'no lspci', files: ports() },

  {
    rule: 'nic-gpu-far',
    kind: 'fires',
    title: 'two cards at one GPU, none at another',
    severity: 'info',
    files: topology(misplaced),
  },
  {
    rule: 'nic-gpu-far',
    kind: 'fires',
    title: 'the list names the wrong card, and a job spans nodes',
    severity: 'warning',
    files: {
      ...topology(matrix(8)),
      ...pinned('mlx5_0,mlx5_1'),
      'gn-a07/run.txt': ncclTests({ gpu: h100, count: 16, hosts: twoHosts, rows: [[MiB, 5]] }),
    },
  },
  {
    rule: 'nic-gpu-far',
    kind: 'silent',
    title: 'four cards for eight GPUs with NVLink',
    files: topology({ ...matrix(4), nic: (gpu, nic) => (gpu === nic ? 'PIX' : 'NODE') }),
  },
  { rule: 'nic-gpu-far', kind: 'silent', title: 'one card for each GPU', files: topology(matrix(8)) },
  { rule: 'nic-gpu-far', kind: 'missing', title: 'no adapters in the matrix', files: topology(matrix(0)) },

  {
    rule: 'nic-mixed-link-layer',
    kind: 'fires',
    title: 'RoCE among InfiniBand',
    severity: 'error',
    files: log(['IB', 'IB', 'IB', 'RoCE', 'IB']),
  },
  {
    rule: 'nic-mixed-link-layer',
    kind: 'fires',
    title: 'a port that nothing excludes',
    severity: 'warning',
    files: { ...ports(one(3, ethernet), 4), 'gn-a07/env.txt': 'NCCL_DEBUG=INFO\nNCCL_SOCKET_IFNAME=eth0\n' },
  },
  {
    rule: 'nic-mixed-link-layer',
    kind: 'silent',
    title: 'NCCL_IB_HCA leaves it out',
    files: { ...ports(one(3, ethernet), 4), ...pinned('^mlx5_3') },
  },
  { rule: 'nic-mixed-link-layer', kind: 'silent', title: 'all RoCE', files: log(['RoCE', 'RoCE']) },
  { rule: 'nic-mixed-link-layer', kind: 'missing', title: 'no adapters', files: gpus },

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
  { rule: 'roce-mtu-mismatch', kind: 'missing', title: 'no MTU', files: ports(() => ethernet) },

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

  {
    rule: 'nic-module-trouble',
    kind: 'fires',
    title: 'hot transceiver',
    severity: 'error',
    files: {
      'gn-a07/dmesg.txt': dmesg(
        'mlx5_core 0000:5c:00.0: Port module event[error]: module 0, Cable error, High Temperature',
      ),
    },
  },
  {
    rule: 'nic-module-trouble',
    kind: 'fires',
    title: 'the power line at boot',
    severity: 'info',
    files: {
      'gn-a07/dmesg.txt': dmesg(
        'mlx5_core 0000:5c:00.0: mlx5_pcie_event:301:(pid 12): Detected insufficient power on the PCIe slot (27W).',
      ),
    },
  },
  {
    rule: 'nic-module-trouble',
    kind: 'silent',
    title: 'a cable that was pulled',
    files: { 'gn-a07/dmesg.txt': dmesg('mlx5_core 0000:5c:00.0: Port module event: module 0, Cable unplugged') },
  },
  { rule: 'nic-module-trouble', kind: 'missing', title: 'no kernel log', files: gpus },

  {
    rule: 'nic-access-reg-noise',
    kind: 'fires',
    title: 'repeated',
    severity: 'info',
    files: { 'gn-a07/dmesg.txt': dmesg(noise(4001), noise(4002), noise(4003)) },
  },
  {
    rule: 'nic-access-reg-noise',
    kind: 'silent',
    title: 'a port going up',
    files: { 'gn-a07/dmesg.txt': flaps(1, 5) },
  },
  { rule: 'nic-access-reg-noise', kind: 'missing', title: 'no kernel log', files: gpus },
]
