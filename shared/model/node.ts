import type { Parsed } from './format'
import type { Gpu } from './gpu'
import type { Setting } from './nccl'
import type { SourceRef, Sourced } from './source'
import type { Topology } from './topology'
import type { BootSeconds, EpochMs, GigabitsPerSecond } from './units'

/** A network adapter port that can carry NCCL traffic (or management, storage: see `role`). */
export interface Nic {
  /** `<node id>/<name>`. */
  readonly id: string
  /** Name in the topology matrix (`NIC0`), else the device name. */
  readonly name: string
  /** RDMA device: `mlx5_0`, `ibp26s0`, `rdmap16s27`. */
  readonly device?: string
  readonly netdev?: Sourced<string>
  readonly busId?: Sourced<string>
  readonly port?: number
  readonly linkLayer?: Sourced<'InfiniBand' | 'Ethernet'>
  readonly gigabitsPerSecond?: Sourced<GigabitsPerSecond>
  readonly state?: Sourced<string>
  readonly physicalState?: Sourced<string>
  readonly caType?: Sourced<string>
  readonly firmware?: Sourced<string>
  readonly guid?: Sourced<string>
  readonly lid?: Sourced<number>
  readonly smLid?: Sourced<number>
  readonly activeMtu?: Sourced<number>
  readonly gids: readonly {
    readonly index: number
    readonly gid: string
    readonly ipv4?: string
    readonly version?: string
    readonly source: SourceRef
  }[]
  readonly numaNode?: Sourced<number>
  readonly sources: readonly SourceRef[]
}

/** One kernel or driver event: Xid, SXid, AER, a NIC port going down. Repeats are folded with a count. */
export interface HostEvent {
  readonly kind:
    'xid' | 'sxid' | 'aer' | 'nic' | 'nvrm' | 'peermem' | 'pcie-limit' | 'iommu' | 'fabric-manager' | 'other'
  /** Xid or SXid number. */
  readonly code?: number
  /** Normalised PCI id the line names. */
  readonly busId?: string
  readonly gpu?: string
  readonly severity?: 'fatal' | 'nonfatal' | 'corrected'
  /** NVLink of the GPU (Xid), port of the switch (SXid). */
  readonly link?: number
  /** Interface, module or switch that the line names: `mlx5_core`, `ibp26s0`, `nvidia-nvswitch3`. */
  readonly device?: string
  /** A port going up or down (kind `nic`). */
  readonly state?: 'up' | 'down'
  /** Kernel bandwidth notice (kind `pcie-limit`): Gb/s available and possible, and the link that limits. */
  readonly limit?: {
    readonly available: number
    readonly capable?: number
    readonly gigatransfers: number
    readonly width: number
    readonly at?: string
  }
  readonly text: string
  /** Seconds since boot (dmesg) or wall clock, whichever the line has. */
  readonly bootSeconds?: BootSeconds
  readonly time?: EpochMs
  /** The time as written. */
  readonly timeText?: string
  readonly count: number
  readonly source: SourceRef
  readonly lastSource: SourceRef
}

/** A PCI function with what lspci says of it. */
export interface PciFunction {
  readonly busId: string
  readonly className?: string
  /** `0302` for a 3D controller, when -nn was given. */
  readonly classCode?: string
  readonly vendorDevice?: string
  readonly text: string
  /** Transfer rate in GT/s and lane width, of capability and status. */
  readonly capability?: Sourced<PciLink>
  readonly status?: Sourced<PciLink & { readonly speedDowngraded?: boolean; readonly widthDowngraded?: boolean }>
  readonly acsControl?: Sourced<string>
  readonly maxReadRequest?: Sourced<number>
  readonly maxPayload?: Sourced<number>
  readonly numaNode?: Sourced<number>
  readonly driver?: Sourced<string>
  /** Secondary and subordinate bus of a bridge. */
  readonly secondaryBus?: number
  readonly subordinateBus?: number
  readonly revisionFf?: boolean
  readonly accessDenied?: boolean
  /** Bus id of the bridge above, from `lspci -tv` or bus ranges. */
  readonly parent?: string
  readonly source: SourceRef
}

export interface PciLink {
  readonly gigatransfers: number
  readonly width: number
}

/**
 * The tree of bridges as one source shows it. Sources are kept apart: `pci` holds what lspci says of every function, this only what
 * a GPU or NIC hangs on.
 */
export interface PciTree {
  readonly from: 'lspci' | 'lstopo' | 'nccl-topology' | 'nccl-log'
  readonly devices: readonly PciTreeDevice[]
  readonly source: SourceRef
}

export interface PciTreeDevice {
  readonly busId: string
  /** RDMA or network devices on it, where the source names them. */
  readonly names: readonly string[]
  /** PCIe switches above, nearest first, as ids within this tree. Empty: on a root port. */
  readonly switches: readonly string[]
  readonly numaNode?: number
  readonly source: SourceRef
}

export interface Software {
  readonly driver: readonly Sourced<string>[]
  readonly cuda: readonly Sourced<string>[]
  readonly nccl: readonly Sourced<string>[]
  readonly fabricManager: readonly Sourced<string>[]
  readonly dcgm: readonly Sourced<string>[]
  readonly kernel: readonly Sourced<string>[]
}

export interface HostFacts {
  readonly cpuModel?: Sourced<string>
  readonly cpuVendor?: Sourced<'intel' | 'amd' | 'arm' | 'power' | 'other'>
  readonly sockets?: Sourced<number>
  readonly numaNodes?: Sourced<number>
  /** NUMA node number -> CPU list as text. */
  readonly numaCpus: readonly { readonly node: number; readonly cpus: string; readonly source: SourceRef }[]
  /** `KVM`, `vgpu`, `wsl2`, ...: set when a capture proves a guest; absence says nothing. */
  readonly hypervisor?: Sourced<string>
  /** A capture shows container traits (cgroup device subset, container id as host name). */
  readonly container?: Sourced<string>
  readonly kernelCommandLine?: Sourced<string>
  readonly modules: readonly Sourced<string>[]
  /** A module list was captured (so that absence is a fact). */
  readonly modulesCaptured?: SourceRef
  readonly memlock?: Sourced<string>
  readonly uptimeSeconds: readonly Sourced<number>[]
  readonly bootId?: Sourced<string>
}

/** A machine. Parts that no capture shows are absent or empty; absent is unknown, never zero. */
export interface Node {
  readonly id: string
  readonly name: string
  /** How the name was found: a rename by the user wins, then text, then folder. */
  readonly nameFrom: 'user' | 'text' | 'folder' | 'file' | 'number'
  readonly hostname?: Sourced<string>
  readonly aliases: readonly string[]
  /** Id in shared/knowledge/systems when the machine is recognised. */
  readonly system?: Sourced<string>
  readonly software: Software
  readonly host: HostFacts
  readonly gpus: readonly Gpu[]
  /** `Attached GPUs : 8`, or the count of another source. */
  readonly attachedGpus: readonly Sourced<number>[]
  readonly nics: readonly Nic[]
  /** Best matrix first (most complete, `-m` before `-mp`). */
  readonly topologies: readonly Topology[]
  readonly pci: readonly PciFunction[]
  /** Trees that show what GPUs hang on, the most trusted source first. */
  readonly pciTrees?: readonly PciTree[]
  readonly events: readonly HostEvent[]
  /** Settings not tied to one communicator: env dumps, conf files, export lines. */
  readonly settings: readonly Setting[]
  /** All sections that belong to this node. */
  readonly parsed: readonly Parsed[]
}
