import { ncclLog } from '../formats/nccl/log'
import type { CommunicatorLine, LogItem, NcclLog } from '../formats/nccl/log-types'
import type { Parsed } from '../model/format'
import type { Communicator, CommunicatorRank, Setting } from '../model/nccl'
import type { Gpu } from '../model/gpu'
import type { Node } from '../model/node'
import type { Run } from '../model/run'
import type { SourceRef } from '../model/source'
import { compareDocuments } from './gpus'
import { hostKey } from './host-names'
import { logSettings } from './settings'
import { plainVersion } from './software'
import { at, of } from './sections'

interface Seen {
  readonly section: Parsed<NcclLog>
  readonly line: CommunicatorLine
}

interface Group {
  readonly commId?: string
  readonly seen: Seen[]
}

export interface CommunicatorContext {
  readonly nodes: readonly Node[]
  readonly runs: readonly Run[]
  readonly nodeOfHost: ReadonlyMap<string, string>
  readonly nodesOf: (section: Parsed) => readonly string[]
  /** Index of a section in `Facts.parsed`. */
  readonly indexOf: (section: Parsed) => number
}

/**
 * Communicators over all logs: joined by commId where the version prints one, else by pointer within a process and by rank within
 * a document. A log without any communicator line still makes one of unknown size, so that its warnings and settings have a home.
 */
export function communicatorsOf(sections: readonly Parsed[], context: CommunicatorContext): readonly Communicator[] {
  const logs = of(sections, ncclLog)
  const groups = groupLines(logs)
  const lines = processLines(groups)
  const result: Communicator[] = []
  const withLines = new Set(groups.flatMap((group) => group.seen.map((seen) => seen.section)))
  for (const group of groups) result.push(build(`c${result.length + 1}`, group, lines, context))
  for (const log of logs) {
    if (!withLines.has(log)) result.push(build(`c${result.length + 1}`, { seen: [] }, lines, context, log))
  }
  return result
}

function groupLines(logs: readonly Parsed<NcclLog>[]): readonly Group[] {
  const groups: Group[] = []
  const byPointer = new Map<string, Group>()
  const ended = new Set<string>()
  for (const section of logs) {
    for (const line of section.value.communicators) {
      const pointer = `${section.document}|${line.host}|${line.pid}|${line.comm}`
      const known = byPointer.get(pointer)
      // A pointer may be used again after the communicator was destroyed.
      const destroyed = known !== undefined && ended.has(pointer)
      if (
        known &&
        !(destroyed && !isEnd(line)) &&
        (known.commId === undefined || line.commId === undefined || known.commId === line.commId)
      ) {
        known.seen.push({ section, line })
        if (isEnd(line)) ended.add(pointer)
        continue
      }
      const group = findGroup(groups, section, line) ?? push(groups, { commId: line.commId, seen: [] })
      group.seen.push({ section, line })
      byPointer.set(pointer, group)
      if (isEnd(line)) ended.add(pointer)
      else ended.delete(pointer)
    }
  }
  return groups
}

function isEnd(line: CommunicatorLine): boolean {
  return line.event === 'destroyed' || line.event === 'aborted'
}

function findGroup(groups: readonly Group[], section: Parsed<NcclLog>, line: CommunicatorLine): Group | undefined {
  if (line.commId !== undefined) {
    return groups.find((group) => group.commId === line.commId && group.seen[0]?.line.ranks === line.ranks)
  }
  return groups.find(
    (group) =>
      group.commId === undefined &&
      group.seen.some((seen) => seen.section.document === section.document) &&
      group.seen[0]?.line.ranks === line.ranks &&
      group.seen[0]?.line.parent === undefined &&
      line.parent === undefined &&
      !group.seen.some((seen) => seen.line.rank === line.rank),
  )
}

function push<T>(list: T[], item: T): T {
  list.push(item)
  return item
}

function build(
  id: string,
  group: Group,
  lines: ProcessLines,
  context: CommunicatorContext,
  only?: Parsed<NcclLog>,
): Communicator {
  const logs = only ? [only] : [...new Set(group.seen.map((seen) => seen.section))]
  const processes = new Set(group.seen.map(({ line }) => `${line.host}|${line.pid}`))
  const mine = (section: Parsed<NcclLog>, item: LogItem): boolean =>
    only !== undefined ||
    item.pid === 0 ||
    (processes.has(`${item.host}|${item.pid}`) && groupAt(lines, section, item) === group)
  const ranks = ranksOf(group, context)
  const hosts = only
    ? [...new Set(only.value.processes.map((process) => process.host))]
    : [...new Set(ranks.map((rank) => rank.host))]
  const nodes = [...new Set(hosts.flatMap((host) => context.nodeOfHost.get(hostKey(host)) ?? []))]
  const pick = <T extends LogItem, R>(
    list: (log: NcclLog) => readonly T[],
    make: (item: T, source: SourceRef) => R,
  ): R[] =>
    logs.flatMap((section) =>
      list(section.value)
        .filter((item) => mine(section, item))
        .map((item) => make(item, at(section, item.line))),
    )
  const counts = pick(
    (log) => log.channelCounts,
    (item, source) => ({ ...channelCounts(item), source }),
  )
  const settings: Setting[] = logs.flatMap((section) =>
    logSettings(section, () => true).filter(
      (setting) =>
        only !== undefined ||
        setting.process === ':0' ||
        processes.has((setting.process ?? '').replace(/:(\d+)$/, '|$1')),
    ),
  )
  const run = context.runs.find((candidate) =>
    logs.some((log) => candidate.source.document === log.document && overlaps(candidate, group, log)),
  )
  return {
    id,
    commId: group.commId,
    ranks,
    rankCount: group.seen[0]?.line.ranks ?? 0,
    ncclNodes: group.seen.find((seen) => seen.line.nodes !== undefined)?.line.nodes,
    hosts,
    nodes: nodes.length > 0 ? nodes : [...new Set(logs.flatMap((log) => context.nodesOf(log)))],
    versions: pick(
      (log) => log.versions.filter((line) => line.version !== ''),
      (item, source) => ({ value: plainVersion(item.version), source }),
    ),
    channels: counts[0],
    connections: pick(
      (log) => log.connections,
      (item, source) => ({ item, source }),
    ).flatMap(({ item, source }) =>
      (item.channels.length > 0 ? item.channels : [0]).map((channel) => ({
        channel,
        from: item.from,
        to: item.to,
        transport: item.transport,
        via: item.via,
        direction: item.direction,
        network: item.network,
        networkDevice: item.networkDevice,
        gdr: item.gdr,
        host: item.host,
        source,
      })),
    ),
    rings: pick(
      (log) => log.rings,
      (item, source) => ({ channel: item.channel, order: item.order, source }),
    ),
    trees: pick(
      (log) => log.trees,
      (item, source) => ({ channel: item.channel, rank: item.rank, up: item.up, down: item.down, source }),
    ),
    plans: pick(
      (log) => log.plans,
      (item, source) => ({
        pattern: item.pattern,
        channels: item.channels,
        intraBandwidth: item.intraBandwidth,
        interBandwidth: item.interBandwidth,
        intraType: item.intraType,
        interType: item.interType,
        host: item.host,
        source,
      }),
    ),
    networks: pick(
      (log) => log.networks,
      (item, source) => ({ value: item.network, source }),
    ),
    networkDevices: pick(
      (log) => log.networkDevices,
      (item, source) => ({ host: item.host, pid: item.pid, plugin: item.plugin, devices: item.devices, source }),
    ),
    settings,
    warnings: pick(
      (log) => log.warnings,
      (item, source) => ({
        level: item.level,
        text: item.text,
        host: item.host,
        pid: item.pid,
        rank: ranks.find((rank) => rank.host === item.host && rank.pid === item.pid)?.rank,
        time: item.time,
        count: item.count,
        source,
      }),
    ),
    choices: pick(
      (log) => log.choices,
      (item, source) => ({
        collective: item.collective,
        bytes: item.bytes,
        algorithm: item.algorithm,
        protocol: item.protocol,
        source,
      }),
    ),
    source: spanOf(group, only),
    logs: logs.map((log) => context.indexOf(log)),
    run: run?.id,
  }
}

interface Begun {
  readonly group: Group
  readonly line: number
  readonly end: boolean
}

/** Lines of each process by section, in the order of the groups: found once, looked up for every item of a log. */
type ProcessLines = ReadonlyMap<Parsed<NcclLog>, ReadonlyMap<string, readonly Begun[]>>

function processLines(groups: readonly Group[]): ProcessLines {
  const sections = new Map<Parsed<NcclLog>, Map<string, Begun[]>>()
  for (const group of groups) {
    for (const { section, line } of group.seen) {
      const processes = sections.get(section) ?? new Map<string, Begun[]>()
      sections.set(section, processes)
      const key = `${line.host}|${line.pid}`
      const begun = { group, line: line.line, end: isEnd(line) }
      const list = processes.get(key)
      if (list) list.push(begun)
      else processes.set(key, [begun])
    }
  }
  return sections
}

/** The communicator that a process was at when it printed a line: the last one that it began before, else its first. */
function groupAt(lines: ProcessLines, section: Parsed<NcclLog>, item: LogItem): Group | undefined {
  let best: Group | undefined
  let bestLine = -1
  let first: Group | undefined
  let firstLine = Infinity
  for (const { group, line, end } of lines.get(section)?.get(`${item.host}|${item.pid}`) ?? []) {
    // A split communicator's lines come after its parent's; the parent keeps what stands before.
    if (line <= item.line && line > bestLine && !end) {
      best = group
      bestLine = line
    }
    if (line < firstLine) {
      first = group
      firstLine = line
    }
  }
  return best ?? first
}

function ranksOf(group: Group, context: CommunicatorContext): readonly CommunicatorRank[] {
  const ranks = new Map<number, CommunicatorRank>()
  for (const { section, line } of group.seen) {
    const known = ranks.get(line.rank)
    const node = context.nodeOfHost.get(hostKey(line.host)) ?? context.nodesOf(section)[0]
    const busId = known?.busId ?? line.busId
    const nvmlDevice = known?.nvmlDevice ?? line.nvmlDevice
    const gpus = context.nodes.find((candidate) => candidate.id === node)?.gpus ?? []
    ranks.set(line.rank, {
      rank: line.rank,
      host: known?.host ?? line.host,
      node,
      pid: known?.pid ?? line.pid,
      cudaDevice: known?.cudaDevice ?? line.cudaDevice,
      nvmlDevice,
      busId,
      gpu: gpuOf(gpus, busId, nvmlDevice)?.id,
      initComplete: known?.initComplete === true || line.event === 'complete' || undefined,
      destroyed: known?.destroyed === true || isEnd(line) || undefined,
      source: known?.source ?? at(section, line.line),
    })
  }
  return [...ranks.values()].sort((a, b) => a.rank - b.rank)
}

function gpuOf(gpus: readonly Gpu[], busId: string | undefined, nvmlDevice: number | undefined): Gpu | undefined {
  const byBus = busId === undefined ? undefined : gpus.find((gpu) => gpu.busId?.value === busId)
  if (byBus) return byBus
  // Bus ids known on both sides that match nothing are another view of the machine: the index would be a guess.
  if (busId !== undefined && gpus.some((gpu) => gpu.busId)) return undefined
  return nvmlDevice === undefined ? undefined : gpus.find((gpu) => gpu.index === nvmlDevice)
}

function channelCounts(item: {
  collective: number
  collnet?: number
  nvls?: number
  p2p?: number
  p2pPerPeer?: number
}) {
  const { collective, collnet, nvls, p2p, p2pPerPeer } = item
  return { collective, collnet, nvls, p2p, p2pPerPeer }
}

function spanOf(group: Group, only: Parsed<NcclLog> | undefined): SourceRef {
  if (only) return at(only, only.line, only.endLine)
  const sorted = [...group.seen].sort(
    (a, b) => compareDocuments(a.section.document, b.section.document) || a.line.line - b.line.line,
  )
  const first = sorted[0]
  if (!first) return { document: '', line: 0, endLine: 0 }
  const same = sorted.filter((seen) => seen.section.document === first.section.document)
  return at(first.section, first.line.line, same.at(-1)?.line.lastLine ?? first.line.line)
}

/** A run and a log belong together when their lines interleave: rows stand between the communicator's first line and its end. */
function overlaps(run: Run, group: Group, log: Parsed<NcclLog>): boolean {
  const lines = group.seen.filter((seen) => seen.section === log)
  const first = lines.length > 0 ? Math.min(...lines.map((seen) => seen.line.line)) : log.line
  const last = lines.length > 0 ? Math.max(...lines.map((seen) => seen.line.lastLine)) : log.endLine
  return run.source.line <= last + 1 && run.source.endLine >= first - 1
}
