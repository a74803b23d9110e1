/** How NCCL stores it: `integer` and `boolean` go through strtoll, the others are text. */
export type NcclVariableKind = 'integer' | 'boolean' | 'text' | 'list' | 'path' | 'word'

/** What happens when it is left at a value other than the default in production. */
export type NcclRisk = 'none' | 'performance' | 'correctness' | 'debug-only'

/**
 * How the log shows it with NCCL_DEBUG=INFO and subsystem ENV:
 * `number`: `X set by environment to N.`; `text`: the same without the dot; `set-to`: `X set to LIST`;
 * `only-one`: only when the value is exactly 1; `never`.
 */
export type NcclEcho = 'number' | 'text' | 'set-to' | 'only-one' | 'never'

/** When init reads it, whatever the job does; anything else is read only when needed. */
export type NcclReadAtInit =
  | 'always' | 'rank-0' | 'several-ranks' | 'without-comm-id' | 'if-one-and-peers' | 'if-valid-and-peers' | 'when-needed'

export interface NcclVariable {
  readonly name: string
  readonly kind: NcclVariableKind
  readonly documented: boolean
  /** First release, `2.18`; `before 2.3.5` is the oldest known. */
  readonly since: string
  /** Release that no longer reads it. */
  readonly removed?: string
  /** In words: may hold history (`20 (18 in 2.14-2.22, 14 before)`); undefined = unset. */
  readonly default?: string
  readonly effect: string
  readonly risk: NcclRisk
  readonly values?: readonly string[]
  readonly syntax?: string
  readonly range?: string
  readonly appliesTo?: string
  readonly examples?: readonly string[]
  readonly notes?: string
  /** Read by something else than libnccl (inspector plugin, example plugins, contrib). */
  readonly reader?: string
  /** Name to use instead, where it was renamed. */
  readonly replacedBy?: string
  readonly echo: NcclEcho
  readonly readAtInit: NcclReadAtInit
  /** All ranks of a communicator must have the same value, or init fails, hangs or data is wrong. */
  readonly mustAgree: boolean
  readonly source: string
}

export const ncclVariables: readonly NcclVariable[] = []

/** By exact name, `NCCL_` included. Undefined: no NCCL release up to `newestKnownNccl` reads it. */
export function findVariable(_name: string): NcclVariable | undefined {
  return undefined
}

/** Release that the list was read from: logs of newer ones may name variables that are not here. */
export const newestKnownNccl = '2.30.7'
