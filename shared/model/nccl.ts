import type { SourceRef, Sourced } from './source'
import type { Bytes, GigabytesPerSecond, Microseconds } from './units'

/** Where a setting was seen. The order is NCCL's own precedence: the first that names a variable wins. */
export type SettingOrigin =
  | 'log' // "X set by environment to Y": what NCCL itself read
  | 'environment' // env dump, docker inspect, pod spec
  | 'export' // export line, `VAR=value cmd` prefix in a script or transcript
  | 'mpirun' // mpirun -x
  | 'json' // env[] of the nccl-tests JSON
  | 'user-conf' // ~/.nccl.conf or NCCL_CONF_FILE
  | 'system-conf' // /etc/nccl.conf
  | 'unknown-conf' // a nccl.conf whose place is not known

export interface Setting {
  readonly name: string
  /** The text as written. For log lines of integer parameters this is the number that NCCL parsed. */
  readonly value: string
  readonly origin: SettingOrigin
  readonly source: SourceRef
  /** Process that said it (log lines): `host:pid`. */
  readonly process?: string
  /** From an `unset`/empty assignment. */
  readonly empty?: boolean
}

export type Transport = 'P2P' | 'SHM' | 'NET' | 'COLLNET' | 'NVLS'

/** `Channel CC/I : a[x] -> b[y] via ...`, repeated lines folded. */
export interface Connection {
  readonly channel: number
  readonly from: number
  readonly to: number
  readonly transport: Transport
  /** Text behind `via`, e.g. `P2P/CUMEM/read`, `NET/IB/0/GDRDMA`. */
  readonly via: string
  /** Only on NET: which end printed it. */
  readonly direction?: 'send' | 'receive'
  /** Name of the network (IB, Socket, AWS Libfabric ...) and device number, only on NET. */
  readonly network?: string
  readonly networkDevice?: number
  readonly gdr?: boolean
  /** Host that printed the line, with its node once joined. */
  readonly host: string
  readonly source: SourceRef
}

export interface CommunicatorRank {
  readonly rank: number
  /** HOST field of the log; several containers may stand for one machine. */
  readonly host: string
  readonly node?: string
  readonly pid: number
  readonly cudaDevice?: number
  readonly nvmlDevice?: number
  /** Normalised bus id. */
  readonly busId?: string
  /** Id of the Gpu once joined. */
  readonly gpu?: string
  readonly initComplete?: boolean
  readonly destroyed?: boolean
  readonly source: SourceRef
}

export interface Ring {
  readonly channel: number
  readonly order: readonly number[]
  readonly source: SourceRef
}

/** One rank's place in one tree: up -1 = root; down without the -1 fillers. */
export interface TreeNode {
  readonly channel: number
  readonly rank: number
  readonly up: number
  readonly down: readonly number[]
  readonly source: SourceRef
}

/** `Pattern P, crossNic C, nChannels N, bw INTRA/INTER, type TI/TN`: the plan of NCCL's search. */
export interface GraphPlan {
  readonly pattern: number
  readonly channels: number
  readonly intraBandwidth: number
  readonly interBandwidth: number
  readonly intraType: string
  readonly interType: string
  readonly host: string
  readonly source: SourceRef
}

/** `NET/IB : Using [0]mlx5_0:1/IB ...` of one process. */
export interface NetworkDevices {
  readonly host: string
  readonly pid: number
  readonly plugin: string
  readonly devices: readonly {
    readonly index: number
    readonly name: string
    readonly port?: number
    readonly layer?: string
  }[]
  readonly source: SourceRef
}

export interface NcclWarning {
  readonly level: 'WARN' | 'INFO'
  readonly text: string
  readonly host: string
  readonly pid: number
  readonly rank?: number
  /** `[YYYY-MM-DD HH:MM:SS]` of 2.26+, as text. */
  readonly time?: string
  readonly count: number
  readonly source: SourceRef
}

export interface ChannelCounts {
  readonly collective: number
  readonly collnet?: number
  readonly nvls?: number
  readonly p2p?: number
  readonly p2pPerPeer?: number
  readonly source: SourceRef
}

/** `AllReduce: B Bytes -> Algo RING proto SIMPLE channel{..}`: what NCCL chose. */
export interface TuningChoice {
  readonly collective: string
  readonly bytes: Bytes
  readonly algorithm: string
  readonly protocol: string
  readonly source: SourceRef
}

/** One communicator, joined over the processes and hosts that print it. */
export interface Communicator {
  readonly id: string
  readonly commId?: string
  readonly ranks: readonly CommunicatorRank[]
  readonly rankCount: number
  /** NCCL's own view of nodes, not hosts: with P2P and SHM off, two GPUs of one host count as two. */
  readonly ncclNodes?: number
  readonly hosts: readonly string[]
  readonly nodes: readonly string[]
  readonly versions: readonly Sourced<string>[]
  readonly channels?: ChannelCounts
  readonly connections: readonly Connection[]
  readonly rings: readonly Ring[]
  readonly trees: readonly TreeNode[]
  readonly plans: readonly GraphPlan[]
  /** `Using network X`, one per process that says it. */
  readonly networks: readonly Sourced<string>[]
  readonly networkDevices: readonly NetworkDevices[]
  readonly settings: readonly Setting[]
  readonly warnings: readonly NcclWarning[]
  readonly choices: readonly TuningChoice[]
  /** The lines of this communicator, first to last. */
  readonly source: SourceRef
  /** Log sections (Parsed of nccl/log) it was read from: for rules that look for a single message. */
  readonly logs: readonly number[]
  /** Run that stands around the log in the same document, if one does. */
  readonly run?: string
}

export interface Measure {
  readonly time: Microseconds
  /** Algorithm bandwidth. */
  readonly algbw: GigabytesPerSecond
  /** Bus bandwidth. */
  readonly busbw: GigabytesPerSecond
  /** Wrong values; null when not checked. */
  readonly wrong: number | null
}
