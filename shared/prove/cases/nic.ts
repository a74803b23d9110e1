import { dmesg, gpuList, lines, ncclLog, ncclTests, topoMatrix, type MatrixOptions } from '../texts'
import { ibstat, lspci, type PortText } from '../texts-host'
import type { ProofCase } from '../types'
import { roceCases } from './roce'

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

  ...roceCases,
]
