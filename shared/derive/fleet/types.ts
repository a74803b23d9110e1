import type { Fact, FactArea, FactKind } from '../compare'
import type { SourceRef } from '../../model/source'

/** A fleet: many nodes against what most of them show. */

/** One kind of fact over all nodes: `VBIOS` of all GPUs, `NCCL_IB_HCA`, the driver. */
export interface FleetColumn {
  /** `name` or `name:term`. */
  readonly id: string
  readonly name: string
  readonly term?: string
  readonly area: FactArea
  readonly kind: FactKind
  /** What most nodes show, where one value says it for all parts. */
  readonly majority?: string
  /** Nodes that show the majority in every part, of those that show anything. */
  readonly like: number
  readonly said: number
  /** Some node differs from the majority, or there is none. */
  readonly differs: boolean
  /** Enough nodes show some part, and no value of it is that of more than half. */
  readonly undecided: boolean
}

/** One part of a node that differs from what most nodes show. */
export interface OddFact {
  readonly key: string
  readonly column: string
  /** Undefined: the part is not there, and on most nodes it is. */
  readonly fact?: Fact
  /** The fact of a node of the majority, for the words of a part that is not there. */
  readonly usual?: Fact
  /** What most nodes show; undefined: most nodes have no such part. */
  readonly majority?: string
  readonly count: number
  readonly said: number
  /** Differences that follow from this one: lanes of a GPU that is gone. */
  readonly follows: number
}

export interface FleetCell {
  /** Null: no capture of the node shows it. */
  readonly text: string | null
  readonly odd: boolean
  readonly sources: readonly SourceRef[]
}

export interface FleetRow {
  readonly id: string
  readonly name: string
  readonly cells: ReadonlyMap<string, FleetCell>
  readonly odd: readonly OddFact[]
  readonly outliers: readonly Outlier[]
  /** So little was captured that it cannot be compared. */
  readonly hardly: boolean
}

/** A measured number far from those of the other nodes. */
export interface Outlier {
  readonly node: string
  /** Key of the measure: `run:all_reduce, 8 ranks`, `temperature.gpu`. */
  readonly measure: string
  readonly value: number
  readonly median: number
  /** Median of the distances to the median. */
  readonly deviation: number
  /** Nodes with this number: the sample. */
  readonly sample: number
  readonly side: 'low' | 'high'
  readonly unit: string
  readonly source?: SourceRef
}

/** Nodes that share values: several columns that split the fleet the same way are one grouping. */
export interface Grouping {
  readonly columns: readonly string[]
  readonly groups: readonly {
    /** Value of each column, in their order. */
    readonly values: readonly string[]
    readonly nodes: readonly string[]
  }[]
}

export interface Fleet {
  readonly nodes: number
  readonly columns: readonly FleetColumn[]
  /** Odd ones first. */
  readonly rows: readonly FleetRow[]
  readonly groupings: readonly Grouping[]
  readonly outliers: readonly Outlier[]
  readonly alike: number
  readonly odd: number
  readonly hardly: number
}
