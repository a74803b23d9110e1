import type { Communicator, Setting, SettingOrigin } from './nccl'
import type { Node } from './node'
import type { Facts } from './session'

/** NCCL's own precedence: what the log says was read beats everything; then the environment, then the user's file, then /etc. */
const precedence: Readonly<Record<SettingOrigin, number>> = {
  log: 0,
  json: 1,
  environment: 1,
  mpirun: 2,
  export: 3,
  'user-conf': 4,
  'unknown-conf': 5,
  'system-conf': 6,
}

export interface ResolvedSetting {
  readonly name: string
  /** The one that wins. */
  readonly value: string
  readonly winner: Setting
  /** Every place it was seen, winner first. */
  readonly seen: readonly Setting[]
  /** Places that say another value. */
  readonly conflicts: readonly Setting[]
}

/** A line of a script counts from where it stands on, so the later one wins; a conf file only fills what is still unset. */
function compare(a: Setting, b: Setting): number {
  const order = precedence[a.origin] - precedence[b.origin]
  if (order !== 0) return order
  const script = a.origin === 'export' || a.origin === 'mpirun'
  if (a.source.document !== b.source.document || a.origin !== b.origin) return 0
  return script ? b.source.line - a.source.line : a.source.line - b.source.line
}

export function resolveSettings(settings: readonly Setting[]): readonly ResolvedSetting[] {
  const byName = new Map<string, Setting[]>()
  for (const setting of settings) {
    const list = byName.get(setting.name)
    if (list) list.push(setting)
    else byName.set(setting.name, [setting])
  }
  return [...byName].flatMap(([name, list]) => {
    const seen = [...list].sort(compare)
    const winner = seen[0]
    if (!winner) return []
    const conflicts = seen.filter((setting) => setting.value !== winner.value)
    return [{ name, value: winner.value, winner, seen, conflicts }]
  })
}

/** Each line once: a log belongs to several communicators and to its node. */
export function distinctSettings(settings: readonly Setting[]): readonly Setting[] {
  const seen = new Set<string>()
  return settings.filter((setting) => {
    const key = `${setting.name}|${setting.source.document}|${setting.source.line}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** The host that printed a log line: `host:pid` without the process. */
export function hostOfSetting(setting: Setting): string | undefined {
  const colon = setting.process?.lastIndexOf(':') ?? -1
  return colon > 0 ? setting.process?.slice(0, colon) : undefined
}

const answers = new WeakMap<Node, Map<string, boolean>>()

/** A log over several hosts: another host's setting is not this node's. */
export function isOnNode(node: Node, host: string | undefined, hosts: readonly string[]): boolean {
  if (host === undefined || host === '' || hosts.length <= 1 || node.aliases.length === 0) return true
  const known = answers.get(node) ?? new Map<string, boolean>()
  answers.set(node, known)
  const answer = known.get(host) ?? isAlias(node, host)
  known.set(host, answer)
  return answer
}

function isAlias(node: Node, host: string): boolean {
  const short = (name: string): string => name.toLowerCase().split('.')[0] ?? ''
  return node.aliases.some((alias) => alias === host || short(alias) === short(host))
}

const byHost = new WeakMap<Communicator, ReadonlyMap<string, readonly Setting[]>>()

/** What the processes of one node echoed, of a communicator that may span hosts. Lines without a host belong to all. */
export function echoedOnNode(communicator: Communicator, node: Node): readonly Setting[] {
  const groups = byHost.get(communicator) ?? groupByHost(communicator.settings)
  byHost.set(communicator, groups)
  const hosts = ['', ...communicator.hosts.filter((host) => isOnNode(node, host, communicator.hosts))]
  return hosts.flatMap((host) => groups.get(host) ?? [])
}

function groupByHost(settings: readonly Setting[]): ReadonlyMap<string, readonly Setting[]> {
  const groups = new Map<string, Setting[]>()
  for (const setting of settings) {
    const host = hostOfSetting(setting) ?? ''
    const group = groups.get(host)
    if (group) group.push(setting)
    else groups.set(host, [setting])
  }
  return groups
}

const ofNode = new WeakMap<Facts, Map<string, readonly Setting[]>>()

/** All settings that bear on a node: its own, and those of the communicators it takes part in, each place once. */
export function settingsOfNode(node: Node, facts: Facts): readonly Setting[] {
  const known = ofNode.get(facts) ?? new Map<string, readonly Setting[]>()
  ofNode.set(facts, known)
  const found = known.get(node.id)
  if (found) return found
  const all = [...node.settings]
  for (const communicator of facts.communicators) {
    if (communicator.nodes.includes(node.id)) all.push(...echoedOnNode(communicator, node))
  }
  const settings = distinctSettings(all)
  known.set(node.id, settings)
  return settings
}
