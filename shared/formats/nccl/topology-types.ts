import type { GigabitsPerSecond, GigatransfersPerSecond } from '../../model/units'

/** The tree of NCCL_TOPO_DUMP_FILE / NCCL_TOPO_FILE. Attributes that a file leaves out stay undefined. */
export interface NcclTopologyFile {
  readonly line: number
  readonly version?: string
  readonly cpus: readonly TopologyCpu[]
  /** No gpu with a rank and no nvlink: a provider's partial file, not a dump of a running job. */
  readonly partial: boolean
  readonly damaged: boolean
  /** Elements that did not fit. */
  readonly dropped: number
}

export interface TopologyCpu {
  readonly line: number
  readonly numaId?: number
  readonly hostHash?: string
  readonly affinity?: string
  readonly arch?: string
  readonly vendor?: string
  readonly family?: number
  readonly model?: number
  readonly children: readonly TopologyPci[]
  /** net elements that hang on the CPU without a PCI device (virtio). */
  readonly nets: readonly TopologyNet[]
}

export interface TopologyPci {
  readonly line: number
  /** Normalised when readable. */
  readonly busId: string
  readonly pciClass?: string
  readonly vendor?: string
  readonly device?: string
  /** GT/s per lane; undefined for `""`, `Unknown`. */
  readonly gigatransfers?: GigatransfersPerSecond
  /** Lanes; undefined for 0 and 255 (unknown). */
  readonly width?: number
  readonly children: readonly TopologyPci[]
  readonly gpu?: TopologyGpu
  readonly nets: readonly TopologyNet[]
  /** pcilink targets (2.22+). */
  readonly pciLinks: readonly string[]
}

export interface TopologyGpu {
  readonly line: number
  readonly dev?: number
  readonly sm?: number
  readonly rank?: number
  readonly gdr?: boolean
  readonly nvlinks: readonly TopologyNvLink[]
  readonly c2c?: { readonly bandwidth?: number; readonly count?: number }
}

export interface TopologyNvLink {
  readonly line: number
  /** Target as printed; `fffffff:ff:ff.0` is a hidden NVSwitch. */
  readonly target: string
  readonly count: number
  /** `0x068000` NVSwitch, `0x030200` GPU, `0x068001` CPU. */
  readonly targetClass?: string
}

export interface TopologyNet {
  readonly line: number
  readonly name?: string
  readonly dev?: number
  /** From Mb/s; undefined for -1 and 0. */
  readonly gigabitsPerSecond?: GigabitsPerSecond
  readonly port?: number
  readonly latency?: number
  readonly guid?: string
  readonly maxConnections?: number
  readonly gdr?: boolean
  readonly collective?: boolean
}

/** NCCL_GRAPH_DUMP_FILE / NCCL_GRAPH_FILE. */
export interface NcclGraphFile {
  readonly line: number
  readonly version?: string
  readonly graphs: readonly GraphEntry[]
  readonly damaged: boolean
}

export interface GraphEntry {
  readonly line: number
  /** 0 ring 1 tree 2 CollNet chain 3 NVLS 4 CollNet direct. */
  readonly id: number
  readonly pattern: number
  readonly crossNic?: number
  /** 0 = not possible on this machine: legal. */
  readonly channels: number
  readonly intraBandwidth?: number
  readonly interBandwidth?: number
  readonly intraType?: string
  readonly interType?: string
  readonly sameChannels?: boolean
  readonly orders: readonly GraphChannel[]
}

/** `net 0, gpu 1, gpu 0, net 0` of one channel, in file order. */
export interface GraphChannel {
  readonly line: number
  readonly hops: readonly { readonly kind: 'net' | 'gpu'; readonly dev: string; readonly rank?: number }[]
}
