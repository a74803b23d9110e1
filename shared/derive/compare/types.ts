import type { SourceRef } from '../../model/source'

/**
 * What is compared: a node as a list of facts. Keys are the same for the same part of another node, so that two nodes (or a
 * thousand) line up by key alone.
 */

export type FactArea =
  'gpu' | 'nvlink' | 'pcie' | 'topology' | 'nic' | 'software' | 'host' | 'setting' | 'bandwidth' | 'health'

export const factAreas: readonly FactArea[] = [
  'gpu',
  'nvlink',
  'pcie',
  'topology',
  'nic',
  'software',
  'host',
  'setting',
  'bandwidth',
  'health',
]

/**
 * What a difference means. configuration: must hold; measurement: a benchmark's figure, shown but no configuration; the others
 * differ between healthy nodes and stay hidden until asked: counters, momentary states and times, and what names one device.
 */
export type FactKind = 'configuration' | 'measurement' | 'counter' | 'state' | 'identity'

export const hiddenKinds: readonly FactKind[] = ['counter', 'state', 'identity']

/** What a fact is about, with an id that is the same on an aligned node: `gpu:3`, `nic:NIC4`, `gpu:0-gpu:3`. */
export interface Subject {
  readonly kind: 'gpu' | 'gpu-pair' | 'nic' | 'run' | 'scope'
  readonly id: string
  /** As this node calls it. */
  readonly label: string
}

export interface Fact {
  /** Unique in a sheet: `gpu:3/vbios`, `driver`, `setting:NCCL_ALGO`. */
  readonly key: string
  /** Says it in words: `fact.<name>` of the texts; names that captures print (variables, modules) stand in `term`. */
  readonly name: string
  readonly term?: string
  readonly subject?: Subject
  readonly area: FactArea
  readonly kind: FactKind
  /** Canonical: two facts are the same when these are equal. Free of words. */
  readonly value: string
  /** For tolerance, ratio and outliers. */
  readonly number?: number
  readonly unit?: string
  /** Set by a reference: how far the number may be from it. */
  readonly tolerance?: Tolerance
  /** Larger is better (bandwidth, lanes, width) or worse (errors); undefined: neither. */
  readonly better?: 'more' | 'less'
  /** Model id of the part, for findings and selection. */
  readonly entity?: string
  readonly sources: readonly SourceRef[]
  /** Key of the fact that a difference of this one follows from: a missing GPU, a lane that is down. */
  readonly under?: readonly string[]
  /** Differs without meaning anything at the moment (an idle link): then a difference is no difference. */
  readonly loose?: 'idle'
  /** Part of a list whose completeness is known: absent there is a fact, not a gap. */
  readonly listed?: string
  /** Command that would show it on the other side. */
  readonly capture?: string
}

/** `share` of the reference's number, or a number in the fact's unit; the limits hold by themselves. */
export interface Tolerance {
  readonly share?: number
  readonly amount?: number
  readonly atLeast?: number
  readonly atMost?: number
}

export interface FactSheet {
  /** Node id; empty for a reference. */
  readonly node: string
  readonly name: string
  readonly facts: readonly Fact[]
  /** Lists that this side shows whole (`gpus`, `nics`, `settings:node`). */
  readonly complete: ReadonlySet<string>
  /** A saved reference: what it does not name is not asked for. */
  readonly reference?: boolean
}

export type FactResult = 'changed' | 'only-left' | 'only-right' | 'not-comparable' | 'same'

/** Why two sides cannot be compared. */
export type Reason =
  | { readonly kind: 'not-captured'; readonly side: 'left' | 'right'; readonly capture?: string }
  | { readonly kind: 'idle'; readonly side: 'left' | 'right' }
  | { readonly kind: 'no-counterpart'; readonly side: 'left' | 'right' }
  | { readonly kind: 'not-in-reference' }

/** What the difference amounts to, where numbers or versions tell. */
export type Difference =
  | { readonly kind: 'count'; readonly delta: number }
  | { readonly kind: 'ratio'; readonly ratio: number }
  | { readonly kind: 'newer'; readonly side: 'left' | 'right' }

export interface ComparedFact {
  readonly id: string
  readonly name: string
  readonly term?: string
  readonly area: FactArea
  readonly kind: FactKind
  readonly left?: Fact
  readonly right?: Fact
  readonly result: FactResult
  readonly because?: Reason
  readonly difference?: Difference
  /** The side that is worse by number or state; undefined where neither is. */
  readonly worse?: 'left' | 'right'
  /** Differences that follow from this one; they count once, here. */
  readonly folds: readonly ComparedFact[]
  /** Ids of findings that speak of it, the weightiest first. */
  readonly findings: { readonly left: readonly string[]; readonly right: readonly string[] }
}

export interface SheetComparison {
  readonly left: { readonly node: string; readonly name: string }
  readonly right: { readonly node: string; readonly name: string }
  /** Changed first, then only one side, not comparable, same; by area inside each. */
  readonly facts: readonly ComparedFact[]
}
