import type { Nic, Node } from '../../model/node'
import type { Facts } from '../../model/session'
import { settingsOfNode } from '../../model/settings'
import type { SourceRef } from '../../model/source'
import { logsOf } from './logs'

/** Ports that a capture other than NCCL's own list shows up and running. */
export function activePorts(node: Node): readonly Nic[] {
  return node.nics.filter((nic) => nic.device !== undefined && /active/i.test(nic.state?.value ?? ''))
}

/** Devices that the machine has, from captures that list all of them; NCCL's `Using` line is already filtered. */
export function listedDevices(node: Node): readonly Nic[] {
  return node.nics.filter((nic) => nic.device !== undefined && (nic.state !== undefined || /^NIC\d/.test(nic.name)))
}

export function portLines(nics: readonly Nic[]): readonly SourceRef[] {
  return nics.slice(0, 8).flatMap((nic) => nic.state?.source ?? nic.sources[0] ?? [])
}

export interface Fabric {
  /** `efa`, `slingshot`, `gcp`: a network that only its plugin can drive. */
  readonly kind: 'efa' | 'slingshot' | 'gcp'
  readonly evidence: readonly SourceRef[]
}

/** Facts that say that the machine's network needs a plugin. */
export function pluginFabric(node: Node, facts: Facts): Fabric | undefined {
  const settings = settingsOfNode(node, facts)
  const provider = settings.find((setting) => setting.name === 'FI_PROVIDER')
  if (provider && /\befa\b/.test(provider.value)) return { kind: 'efa', evidence: [provider.source] }
  if (provider && /\bcxi\b/.test(provider.value)) return { kind: 'slingshot', evidence: [provider.source] }
  const system = node.system
  if (system?.value.startsWith('aws-p')) return { kind: 'efa', evidence: [system.source] }
  for (const log of logsOf(node)) {
    const efa = log
      .own(log.log.notices)
      .find((notice) => /Selected provider is efa|NET\/OFI .*\befa\b/i.test(notice.text))
    if (efa) return { kind: 'efa', evidence: [log.at(efa)] }
    const failed = log.own(log.log.warnings).find((warning) => /^NET\/OFI .*(?:provider|fi_getinfo)/.test(warning.text))
    if (failed) return { kind: 'efa', evidence: [log.at(failed)] }
    const slingshot = log
      .own(log.log.networkDevices)
      .find((line) => line.devices.some(({ name }) => /^hsn\d/.test(name)))
    if (slingshot) return { kind: 'slingshot', evidence: [log.at(slingshot)] }
  }
  const gcp = settings.find((setting) => /^NCCL_(?:FASTRAK|GPUDIRECTTCPX)_/.test(setting.name))
  return gcp && { kind: 'gcp', evidence: [gcp.source] }
}
