import type { Transport } from '../../model/nccl'

/**
 * What the NCCL_DEBUG lines of one document (and one line-prefix channel: `[1,3]<stdout>:` lines are a channel of their own) say.
 * Lines that repeat are folded into one item with a count; every list is bounded, `dropped` counts what did not fit. Two
 * channels or two files of one job are two values: combine joins them by host, pid, communicator pointer and commId.
 */

/** Where a line stood and who printed it. Folded items keep the first line and the last one. */
export interface LogItem {
  readonly line: number
  readonly lastLine: number
  readonly count: number
  /** HOST field of the frame, '' for lines without one. */
  readonly host: string
  /** 0 when the line names no process. */
  readonly pid: number
  readonly tid?: number
  /** `[DEV]`: current CUDA device of the thread, not always the rank's. */
  readonly device?: number
}

export interface LogProcess extends LogItem {
  /** Ranks that this process printed in its communicator lines, ascending; several with one process for many GPUs. */
  readonly ranks: readonly number[]
}

export interface VersionLine extends LogItem {
  /** `2.28.9+cuda13.0`, as printed; suffixes of private builds are kept. */
  readonly version: string
  /** `master 3619159` of the git version line. */
  readonly git?: string
}

export type CommunicatorEvent = 'created' | 'start' | 'complete' | 'summary' | 'destroyed' | 'aborted'

/** A `comm PTR rank R nranks N ...` line of any generation. */
export interface CommunicatorLine extends LogItem {
  readonly event: CommunicatorEvent
  /** Pointer of the communicator: unique within one process only. */
  readonly comm: string
  readonly rank: number
  readonly ranks: number
  readonly cudaDevice?: number
  readonly nvmlDevice?: number
  /** Normalised `dddd:bb:dd.f`. */
  readonly busId?: string
  /** Same for all ranks of a communicator. */
  readonly commId?: string
  /** `ncclCommInitRank`, `ncclCommSplit`, ... */
  readonly call?: string
  readonly parent?: string
  readonly color?: number
  readonly key?: number
  /** NCCL's view of nodes (event `summary`), not hosts. */
  readonly nodes?: number
  readonly localRanks?: number
  readonly localRank?: number
  readonly mnnvl?: boolean
}

export interface EchoedSetting extends LogItem {
  readonly name: string
  /** Without the dot that follows integer parameters. */
  readonly value: string
  /**
   * `environment`: "set by environment to"; `set`: "NCCL_IB_HCA set to"; `config`: "Comm config FIELD set/reset to" (name is the field);
   * `invalid`: "Invalid value V for NAME, using default D".
   */
  readonly from: 'environment' | 'set' | 'config' | 'invalid'
  /** The value had the trailing dot: NCCL parsed it as an integer. */
  readonly integer: boolean
  /** Default that NCCL fell back to (`invalid`). */
  readonly fallback?: string
}

/** `Using network X`: the verdict of one process. */
export interface NetworkLine extends LogItem {
  readonly network: string
}

export interface LogNetworkDevice {
  readonly index: number
  readonly name: string
  readonly port?: number
  /** `IB`, `RoCE`, `UNSPECIFIED`, with the SHARP suffix split off. */
  readonly layer?: string
  readonly sharp?: boolean
  /** Address of a socket interface. */
  readonly address?: string
  /** Ports merged into this virtual device (2.20 to 2.23). */
  readonly members?: readonly LogNetworkDevice[]
}

/** `NET/IB : Using [0]mlx5_0:1/IB ... [RO]; OOB eth0:ADDR<0>`. An empty list is a fact: no usable device. */
export interface NetworkDevicesLine extends LogItem {
  readonly plugin: string
  readonly devices: readonly LogNetworkDevice[]
  readonly relaxedOrdering: boolean
  readonly oob?: string
}

/** `NET/IB: [d] name:uverbsN:port/LAYER provider=P speed=MBPS ...` and `Made virtual device`. */
export interface NetworkPortLine extends LogItem {
  readonly plugin: string
  readonly index: number
  readonly name: string
  readonly port?: number
  readonly layer?: string
  /** Mb/s as printed; -1 or absent is unknown. */
  readonly megabitsPerSecond?: number
  readonly provider?: string
  readonly pciPath?: string
  readonly virtual?: boolean
}

/** `Bootstrap : Using IF:ADDR<PORT>`. */
export interface BootstrapLine extends LogItem {
  readonly interface: string
  readonly address: string
}

export interface PluginLine extends LogItem {
  readonly kind: 'NET' | 'ENV' | 'TUNER' | 'PROFILER' | 'GIN' | 'RMA' | 'other'
  readonly outcome: 'not-found' | 'loaded' | 'initialized' | 'assigned' | 'failed' | 'other'
  /** Library or plugin name if the line has one. */
  readonly name?: string
  readonly text: string
}

/** `GPU Direct RDMA Enabled|Disabled for ...`. Never a verdict for `network` Socket. */
export interface GdrLine extends LogItem {
  readonly enabled: boolean
  /** `NET/IB` -> `IB`; absent on lines that name a GPU instead. */
  readonly network?: string
  readonly hca?: number
  readonly hcaName?: string
  /** GPU as printed: bus id, or rank in hex since 2.24. */
  readonly gpu?: string
  readonly distance?: number
  readonly limit?: number
  readonly read?: number
  readonly text: string
}

/** Connections of one pair, one direction and one wording, folded over channels. `count` counts lines. */
export interface ConnectionLines extends LogItem {
  readonly from: number
  readonly to: number
  /** Text in brackets: bus id hex (before 2.18) or NVML index. */
  readonly fromLabel: string
  readonly toLabel: string
  /** Distinct channel numbers, ascending. */
  readonly channels: readonly number[]
  readonly transport: Transport
  /** Text behind `via`. */
  readonly via: string
  readonly direction?: 'send' | 'receive'
  readonly network?: string
  readonly networkDevice?: number
  /** Only on NET and COLLNET. */
  readonly gdr?: boolean
  /** Rank whose proxy carries the traffic (PXN). */
  readonly proxyRank?: number
  readonly sharedBuffers?: boolean
}

/** `Channel CC/NN : r0 r1 r2 ...` of rank 0. */
export interface RingLine extends LogItem {
  readonly channel: number
  readonly channels: number
  readonly order: readonly number[]
  /** The line ended in `...` or at NCCL's line limit. */
  readonly cut: boolean
}

/** `Ring CC : prev -> me -> next`. */
export interface RingNeighbours extends LogItem {
  readonly channel: number
  readonly previous: number
  readonly rank: number
  readonly next: number
}

/** One entry of a `Trees [c] d0/d1/d2->me->up` line, or a `Tree c : up -> me -> d0/d1/d2` line. -1 fillers are left out of `down`. */
export interface TreeLine extends LogItem {
  readonly channel: number
  readonly rank: number
  /** -1 = root. */
  readonly up: number
  readonly down: readonly number[]
}

/** `N coll channels, ...`. */
export interface ChannelCountsLine extends LogItem {
  readonly collective: number
  readonly collnet?: number
  readonly nvls?: number
  readonly p2p?: number
  readonly p2pPerPeer?: number
}

/** `Connected all rings[, use ring PXN p GDR g]`. */
export interface ConnectedLine extends LogItem {
  readonly what: string
  readonly pxn?: boolean
  readonly gdr?: boolean
}

/** `Pattern P, crossNic C, nChannels N, ...` with the rows below it. */
export interface GraphPlanLine extends LogItem {
  readonly pattern: number
  readonly crossNic?: number
  readonly channels: number
  readonly intraBandwidth: number
  readonly interBandwidth: number
  readonly intraType: string
  readonly interType: string
  readonly sameChannels?: number
  /** ` c : [NET/n] GPU/.. GPU/.. [NET/n]`, one text per channel, without the channel number. */
  readonly orders: readonly string[]
}

export interface SystemTreeNode {
  readonly line: number
  /** 0 for CPU lines, then by indentation. */
  readonly depth: number
  /** `CPU`, `PCI`, `GPU`, `NIC`, `NET`, `NVS`, `DEV`, `GIN`. */
  readonly kind: string
  /** Part behind the slash: `0-60`, `17000`. */
  readonly id: string
  /** Brackets behind the label: `0` for a GPU's rank, `guid/port/GBps` for NET, `arch/vendor/model` for CPU. */
  readonly detail?: string
  /** Edge to the node above: `PCI`, `NVL`, `SYS`, `NET`, ... and NCCL's model figure in GB/s. */
  readonly link?: string
  readonly bandwidth?: number
}

/** The block between `=== System : ... ===` and the closing rule; blocks of several ranks that say the same are one. */
export interface SystemTree extends LogItem {
  readonly maxBandwidth: number
  readonly totalBandwidth?: number
  readonly nodes: readonly SystemTreeNode[]
}

/** `GPU/a :GPU/b (hops/GBps/TYPE) ...`: one row of NCCL's path table. */
export interface PathRow extends LogItem {
  readonly from: string
  readonly to: readonly {
    readonly node: string
    readonly hops: number
    readonly bandwidth: number
    readonly type: string
  }[]
}

/** `AllReduce: B Bytes -> Algo RING proto SIMPLE ...`. */
export interface ChoiceLine extends LogItem {
  /** `AllReduce`; '' before 2.24, when the line does not say. */
  readonly collective: string
  readonly bytes: number
  /** Name in NCCL's spelling, numbers of old versions translated: `RING`, `TREE`, `NVLS`. */
  readonly algorithm: string
  /** `LL`, `LL128`, `SIMPLE`. */
  readonly protocol: string
  readonly channels?: number
}

/** A cell of the TUNING table; bandwidth 0 = disabled or never offered. */
export interface TuningCell {
  readonly line: number
  readonly collective: string
  readonly algorithm: string
  readonly protocol: string
  /** Microseconds. */
  readonly latency: number
  /** GB/s. */
  readonly bandwidth: number
}

/** A row of the `Enabled NCCL Func/Proto/Algo Matrix`. */
export interface EnabledMatrixLine extends LogItem {
  readonly text: string
}

export interface NvlsLine extends LogItem {
  readonly gpu: number
  readonly available: boolean
  readonly channels?: number
}

/** `MNNVL busId .. fabric UUID a.b cliqueId 0x.. state S healthMask 0x..`. */
export interface FabricLine extends LogItem {
  readonly busId?: string
  readonly uuid: string
  readonly cliqueId: string
  /** 3 = completed. */
  readonly state: number
  readonly healthMask?: string
}

export interface AffinityLine extends LogItem {
  readonly gpu: number
  /** `mask`: hex words; `ranges`: CPU list; `empty`: no NUMA information, not a mask of zero CPUs. */
  readonly form: 'mask' | 'ranges' | 'empty'
  readonly cpus: string
  /** CPU count of the mask or the ranges; undefined for `empty`. */
  readonly cpuCount?: number
}

/** `FILE:LINE -> N`: one frame of a failing call stack; the first of a thread is the origin. */
export interface StackLine extends LogItem {
  readonly file: string
  /** 1 cuda 2 system 3 internal 4 invalid argument 5 invalid usage 6 remote 7 in progress. */
  readonly code: number
}

/** `P2P is disabled between [NVLINK ]connected GPUs a and b`. */
export interface P2pDisabledLine extends LogItem {
  readonly nvlink: boolean
  readonly a: number
  readonly b: number
}

/** `Local Net device counts across ranks: min a max b`. */
export interface NetDeviceCountsLine extends LogItem {
  readonly min: number
  readonly max: number
}

export interface LogWarning extends LogItem {
  /** INFO for INFO lines that report a fault (see log-notices.ts). */
  readonly level: 'WARN' | 'INFO'
  readonly text: string
  /** `transport/nvls.cc:254`. */
  readonly file?: string
  readonly function?: string
  /** `2025-07-21 19:05:29`, as printed. */
  readonly time?: string
}

/** An INFO line without a verdict that a rule may want: OFI lines, DMA-BUF, topology detection, libibverbs, speed guesses. */
export interface NoticeLine extends LogItem {
  readonly topic: 'ofi' | 'dmabuf' | 'ib' | 'topology' | 'nvls' | 'net' | 'p2p' | 'shm' | 'search'
  readonly text: string
}

export interface NcclLog {
  readonly line: number
  readonly endLine: number
  /** Claimed lines, continuations included. */
  readonly lines: number
  readonly processes: readonly LogProcess[]
  readonly versions: readonly VersionLine[]
  /** `cudaDriverVersion 12040`: 1000 x major + 10 x minor. */
  readonly cudaDriverVersions: readonly (LogItem & { readonly version: number })[]
  readonly communicators: readonly CommunicatorLine[]
  readonly settings: readonly EchoedSetting[]
  readonly bootstraps: readonly BootstrapLine[]
  readonly networks: readonly NetworkLine[]
  readonly networkDevices: readonly NetworkDevicesLine[]
  readonly networkPorts: readonly NetworkPortLine[]
  readonly plugins: readonly PluginLine[]
  readonly gdr: readonly GdrLine[]
  readonly connections: readonly ConnectionLines[]
  readonly rings: readonly RingLine[]
  readonly ringNeighbours: readonly RingNeighbours[]
  readonly trees: readonly TreeLine[]
  readonly channelCounts: readonly ChannelCountsLine[]
  readonly connected: readonly ConnectedLine[]
  readonly plans: readonly GraphPlanLine[]
  readonly systems: readonly SystemTree[]
  readonly paths: readonly PathRow[]
  readonly choices: readonly ChoiceLine[]
  readonly tuning: readonly TuningCell[]
  readonly enabledMatrix: readonly EnabledMatrixLine[]
  readonly nvls: readonly NvlsLine[]
  readonly fabrics: readonly FabricLine[]
  readonly affinities: readonly AffinityLine[]
  readonly stacks: readonly StackLine[]
  readonly p2pDisabled: readonly P2pDisabledLine[]
  readonly netDeviceCounts: readonly NetDeviceCountsLine[]
  readonly warnings: readonly LogWarning[]
  readonly notices: readonly NoticeLine[]
  /** Lines counted but not kept, by kind: `memory`, `proxy`, `ras`, `collective calls`, `other`, ... */
  readonly counted: Readonly<Record<string, number>>
  /** Collective calls seen (`AllReduce: opCount`, CALL lines), by name. */
  readonly calls: Readonly<Record<string, number>>
  /** Items that did not fit into a bounded list, by list name. */
  readonly dropped: Readonly<Record<string, number>>
}
