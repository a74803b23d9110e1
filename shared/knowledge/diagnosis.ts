import type { Bytes, GigabitsPerSecond, GigabytesPerSecond } from '../model/units'
import { GiB } from './size-factor'

/** One band of measured plateau on one kind of machine, and what it usually means. Texts in shared/messages under `diagnosis.`. */
export interface DiagnosisBand {
  readonly key: DiagnosisKey
  readonly from: GigabytesPerSecond
  readonly to: GigabytesPerSecond
  /** The hardware gives what it should; `ring-not-nvls` counts as such and still names what to look at. */
  readonly healthy: boolean
  /** Rules that would prove it. */
  readonly rules: readonly string[]
}

export type DiagnosisKey =
  | 'healthy'
  | 'healthy-nvls'
  | 'healthy-ring'
  | 'healthy-rising' // this size is still below the plateau
  | 'healthy-tree' // two nodes
  | 'healthy-nodes' // four nodes and more; on two nodes ring is forced
  | 'ring-not-nvls'
  | 'nvls-few-gpus' // NVLS with 5 to 7 GPUs, or 256 to 512 MiB
  | 'weak-link-or-thermal'
  | 'links-down'
  | 'links-down-or-clocks'
  | 'channels-protocol-or-partial'
  | 'protocol-or-buffer'
  | 'few-channels'
  | 'pcie-path'
  | 'pcie-or-shm-path'
  | 'shm-path'
  | 'sockets-or-iommu'
  | 'sockets'
  | 'older-constants'
  | 'fallback-to-nics'
  | 'one-bridge-missing'
  | 'two-bridges-missing'
  | 'not-one-pair'
  | 'pcie-degraded'
  | 'half-the-nics'
  | 'two-to-four-nics'
  | 'one-nic'
  | 'no-gdr-or-sockets'
  | 'plugin-missing'

export interface DiagnosisTable {
  readonly id: string
  readonly gpuIds: readonly string[]
  /** GPUs of the communicator; a range. */
  readonly gpuCount: readonly [number, number]
  readonly nodes: readonly [number, number]
  /** Sum over the compute NICs of one node, for tables between nodes. */
  readonly fabric?: GigabitsPerSecond
  /** Bands hold for messages from this size on. */
  readonly fromBytes: Bytes
  readonly bands: readonly DiagnosisBand[]
}

function band(key: DiagnosisKey, from: number, to: number, ...rules: readonly string[]): DiagnosisBand {
  return {
    key,
    from,
    to,
    healthy: key.startsWith('healthy') || key === 'ring-not-nvls' || key === 'nvls-few-gpus',
    rules,
  }
}

const hopperSxm = ['h100-sxm-80', 'h100-sxm-94', 'h200-sxm', 'h20', 'h20-3e']
const a100Sxm = ['a100-sxm-40', 'a100-sxm-80']

/**
 * all_reduce plateaus of the usual machines. Points with a source: nccl-tests #74, #112, #119, #178, #212, #272; nccl #841, #1264,
 * #1374, #1639; own measurements on two H200; the bands between them are interpolation. Bands may overlap and have gaps: outside
 * all of them nothing is said.
 */
export const diagnosisTables: readonly DiagnosisTable[] = [
  {
    id: 'a100-sxm-8',
    gpuIds: a100Sxm,
    gpuCount: [8, 8],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [
      band('healthy', 220, 240),
      band('weak-link-or-thermal', 180, 220, 'nvlink-crc-errors', 'clocks-hw-slowdown'),
      band('links-down', 100, 180, 'nvlink-inactive', 'nvlink-count-below-product', 'nvlink-switch-path-missing'),
      band(
        'channels-protocol-or-partial',
        35,
        100,
        'nccl-channels-pinned',
        'nccl-proto-ll-pinned',
        'gpu-pair-without-nvlink',
      ),
      band('pcie-or-shm-path', 15, 25, 'nccl-p2p-disabled', 'nccl-shm-inside-node', 'fabric-manager-not-running'),
      band('sockets-or-iommu', 0, 10, 'iommu-on', 'acs-enabled', 'nccl-net-inside-node'),
    ],
  },
  {
    id: 'a800-sxm-8',
    gpuIds: ['a800-sxm-80', 'a800-sxm-40'],
    gpuCount: [8, 8],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [band('healthy', 145, 160)],
  },
  {
    id: 'hopper-sxm-8',
    gpuIds: hopperSxm,
    gpuCount: [8, 8],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [
      band('healthy-nvls', 450, 490),
      band('ring-not-nvls', 340, 375, 'nccl-nvls-disabled', 'nccl-algo-pinned', 'nccl-nvls-bind-failed'),
      band('links-down-or-clocks', 200, 340, 'nvlink-inactive', 'clocks-power-capped', 'clocks-hw-slowdown'),
      band('protocol-or-buffer', 95, 130, 'nccl-proto-ll-pinned', 'nccl-channels-pinned'),
      band('few-channels', 20, 85, 'nccl-channels-pinned'),
      band('pcie-path', 36, 50, 'gpu-pair-without-nvlink'),
      band('shm-path', 15, 38, 'nccl-p2p-disabled', 'nccl-shm-inside-node'),
      band('sockets', 0, 5, 'nccl-net-inside-node', 'nccl-shm-disabled'),
    ],
  },
  {
    id: 'hopper-sxm-5-to-7',
    gpuIds: hopperSxm,
    gpuCount: [5, 7],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [band('nvls-few-gpus', 400, 470), band('healthy-ring', 340, 375)],
  },
  {
    id: 'hopper-sxm-2',
    gpuIds: ['h100-sxm-80', 'h200-sxm'],
    gpuCount: [2, 2],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [
      band('healthy-rising', 312, 345),
      band('healthy', 345, 375),
      band('protocol-or-buffer', 95, 130, 'nccl-proto-ll-pinned', 'nccl-channels-pinned'),
      band('few-channels', 20, 85, 'nccl-channels-pinned'),
      band('shm-path', 15, 38, 'nccl-p2p-disabled', 'nccl-shm-inside-node'),
      band('sockets', 0, 5, 'nccl-net-inside-node', 'nccl-shm-disabled'),
    ],
  },
  {
    id: 'h800-sxm-8',
    gpuIds: ['h800-sxm'],
    gpuCount: [8, 8],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [band('healthy-nvls', 205, 220), band('healthy-ring', 150, 165)],
  },
  {
    id: 'blackwell-sxm-8-plateau',
    gpuIds: ['b200', 'b300'],
    gpuCount: [8, 8],
    nodes: [1, 1],
    fromBytes: 16 * GiB,
    bands: [
      band('healthy-nvls', 800, 855),
      band('ring-not-nvls', 665, 720, 'nccl-nvls-disabled', 'nccl-algo-pinned', 'nccl-version-known-bad'),
      band('older-constants', 350, 400, 'nccl-version-known-bad', 'nvlink-count-below-product'),
    ],
  },
  {
    id: 'blackwell-sxm-8-rising',
    gpuIds: ['b200', 'b300'],
    gpuCount: [8, 8],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [
      band('healthy-rising', 700, 800),
      band('older-constants', 350, 400, 'nccl-version-known-bad', 'nvlink-count-below-product'),
    ],
  },
  {
    id: 'grace-blackwell-rack',
    gpuIds: ['gb200', 'gb300'],
    gpuCount: [5, 72],
    nodes: [2, 18],
    fromBytes: GiB,
    bands: [band('healthy', 675, 860), band('fallback-to-nics', 40, 190, 'nccl-mnnvl-imex')],
  },
  {
    id: 'a100-pcie-pair',
    gpuIds: ['a100-pcie-40', 'a100-pcie-80'],
    gpuCount: [2, 2],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [
      band('healthy', 193, 232),
      band('one-bridge-missing', 130, 165, 'nvlink-bridge-partial'),
      band('two-bridges-missing', 65, 85, 'nvlink-bridge-partial'),
      band('not-one-pair', 15, 50, 'gpu-pair-without-nvlink'),
    ],
  },
  {
    id: 'h100-bridged-pair',
    gpuIds: ['h100-nvl', 'h100-pcie'],
    gpuCount: [2, 2],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [
      band('healthy', 208, 247),
      band('one-bridge-missing', 130, 165, 'nvlink-bridge-partial'),
      band('two-bridges-missing', 65, 85, 'nvlink-bridge-partial'),
      band('not-one-pair', 15, 50, 'gpu-pair-without-nvlink'),
    ],
  },
  {
    id: 'pcie-gen4',
    gpuIds: ['a100-pcie-80', 'a40', 'l40s', 'a10'],
    gpuCount: [3, 8],
    nodes: [1, 1],
    fromBytes: GiB,
    bands: [
      band('healthy', 15, 28),
      band(
        'pcie-degraded',
        5,
        10,
        'iommu-on',
        'acs-enabled',
        'pcie-gen-downgraded',
        'pcie-width-downgraded',
        'nccl-shm-inside-node',
      ),
    ],
  },
  {
    id: 'hopper-two-nodes-8x400',
    fabric: 3200,
    gpuIds: hopperSxm,
    gpuCount: [16, 16],
    nodes: [2, 2],
    fromBytes: GiB,
    bands: [
      band('healthy-tree', 410, 495),
      band('healthy-nodes', 320, 390, 'nccl-algo-pinned'),
      band('half-the-nics', 180, 240, 'nccl-hca-subset', 'ib-rate-below-peers', 'roce-lossy-fabric'),
      band('two-to-four-nics', 90, 110, 'nccl-hca-subset', 'nccl-one-nic-used'),
      band('one-nic', 40, 50, 'nccl-one-nic-used'),
      band('no-gdr-or-sockets', 5, 25, 'gdr-not-used', 'nccl-socket-transport'),
    ],
  },
  {
    id: 'hopper-four-nodes-8x400',
    fabric: 3200,
    gpuIds: hopperSxm,
    gpuCount: [32, 512],
    nodes: [4, 64],
    fromBytes: GiB,
    bands: [
      band('healthy-nodes', 300, 390),
      band('half-the-nics', 180, 240, 'nccl-hca-subset', 'ib-rate-below-peers', 'roce-lossy-fabric'),
      band('two-to-four-nics', 90, 110, 'nccl-hca-subset', 'nccl-one-nic-used'),
      band('one-nic', 40, 50, 'nccl-one-nic-used'),
      band('no-gdr-or-sockets', 5, 25, 'gdr-not-used', 'nccl-socket-transport'),
    ],
  },
  {
    id: 'a100-two-nodes-8x200',
    fabric: 1600,
    gpuIds: a100Sxm,
    gpuCount: [16, 16],
    nodes: [2, 2],
    fromBytes: GiB,
    bands: [
      band('healthy', 180, 192),
      band('half-the-nics', 90, 100, 'nccl-hca-subset', 'ib-rate-below-peers'),
      band('no-gdr-or-sockets', 5, 25, 'gdr-not-used', 'nccl-socket-transport'),
    ],
  },
  {
    id: 'a100-two-nodes-4x100-efa',
    gpuIds: a100Sxm,
    gpuCount: [16, 16],
    nodes: [2, 2],
    fabric: 400,
    fromBytes: GiB,
    bands: [
      band('healthy-tree', 70, 85),
      band('healthy-ring', 40, 48, 'nccl-algo-pinned'),
      band('plugin-missing', 0, 38, 'nccl-socket-transport', 'gdr-not-used', 'nccl-plugin-failed'),
    ],
  },
]

/**
 * Bands of all_reduce for this machine that hold the measured value, most demanding size first; empty when no table has it.
 * Tables between nodes hold for one sum of NIC rates: without `fabric` they give nothing.
 */
export function diagnosisBands(query: {
  readonly gpuId: string
  readonly gpuCount: number
  readonly nodes: number
  readonly bytes: Bytes
  readonly busbw: GigabytesPerSecond
  /** Sum over the compute NICs of one node. */
  readonly fabric?: GigabitsPerSecond
}): readonly DiagnosisBand[] {
  const within = (value: number, [from, to]: readonly [number, number]): boolean => value >= from && value <= to
  const tables = diagnosisTables.filter(
    (table) =>
      table.gpuIds.includes(query.gpuId) &&
      within(query.gpuCount, table.gpuCount) &&
      within(query.nodes, table.nodes) &&
      query.bytes >= table.fromBytes &&
      (table.fabric === undefined || table.fabric === query.fabric),
  )
  const largest = tables.reduce((most, table) => Math.max(most, table.fromBytes), 0)
  return tables
    .filter((table) => table.fromBytes === largest)
    .flatMap((table) => table.bands.filter((entry) => query.busbw >= entry.from && query.busbw <= entry.to))
}
