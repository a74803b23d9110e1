import type { TextDocument } from './document'
import type { Finding, NotChecked, RuleOutcome } from './finding'
import type { Parsed } from './format'
import type { Communicator } from './nccl'
import type { Node } from './node'
import type { Run } from './run'

/** Everything that was read, joined: what combine makes and rules look at. */
export interface Facts {
  readonly documents: readonly TextDocument[]
  readonly nodes: readonly Node[]
  readonly runs: readonly Run[]
  readonly communicators: readonly Communicator[]
  /** All sections in document order, also those of no node. */
  readonly parsed: readonly Parsed[]
}

/** Facts and the judgement on them. */
export interface Session extends Facts {
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
  readonly outcomes: readonly RuleOutcome[]
}
