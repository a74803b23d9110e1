import type { Setting, SettingOrigin } from '../../model/nccl'
import type { Node } from '../../model/node'
import type { Facts } from '../../model/session'

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

/** All settings that bear on a node: its own, and those of the communicators it takes part in, each place once. */
export function settingsOfNode(node: Node, facts: Facts): readonly Setting[] {
  const all = [...node.settings]
  for (const communicator of facts.communicators) {
    if (!communicator.nodes.includes(node.id)) continue
    for (const setting of communicator.settings) {
      // A log over several hosts: another host's setting is not this node's.
      const host = setting.process?.split(':')[0]
      if (host && communicator.hosts.length > 1 && node.aliases.length > 0 && !node.aliases.includes(host)) continue
      all.push(setting)
    }
  }
  const seen = new Set<string>()
  return all.filter((setting) => {
    const key = `${setting.name}|${setting.source.document}|${setting.source.line}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

export function resolveSettings(settings: readonly Setting[]): readonly ResolvedSetting[] {
  const byName = new Map<string, Setting[]>()
  for (const setting of settings) {
    const list = byName.get(setting.name)
    if (list) list.push(setting)
    else byName.set(setting.name, [setting])
  }
  return [...byName].flatMap(([name, list]) => {
    const seen = [...list].sort((a, b) => precedence[a.origin] - precedence[b.origin])
    const winner = seen[0]
    return winner
      ? [
          {
            name,
            value: winner.value,
            winner,
            seen,
            conflicts: seen.filter((setting) => setting.value !== winner.value),
          },
        ]
      : []
  })
}

/** The resolved setting of a node by name; undefined when nothing names it (which is not "unset"). */
export function resolved(node: Node, facts: Facts, name: string): ResolvedSetting | undefined {
  return resolveSettings(settingsOfNode(node, facts).filter((setting) => setting.name === name))[0]
}
