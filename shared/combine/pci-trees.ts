import { lstopo } from '../formats/host/lstopo'
import { lstopoXml } from '../formats/host/lstopo-xml'
import type { Lstopo } from '../formats/host/support/lstopo'
import { ncclLog } from '../formats/nccl/log'
import type { SystemTree } from '../formats/nccl/log-types'
import { ncclTopologyXml } from '../formats/nccl/topology-xml'
import type { NcclTopologyFile, TopologyPci } from '../formats/nccl/topology-types'
import type { Parsed } from '../model/format'
import type { PciFunction, PciTree, PciTreeDevice } from '../model/node'
import { busIdFromNccl } from '../model/pci-id'
import { at, of } from './sections'

/**
 * What GPUs and NICs hang on, one tree per source: lspci, hwloc, NCCL's topology file, the system dump of NCCL's log. A source
 * that shows no bridge at all (the flat bus of a guest) makes no tree: that nothing stands above a device is not seen there.
 */
export function pciTreesOf(
  sections: readonly Parsed[],
  pci: readonly PciFunction[],
  isThisHost: (host: string) => boolean,
): readonly PciTree[] {
  const trees = [
    fromLspci(pci),
    ...[...of(sections, lstopoXml), ...of(sections, lstopo)].map(fromLstopo),
    ...of(sections, ncclTopologyXml).map(fromTopologyFile),
    ...of(sections, ncclLog).flatMap((section) =>
      section.value.systems
        .filter((system) => system.host === '' || isThisHost(system.host))
        .map((system) => fromSystem(section, system)),
    ),
  ]
  return trees.filter((tree): tree is PciTree => tree !== undefined && tree.devices.length > 0)
}

/** A switch shows as downstream port, upstream port, then the port above it: every second bridge names a switch. */
function switchesOf(ports: readonly string[]): string[] {
  return ports.filter((_, i) => i % 2 === 1 && i + 1 < ports.length)
}

function fromLspci(pci: readonly PciFunction[]): PciTree | undefined {
  const byId = new Map(pci.map((item) => [item.busId, item]))
  const first = pci[0]
  if (!first) return undefined
  const devices = pci.flatMap((fn): PciTreeDevice[] => {
    const ports: string[] = []
    for (let above = fn.parent; above !== undefined && !ports.includes(above) && ports.length < 32;)
      above = byId.get(ports[ports.push(above) - 1] ?? '')?.parent
    if (ports.length === 0) return []
    const numa = fn.numaNode?.value
    return [
      {
        busId: fn.busId,
        names: [],
        switches: switchesOf(ports),
        numaNode: numa !== undefined && numa >= 0 ? numa : undefined,
        source: fn.source,
      },
    ]
  })
  return { from: 'lspci', devices, source: first.source }
}

function fromLstopo(section: Parsed<Lstopo>): PciTree {
  const devices = section.value.devices.flatMap((device): PciTreeDevice[] =>
    device.kind !== 'pci' || device.busId === undefined || device.bridges.length === 0
      ? []
      : [
          {
            busId: device.busId,
            names: section.value.devices.flatMap((other) =>
              other.kind !== 'pci' && other.busId === device.busId && other.name !== undefined ? [other.name] : [],
            ),
            switches: switchesOf(device.bridges),
            numaNode: device.numaNode,
            source: at(section, device.line),
          },
        ],
  )
  return { from: 'lstopo', devices, source: at(section, section.line, section.endLine) }
}

/** NCCL writes one element per switch. A file of a provider tells what NCCL was told, not what a machine has; one of several hosts names no host. */
function fromTopologyFile(section: Parsed<NcclTopologyFile>): PciTree | undefined {
  const file = section.value
  if (file.partial || file.damaged || new Set(file.cpus.map((cpu) => cpu.hostHash)).size > 1) return undefined
  const devices: PciTreeDevice[] = []
  const walk = (pci: TopologyPci, switches: readonly string[], numaNode: number | undefined): void => {
    if (pci.children.length === 0)
      devices.push({
        busId: pci.busId,
        names: pci.nets.flatMap((net) => net.name?.split('+') ?? []),
        switches,
        numaNode,
        source: at(section, pci.line),
      })
    else for (const child of pci.children) walk(child, [pci.busId, ...switches], numaNode)
  }
  for (const cpu of file.cpus)
    for (const pci of cpu.children) walk(pci, [], cpu.numaId !== undefined && cpu.numaId >= 0 ? cpu.numaId : undefined)
  return switched({ from: 'nccl-topology', devices, source: at(section, file.line, section.endLine) })
}

/** `GPU/0-17000` and the older `GPU/17000`; the number in front counts the hosts of one NVLink domain. */
function fromSystem(section: Parsed, system: SystemTree): PciTree | undefined {
  const devices: PciTreeDevice[] = []
  const hosts = new Set<string>()
  const path: { kind: string; id: string }[] = []
  let numaNode: number | undefined
  for (const node of system.nodes) {
    path.length = Math.min(path.length, node.depth)
    path.push(node)
    const found = /^(?:([0-9a-f]{1,8})-)?([0-9a-f]{1,16})$/i.exec(node.id)
    if (!found) continue
    if (node.kind === 'CPU') {
      hosts.add(found[1] ?? '')
      const number = parseInt(found[2] ?? '', 16)
      numaNode = number < 4096 ? number : undefined
    } else if (node.kind === 'GPU' || node.kind === 'NIC') {
      // A GPU that is named again behind NVLink hangs elsewhere.
      if (node.link !== 'PCI') continue
      const busId = busIdFromNccl(found[2] ?? '')
      const above = path.slice(0, -1)
      if (busId === undefined || above[0]?.kind !== 'CPU') continue
      const switches = above.filter((item) => item.kind === 'PCI').map((item) => item.id)
      devices.push({ busId, names: [], switches: switches.reverse(), numaNode, source: at(section, node.line) })
    }
  }
  if (hosts.size > 1) return undefined
  return switched({ from: 'nccl-log', devices, source: at(section, system.line) })
}

/** Where NCCL shows no switch at all, a guest's flat bus looks like root ports: then nothing is concluded. */
function switched(tree: PciTree): PciTree | undefined {
  return tree.devices.some((device) => device.switches.length > 0) ? tree : undefined
}
