import { isAtLeast } from './support/version'

/** NCCL_IB_HCA, NCCL_SOCKET_IFNAME, NCCL_OOB_NET_IFNAME: `[^][=]name[:port][,...]` (ncclFindInterfaces, parseStringList). */
export interface NameList {
  /** `^`: all but these. */
  readonly exclude: boolean
  /** `=`: whole names; otherwise each entry is a prefix (mlx5_1 also takes mlx5_10). */
  readonly exact: boolean
  readonly entries: readonly { readonly name: string; readonly port?: number }[]
}

/** As NCCL splits it: no blanks are trimmed, `^` and `=` count only at the very beginning. */
export function parseNameList(text: string): NameList {
  const exclude = text.startsWith('^')
  const afterCaret = exclude ? text.slice(1) : text
  const exact = afterCaret.startsWith('=')
  const list = exact ? afterCaret.slice(1) : afterCaret
  const entries = list.split(',').flatMap((entry) => {
    const [name, port] = entry.split(':')
    if (!name) return []
    const number = port !== undefined && /^\d{1,4}$/.test(port) ? Number(port) : undefined
    return [{ name, port: number }]
  })
  return { exclude, exact, entries }
}

/** Whether NCCL would use this device (and port, where both sides name one). An empty list takes everything. */
export function nameListTakes(list: NameList, name: string, port?: number): boolean {
  if (list.entries.length === 0) return true
  const listed = list.entries.some(
    (entry) =>
      (list.exact ? name === entry.name : name.startsWith(entry.name)) &&
      (entry.port === undefined || port === undefined || entry.port === port),
  )
  return listed !== list.exclude
}

const functions = ['Broadcast', 'Reduce', 'AllGather', 'ReduceScatter', 'AllReduce'] as const
export type TunedFunction = (typeof functions)[number]

/** Words with the release that brought them (src/graph/tuning.cc, release notes). */
const choices: Readonly<Record<'NCCL_ALGO' | 'NCCL_PROTO', readonly (readonly [string, string])[]>> = {
  NCCL_ALGO: [
    ['Tree', '2.5'],
    ['Ring', '2.5'],
    ['CollnetDirect', '2.14'],
    ['CollnetChain', '2.14'],
    ['NVLS', '2.17'],
    ['NVLSTree', '2.18'],
    ['PAT', '2.23'],
  ],
  NCCL_PROTO: [
    ['LL', '2.5'],
    ['LL128', '2.5'],
    ['Simple', '2.5'],
  ],
}

export interface TunedList {
  /** Words that stay allowed, per function; undefined when the value changes nothing for it. */
  readonly allowed: Readonly<Partial<Record<TunedFunction, readonly string[]>>>
  /** Tokens that NCCL does not know. */
  readonly unknown: readonly string[]
  /** Why init fails (2.24 and later), undefined when it does not. */
  readonly fails?: 'unknown-word' | 'unknown-function' | 'later-group-without-function'
}

function knownWords(variable: 'NCCL_ALGO' | 'NCCL_PROTO', version: string | undefined): readonly string[] {
  return choices[variable]
    .filter(([, since]) => version === undefined || isAtLeast(version, since))
    .map(([word]) => word)
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/**
 * NCCL_ALGO and NCCL_PROTO. Since 2.24: `[func:]list[;func:list...]`, and an unknown word stops init; before, one list, unknown
 * words are ignored and an empty result means no restriction. Without a version the newer, stricter reading is taken.
 */
export function parseTunedList(variable: 'NCCL_ALGO' | 'NCCL_PROTO', text: string, version?: string): TunedList {
  const words = knownWords(variable, version)
  const strict = version === undefined || isAtLeast(version, '2.24')
  const allowed: Partial<Record<TunedFunction, readonly string[]>> = {}
  const unknown: string[] = []
  let fails: TunedList['fails']

  const groups = strict ? text.split(';').filter((group) => group !== '') : [text]
  groups.forEach((group, index) => {
    const colon = strict ? group.indexOf(':') : -1
    const prefix = colon > 0 ? group.slice(0, colon) : undefined
    const list = colon >= 0 ? group.slice(colon + 1) : group
    if (prefix === undefined && index > 0) fails ??= 'later-group-without-function'
    const targets = functions.filter((name) => prefix === undefined || same(prefix, name))
    if (targets.length === 0) fails ??= 'unknown-function'
    const negated = list.startsWith('^')
    const tokens = (negated ? list.slice(1) : list).split(',').filter((token) => token !== '')
    const strange = tokens.filter((token) => !words.some((word) => same(word, token)))
    unknown.push(...strange)
    if (strict && strange.length > 0) fails ??= 'unknown-word'
    const named = words.filter((word) => tokens.some((token) => same(word, token)))
    const rest = negated ? words.filter((word) => !named.includes(word)) : named
    if (rest.length > 0 || strict) for (const name of targets) allowed[name] = rest
  })
  return { allowed, unknown, fails }
}
