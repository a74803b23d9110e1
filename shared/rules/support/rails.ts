import type { Nic, Node } from '../../model/node'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'
import { logsOf } from './logs'
import { isNear, nicPaths, portOf, takenBy } from './nic-paths'
import { samePlace } from './pci'
import { resolved } from './settings'

export interface UsedDevices {
  readonly names: ReadonlySet<string>
  readonly source: SourceRef
}

/** RDMA devices that NCCL lists as used on this node; undefined without such a line. */
export function usedDevices(node: Node): UsedDevices | undefined {
  const names = new Set<string>()
  let source: SourceRef | undefined
  for (const log of logsOf(node)) {
    for (const line of log.own(log.log.networkDevices)) {
      if (!/^IB/i.test(line.plugin)) continue
      source ??= log.at(line)
      for (const device of line.devices.flatMap((entry) => entry.members ?? [entry])) names.add(device.name)
    }
  }
  return source && names.size > 0 ? { names, source } : undefined
}

/** NCCL_IB_HCA names the device (`in`), leaves it out (`out`), or nothing is known. */
export function pinned(node: Node, facts: Facts, nic: Nic): 'in' | 'out' | 'unknown' {
  const setting = resolved(node, facts, 'NCCL_IB_HCA')
  const taken = setting && takenBy(setting, nic.device, nic.port)
  if (!setting || taken === undefined) return 'unknown'
  if (!taken) return 'out'
  return setting.value.startsWith('^') || setting.value.trim() === '' ? 'unknown' : 'in'
}

/** Whether a port carries NCCL traffic: by the log, by NCCL_IB_HCA, by a place next to a GPU; unknown is not "no". */
export function isRail(node: Node, facts: Facts, nic: Nic): boolean | undefined {
  const used = usedDevices(node)
  if (used && nic.device !== undefined) return used.names.has(nic.device)
  const pin = pinned(node, facts, nic)
  if (pin !== 'unknown') return pin === 'in'
  const paths = nicPaths(node)
  const column = paths?.nics.find((one) => portOf(node, one) === nic)
  if (!paths || !column) return undefined
  return paths.gpus.some((gpu) => isNear(paths.path(gpu, column))) ? true : undefined
}

export function isActive(nic: Nic): boolean {
  return /active/i.test(nic.state?.value ?? '')
}

export function isDown(nic: Nic): boolean {
  return /down/i.test(nic.state?.value ?? '')
}

/** Two ports of one card: one device with two ports, two functions of one slot, or GUIDs next to each other. */
export function sameCard(a: Nic, b: Nic): boolean {
  if (a === b) return false
  if (a.device !== undefined && a.device === b.device) return true
  if (samePlace(a.busId?.value, b.busId?.value)) return true
  const [first, second] = [guidOf(a), guidOf(b)]
  return first !== undefined && second !== undefined && (first - second === 1n || second - first === 1n)
}

function guidOf(nic: Nic): bigint | undefined {
  const digits = (nic.guid?.value ?? '').replace(/^0x/, '').replaceAll(':', '')
  return /^[0-9a-f]{12,16}$/i.test(digits) ? BigInt(`0x${digits}`) : undefined
}

/** The lines of a port that say what is asked of it, in order. */
export function portFacts(
  nic: Nic,
  ...keys: readonly (
    'caType' | 'state' | 'physicalState' | 'gigabitsPerSecond' | 'lid' | 'smLid' | 'linkLayer' | 'activeMtu'
  )[]
): readonly SourceRef[] {
  return keys.flatMap((key) => nic[key]?.source ?? [])
}
