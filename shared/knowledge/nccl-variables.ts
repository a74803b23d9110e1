import data from './data/nccl-variables.json'
import { indexBy } from './support/table'

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
  'always' | 'rank-0' | 'several-ranks' | 'without-comm-id' | 'if-one-and-peers' | 'if-valid-and-peers' | 'when-needed'

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

/** Short keys: 322 rows. Kind and risk are first letters; `o` echo, `i` read at init, `q` must agree, where not the usual. */
interface Row {
  readonly n: string
  readonly k: string
  readonly u?: boolean
  readonly s: string
  readonly x?: string
  readonly d?: string
  readonly e: string
  readonly r?: string
  readonly v?: readonly string[]
  readonly y?: string
  readonly g?: string
  readonly a?: string
  readonly m?: readonly string[]
  readonly t?: string
  readonly c?: number
  readonly b?: string
  readonly o?: string
  readonly i?: string
  readonly q?: boolean
  readonly f: number
}

const kinds: Readonly<Record<string, NcclVariableKind>> = {
  i: 'integer',
  b: 'boolean',
  t: 'text',
  l: 'list',
  p: 'path',
  w: 'word',
}
const risks: Readonly<Record<string, NcclRisk>> = { p: 'performance', c: 'correctness', d: 'debug-only' }
const echoes: Readonly<Record<string, NcclEcho>> = { n: 'never', s: 'set-to', 1: 'only-one' }

function variable(row: Row): NcclVariable {
  const kind = kinds[row.k] ?? 'text'
  const numeric = kind === 'integer' || kind === 'boolean'
  return {
    name: `NCCL_${row.n}`,
    kind,
    documented: !row.u,
    since: row.s,
    removed: row.x,
    default: row.d,
    effect: row.e,
    risk: risks[row.r ?? ''] ?? 'none',
    values: row.v,
    syntax: row.y,
    range: row.g,
    appliesTo: row.a,
    examples: row.m,
    notes: row.t,
    reader: row.c === undefined ? undefined : data.readers[row.c - 1],
    replacedBy: row.b,
    echo: echoes[row.o ?? ''] ?? (numeric ? 'number' : 'text'),
    readAtInit: (row.i as NcclReadAtInit | undefined) ?? 'when-needed',
    mustAgree: row.q ?? false,
    source: `github:NVIDIA/nccl ${data.sources[row.f] ?? ''}`,
  }
}

/** Every name that any release from 2.3.5 to 2.30.7 reads, from its source and documentation, with those of parts shipped beside it. */
export const ncclVariables: readonly NcclVariable[] = (data.rows as readonly Row[]).map(variable)

const byName = indexBy(ncclVariables, (entry) => [entry.name])

/** By exact name, `NCCL_` included. Undefined: no NCCL release up to `newestKnownNccl` reads it. */
export function findVariable(name: string): NcclVariable | undefined {
  return byName.get(name)
}

/** Release that the list was read from: logs of newer ones may name variables that are not here. */
export const newestKnownNccl = '2.30.7'
