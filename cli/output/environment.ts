import type { Setting, SettingOrigin } from '@shared/model/nccl'
import type { Node } from '@shared/model/node'
import type { Session } from '@shared/model/session'

export interface EnvironmentEntry {
  readonly name: string
  readonly value: string
  readonly from: SettingOrigin
}

/** All NCCL settings that captures show for a node, each once, by name. */
export function environmentOf(node: Node, session: Session): readonly EnvironmentEntry[] {
  const settings = [
    ...node.settings,
    ...session.communicators.flatMap((comm) => comm.settings.filter((setting) => isOf(setting, node, comm.nodes))),
  ]
  const entries = new Map<string, EnvironmentEntry>()
  for (const { name, value, origin } of settings) {
    const key = [name, value, origin].join('\0')
    if (!entries.has(key)) entries.set(key, { name, value, from: origin })
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** A log line names the host that printed it; without one it belongs to the only node of its communicator. */
function isOf(setting: Setting, node: Node, nodes: readonly string[]): boolean {
  if (!nodes.includes(node.id)) return false
  if (nodes.length === 1) return true
  const host = setting.process?.replace(/:\d+$/, '')
  return host !== undefined && [node.name, node.hostname?.value, ...node.aliases].includes(host)
}
