import { ethtoolDriver } from '../formats/host/ethtool-driver'
import { ibdev2netdev } from '../formats/host/ibdev2netdev'
import { ibstat } from '../formats/host/ibstat'
import { ibstatus } from '../formats/host/ibstatus'
import { ibvDevinfo } from '../formats/host/ibv-devinfo'
import { rdmaLink } from '../formats/host/rdma-link'
import { showGids } from '../formats/host/show-gids'
import { ncclLog } from '../formats/nccl/log'
import { topoMatrix } from '../formats/nvidia-smi/topo-matrix'
import type { Parsed } from '../model/format'
import type { Nic } from '../model/node'
import type { AtLine, SourceRef, Sourced } from '../model/source'
import { at, of, sourced } from './sections'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Draft = Omit<Mutable<Nic>, 'gids' | 'sources' | 'id'> & {
  gids: Mutable<Nic['gids'][number]>[]
  sources: SourceRef[]
}

/** Joins the RDMA ports of a node by device name and port; the topology matrix adds the NICn names. */
export function nicsOf(
  nodeId: string,
  sections: readonly Parsed[],
  isThisHost: (host: string) => boolean,
): readonly Nic[] {
  const drafts: Draft[] = []
  const nic = (device: string, port: number | undefined, source: SourceRef): Draft => {
    const found = drafts.find(
      (draft) => draft.device === device && (draft.port === undefined || port === undefined || draft.port === port),
    )
    if (found) {
      found.port ??= port
      found.sources.push(source)
      return found
    }
    const draft: Draft = { name: device, device, port, gids: [], sources: [source] }
    drafts.push(draft)
    return draft
  }
  fromIbstat(sections, nic)
  fromIbvDevinfo(sections, nic)
  fromSmallTables(sections, nic)
  for (const section of of(sections, ncclLog)) {
    for (const line of section.value.networkDevices) {
      // Socket interfaces are no RDMA devices; merged ports are listed by their members.
      if (!isThisHost(line.host) || !/^IB/i.test(line.plugin)) continue
      for (const device of line.devices.flatMap((entry) => entry.members ?? [entry])) {
        const draft = nic(device.name, device.port, at(section, line.line))
        if (device.layer === 'IB' || device.layer === 'RoCE') {
          draft.linkLayer ??= {
            value: device.layer === 'IB' ? 'InfiniBand' : 'Ethernet',
            source: at(section, line.line),
          }
        }
      }
    }
    for (const line of section.value.networkPorts) {
      if (!isThisHost(line.host) || line.virtual || !/IB/i.test(line.plugin)) continue
      const draft = nic(line.name, line.port, at(section, line.line))
      if (line.megabitsPerSecond !== undefined && line.megabitsPerSecond > 0) {
        draft.gigabitsPerSecond ??= { value: line.megabitsPerSecond / 1000, source: at(section, line.line) }
      }
    }
  }
  fromTopology(sections, drafts, nic)
  const used = new Set<string>()
  return drafts.map((draft) => {
    const label = used.has(draft.name) ? `${draft.name}:${draft.port ?? drafts.indexOf(draft)}` : draft.name
    used.add(label)
    return { ...draft, id: `${nodeId}/${label}` }
  })
}

type Finder = (device: string, port: number | undefined, source: SourceRef) => Draft

function fromIbstat(sections: readonly Parsed[], nic: Finder): void {
  for (const section of of(sections, ibstat)) {
    for (const adapter of section.value.adapters) {
      for (const port of adapter.ports) {
        const draft = nic(adapter.device, port.port, at(section, adapter.line))
        set(draft, 'caType', section, adapter.caType)
        set(draft, 'firmware', section, adapter.firmware)
        set(draft, 'guid', section, port.portGuid ?? adapter.nodeGuid)
        set(draft, 'state', section, port.state)
        set(draft, 'physicalState', section, port.physicalState)
        set(draft, 'gigabitsPerSecond', section, port.rate)
        set(draft, 'lid', section, port.lid)
        set(draft, 'smLid', section, port.smLid)
        set(draft, 'linkLayer', section, port.linkLayer)
      }
    }
  }
  for (const section of of(sections, ibstatus)) {
    for (const port of section.value.ports) {
      const draft = nic(port.device, port.port, at(section, port.line))
      set(draft, 'state', section, port.state)
      set(draft, 'physicalState', section, port.physicalState)
      set(draft, 'gigabitsPerSecond', section, port.rate)
      set(draft, 'lid', section, port.lid)
      set(draft, 'smLid', section, port.smLid)
      set(draft, 'linkLayer', section, port.linkLayer)
    }
  }
}

function fromIbvDevinfo(sections: readonly Parsed[], nic: Finder): void {
  for (const section of of(sections, ibvDevinfo)) {
    for (const device of section.value.devices) {
      for (const port of device.ports) {
        const draft = nic(device.device, port.port, at(section, device.line))
        set(draft, 'caType', section, device.caType)
        set(draft, 'firmware', section, device.firmware)
        set(draft, 'guid', section, device.nodeGuid)
        set(draft, 'state', section, port.state)
        set(draft, 'physicalState', section, port.physicalState)
        set(draft, 'activeMtu', section, port.activeMtu)
        set(draft, 'gigabitsPerSecond', section, port.rate)
        set(draft, 'lid', section, port.lid)
        set(draft, 'smLid', section, port.smLid)
        set(draft, 'linkLayer', section, port.linkLayer)
        for (const gid of port.gids) {
          draft.gids.push({ index: gid.index, gid: gid.gid, version: gid.version, source: at(section, gid.line) })
        }
      }
    }
  }
}

function fromSmallTables(sections: readonly Parsed[], nic: Finder): void {
  for (const section of of(sections, ibdev2netdev)) {
    for (const row of section.value.rows) {
      const draft = nic(row.device, row.port, at(section, row.line))
      draft.netdev ??= { value: row.netdev, source: at(section, row.line) }
      if (row.busId) draft.busId ??= { value: row.busId, source: at(section, row.line) }
    }
  }
  for (const section of of(sections, rdmaLink)) {
    for (const row of section.value.rows) {
      const draft = nic(row.device, row.port, at(section, row.line))
      const source = at(section, row.line)
      if (row.state) draft.state ??= { value: row.state, source }
      if (row.physicalState) draft.physicalState ??= { value: row.physicalState, source }
      if (row.netdev) draft.netdev ??= { value: row.netdev, source }
      if (row.lid !== undefined) draft.lid ??= { value: row.lid, source }
    }
  }
  for (const section of of(sections, showGids)) {
    for (const row of section.value.rows) {
      const draft = nic(row.device, row.port, at(section, row.line))
      if (row.netdev) draft.netdev ??= { value: row.netdev, source: at(section, row.line) }
      draft.gids.push({
        index: row.index,
        gid: row.gid,
        ipv4: row.ipv4,
        version: row.version,
        source: at(section, row.line),
      })
    }
  }
  for (const section of of(sections, ethtoolDriver)) {
    const { netdev, busId, firmware } = section.value
    if (netdev === undefined || !busId) continue
    // ethtool knows the interface only; it tells the place of a port that another table ties to that interface.
    const draft = nic(netdev, undefined, at(section, section.line))
    draft.busId ??= sourced(section, busId)
    if (firmware) draft.firmware ??= sourced(section, firmware)
  }
}

function fromTopology(sections: readonly Parsed[], drafts: Draft[], nic: Finder): void {
  // ethtool entries are named by interface: hand their facts to the port on that interface, and drop them.
  for (const draft of drafts.filter(
    (candidate) => candidate.port === undefined && candidate.busId && !candidate.state,
  )) {
    const port = drafts.find((candidate) => candidate !== draft && candidate.netdev?.value === draft.device)
    if (port) {
      port.busId ??= draft.busId
      port.firmware ??= draft.firmware
    }
    if (port || !/^(?:mlx|bnxt|irdma|efa|rdmap|roce|ib)/.test(draft.device ?? ''))
      drafts.splice(drafts.indexOf(draft), 1)
  }
  for (const section of of(sections, topoMatrix)) {
    for (const device of section.value.devices) {
      if (device.kind !== 'nic') continue
      const source = at(section, device.line ?? section.value.headerLine ?? section.line)
      if (device.device === undefined) {
        if (!drafts.some((draft) => draft.name === device.name))
          drafts.push({ name: device.name, gids: [], sources: [source] })
        continue
      }
      nic(device.device, undefined, source).name = device.name
    }
  }
}

function set<K extends keyof Draft, V>(draft: Draft, key: K, section: Parsed, value: AtLine<V> | undefined): void {
  if (!value || draft[key] !== undefined) return
  const known: Sourced<V> = sourced(section, value)
  Object.assign(draft, { [key]: known })
}
