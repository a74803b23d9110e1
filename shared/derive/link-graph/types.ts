import type { CounterReading, LinkState } from '../../model/gpu'
import type { Severity } from '../../model/finding'
import type { PciTree } from '../../model/node'
import type { SourceRef } from '../../model/source'
import type { GigabitsPerSecond, GigabytesPerSecond } from '../../model/units'

/**
 * How a thing is drawn. `plain` is no state: nothing is due and nothing is wrong (12 of 18 links wired, a port whose state
 * nobody asked for). `unknown` belongs to a value that is due to be known, `unchecked` to a judgement that could not be made.
 */
export type DrawState = 'good' | 'degraded' | 'dead' | 'unknown' | 'unchecked' | 'plain'

/** The far end of a lane. `hidden`: the capture prints FFFFFFFF:FF:FF.0, as in a virtual machine. */
export interface LaneEnd {
  readonly kind: 'switch' | 'gpu' | 'hidden' | 'unknown'
  /** Local id of the GPU or switch. */
  readonly id?: string
  readonly link?: number
  /** Not printed, but concluded from the lanes that are. */
  readonly inferred?: boolean
}

export interface GraphLane {
  readonly index: number
  readonly state: DrawState
  readonly said: LinkState
  readonly gigabytesPerSecond?: GigabytesPerSecond
  readonly to: LaneEnd
  readonly counters: readonly CounterReading[]
  readonly sources: readonly SourceRef[]
}

/** Lanes up of lanes due; an absent number is not known. */
export interface LaneCount {
  readonly up?: number
  readonly due?: number
  /** Where `due` comes from: the table of products, or what most GPUs of the node show. */
  readonly dueFrom?: 'product' | 'siblings'
  readonly state: DrawState
}

export interface PcieLink {
  readonly generation?: number
  readonly generationMax?: number
  readonly width?: number
  readonly widthMax?: number
  readonly state: DrawState
  readonly sources: readonly SourceRef[]
}

/** A finding that is drawn at a thing; its text comes from the session. */
export interface FindingMark {
  readonly id: string
  readonly rule: string
  readonly severity: Severity
}

interface Thing {
  /** Unique inside one graph, and the same for the same part of another node: `gpu:3`, `nvs:0`, `nic:NIC4`. */
  readonly id: string
  readonly label: string
  readonly state: DrawState
  readonly findings: readonly FindingMark[]
  readonly sources: readonly SourceRef[]
}

export interface GraphGpu extends Thing {
  /** Id in the session's model. */
  readonly modelId: string
  readonly index: number
  readonly name?: string
  /** Short product name for row titles: `H100 SXM5`. */
  readonly product?: string
  readonly busId?: string
  readonly uuid?: string
  readonly lanes: readonly GraphLane[]
  readonly count: LaneCount
  /** The product has no NVLink at all. */
  readonly withoutNvlink: boolean
  /** Rate that is the same on all active lanes. */
  readonly laneRate?: GigabytesPerSecond
  readonly pcie: PcieLink
  /** MIG is on: lanes are not to be had per instance. */
  readonly mig: boolean
  /** Other sources name it, or the driver lost it. */
  readonly gone: boolean
}

export interface GraphSwitch extends Thing {
  readonly number: number
  readonly busId?: string
  readonly count: LaneCount
  /** False: due by the platform, seen by nobody. */
  readonly seen: boolean
}

interface NvlinkEdge {
  readonly id: string
  readonly up?: number
  readonly due?: number
  readonly state: DrawState
  readonly findings: readonly FindingMark[]
  readonly sources: readonly SourceRef[]
}

/** All lanes between one GPU and one NVSwitch. */
export interface SwitchEdge extends NvlinkEdge {
  readonly gpu: string
  readonly switch: string
  readonly lanes: readonly number[]
  /** Lanes that may belong here or to another switch: the count is not settled. */
  readonly open: boolean
}

/** All lanes between two GPUs, `a` before `b` by index. */
export interface PairEdge extends NvlinkEdge {
  readonly a: string
  readonly b: string
  readonly lanesOfA: readonly number[]
  readonly lanesOfB: readonly number[]
  /** `switches`: every pair over all NVSwitches, as somebody asked to see it. */
  readonly from: 'remotes' | 'topology' | 'switches'
}

/**
 * What is known of the NVLink fabric.
 * switches: far ends are NVSwitches; pairs: GPU to GPU; none: the product has no NVLink; idle: it has, and no link is up; hidden: lanes known, far end not;
 * count: only NV# of `topo -m`, one number per GPU; unknown: nothing captured.
 */
export type FabricKind = 'switches' | 'pairs' | 'none' | 'idle' | 'hidden' | 'count' | 'unknown'

export interface GraphNic extends Thing {
  readonly modelId: string
  readonly device?: string
  readonly netdev?: string
  readonly busId?: string
  readonly role: 'compute' | 'other'
  readonly gigabitsPerSecond?: GigabitsPerSecond
  readonly linkLayer?: 'InfiniBand' | 'Ethernet'
  readonly portState?: string
  /** The port itself: `dead` is down, whether or not a rule minds; `unknown` where nobody asked. */
  readonly port: DrawState
  readonly pcie: PcieLink
  /** GPUs at PIX (or PXB where the group is of that level). */
  readonly near: readonly string[]
  readonly place: 'group' | 'upper' | 'root' | 'unknown'
}

/** A cell of the matrix that contradicts the tree drawn from the others. */
export interface Disagreement {
  readonly row: string
  readonly column: string
  readonly token: string
  readonly source?: SourceRef
}

/**
 * Devices below one PCIe switch (`switch`), GPUs on root ports (`root`), or GPUs whose place below the CPU is not in the
 * capture (`unknown`). `level` PXB: several bridges between GPU and NIC, which of them is not known.
 */
export interface PcieGroup {
  readonly id: string
  readonly kind: 'switch' | 'root' | 'unknown'
  readonly level: 'PIX' | 'PXB'
  readonly label: string
  readonly gpus: readonly string[]
  readonly nics: readonly string[]
  readonly disagreements: number
  /** Host bridge of the CPU, counted inside a box; undefined where PHB does not tell them apart. */
  readonly bridge?: number
  readonly sources: readonly SourceRef[]
}

/** A PCIe switch above several groups. */
export interface UpperSwitch {
  readonly id: string
  readonly label: string
  readonly groups: readonly string[]
  /** NICs at PXB of the GPUs below, on no leaf switch with them. */
  readonly nics: readonly string[]
}

export interface NumaBox {
  readonly id: string
  /** Undefined: the capture does not say. */
  readonly number?: number
  /** Name of the bar that everything hangs on: `CPU0` where nodes and sockets are the same, else `CPU`. */
  readonly cpu: string
  readonly cores?: string
  readonly groups: readonly PcieGroup[]
  readonly uppers: readonly UpperSwitch[]
  /** NICs at PHB or NODE only. */
  readonly rootNics: readonly string[]
  readonly sources: readonly SourceRef[]
}

/** A NIC that the platform means a GPU to have, and that is not there. */
export interface GhostNic {
  readonly id: string
  readonly gpu: string
  readonly shares?: string
  readonly findings: readonly FindingMark[]
}

/** A path that is no wire: the nearest NIC left for a GPU, and how far it is. */
export interface FarRelation {
  readonly id: string
  readonly ghost: string
  readonly nic: string
  readonly token: string
  readonly sources: readonly SourceRef[]
}

export interface LinkGraph {
  readonly nodeId: string
  readonly name: string
  readonly system?: string
  readonly gpus: readonly GraphGpu[]
  readonly fabric: FabricKind
  readonly switches: readonly GraphSwitch[]
  readonly switchEdges: readonly SwitchEdge[]
  readonly pairs: readonly PairEdge[]
  readonly tree: 'captured' | 'rebuilt' | 'unknown'
  /** What a captured tree was read from. */
  readonly treeFrom?: { readonly from: PciTree['from']; readonly source: SourceRef }
  readonly boxes: readonly NumaBox[]
  /** NUMA nodes that hold no GPU and no NIC. */
  readonly emptyNumas: readonly number[]
  readonly disagreements: readonly Disagreement[]
  readonly nics: readonly GraphNic[]
  /** NICs whose place no source tells. */
  readonly unplaced: readonly string[]
  /** `none`: a matrix was captured and lists no NIC; `unknown`: nobody asked. */
  readonly nicSource: 'seen' | 'none' | 'unknown'
  readonly ghosts: readonly GhostNic[]
  readonly relations: readonly FarRelation[]
}
