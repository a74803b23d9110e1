import type { Communicator, Connection, NcclWarning, Transport } from '../model/nccl'
import type { Session } from '../model/session'
import type { SourceRef } from '../model/source'

/** What the NCCL view shows of communicators: equal rings and trees said once, connections as a table. */

/** `0-11, 14`: channel numbers as people write them. */
export function channelList(channels: readonly number[]): string {
  const sorted = [...new Set(channels)].sort((a, b) => a - b)
  const parts: string[] = []
  for (let i = 0; i < sorted.length; i++) {
    const first = sorted[i]
    let last = first
    while (last !== undefined && sorted[i + 1] === last + 1) last = sorted[++i]
    parts.push(first === last ? String(first) : `${first}-${last}`)
  }
  return parts.join(', ')
}

export interface RingHop {
  readonly from: number
  readonly to: number
  /** How the log says that this hop runs, on these channels; undefined when no connection line names it. */
  readonly transport?: Transport
  readonly via?: string
}

export interface RingGroup {
  readonly channels: readonly number[]
  readonly order: readonly number[]
  readonly hops: readonly RingHop[]
  readonly sources: readonly SourceRef[]
}

/** Rings with the same order, wherever they begin, are one. */
export function ringGroups(communicator: Communicator): readonly RingGroup[] {
  const groups = new Map<string, { channels: number[]; order: readonly number[]; sources: SourceRef[] }>()
  for (const ring of communicator.rings) {
    const order = fromLowest(ring.order)
    const key = order.join(' ')
    const group = groups.get(key)
    if (group) {
      group.channels.push(ring.channel)
      group.sources.push(ring.source)
    } else groups.set(key, { channels: [ring.channel], order, sources: [ring.source] })
  }
  const byHop = connectionIndex(communicator.connections)
  return [...groups.values()].map((group) => ({
    ...group,
    hops: group.order.map((from, i) => {
      const to = group.order[(i + 1) % group.order.length] ?? from
      const connection = group.channels.map((channel) => byHop.get(`${channel} ${from} ${to}`)).find((one) => one)
      return { from, to, transport: connection?.transport, via: connection?.via }
    }),
  }))
}

function connectionIndex(connections: readonly Connection[]): ReadonlyMap<string, Connection> {
  return new Map(connections.map((one) => [`${one.channel} ${one.from} ${one.to}`, one]))
}

function fromLowest(order: readonly number[]): readonly number[] {
  if (order.length === 0) return order
  const lowest = order.indexOf(Math.min(...order))
  return [...order.slice(lowest), ...order.slice(0, lowest)]
}

export interface TreeGroup {
  readonly channels: readonly number[]
  /** Rank and its parent, -1 for the root; ranks ascending. */
  readonly parents: readonly { readonly rank: number; readonly up: number }[]
  readonly sources: readonly SourceRef[]
}

export function treeGroups(communicator: Communicator): readonly TreeGroup[] {
  const byChannel = new Map<number, { parents: { rank: number; up: number }[]; sources: SourceRef[] }>()
  for (const { channel, rank, up, source } of communicator.trees) {
    const tree = byChannel.get(channel) ?? { parents: [], sources: [] }
    byChannel.set(channel, tree)
    tree.parents.push({ rank, up })
    tree.sources.push(source)
  }
  const groups = new Map<
    string,
    { channels: number[]; parents: { rank: number; up: number }[]; sources: SourceRef[] }
  >()
  for (const [channel, tree] of byChannel) {
    const parents = tree.parents.sort((a, b) => a.rank - b.rank)
    const key = parents.map(({ rank, up }) => `${rank}:${up}`).join(' ')
    const group = groups.get(key)
    if (group) {
      group.channels.push(channel)
      group.sources.push(...tree.sources)
    } else groups.set(key, { channels: [channel], parents, sources: tree.sources })
  }
  return [...groups.values()]
}

export interface TransportRow {
  readonly transport: Transport
  readonly via: string
  readonly network?: string
  readonly gdr?: boolean
  /** Both ends on one node, or on two; undefined when a rank's node is not known. */
  readonly reach?: 'inside' | 'between'
  readonly connections: number
  readonly pairs: number
  readonly channels: string
  readonly sources: readonly SourceRef[]
}

const MOST_SOURCES = 8

/** Connections by how they run, the most used first. */
export function transportRows(communicator: Communicator): readonly TransportRow[] {
  const nodeOf = new Map(communicator.ranks.map((rank) => [rank.rank, rank.node ?? rank.host]))
  const groups = new Map<string, { list: Connection[]; reach: TransportRow['reach'] }>()
  for (const connection of communicator.connections) {
    const from = nodeOf.get(connection.from)
    const to = nodeOf.get(connection.to)
    const reach = from === undefined || to === undefined ? undefined : from === to ? 'inside' : 'between'
    // The device number in `NET/IB/3/GDRDMA` says which NIC, not how.
    const via = connection.transport === 'NET' ? connection.via.replace(/\/\d+(?=\/|$)/, '') : connection.via
    const key = [connection.transport, via, reach ?? '', connection.gdr ?? ''].join('\0')
    const group = groups.get(key) ?? { list: [], reach }
    groups.set(key, group)
    group.list.push(connection)
  }
  return [...groups.values()]
    .flatMap(({ list, reach }): readonly TransportRow[] => {
      const [first] = list
      if (!first) return []
      const via = first.transport === 'NET' ? first.via.replace(/\/\d+(?=\/|$)/, '') : first.via
      return [
        {
          transport: first.transport,
          via,
          network: first.network,
          gdr: first.gdr,
          reach,
          connections: list.length,
          pairs: new Set(list.map(({ from, to }) => `${from} ${to}`)).size,
          channels: channelList(list.map(({ channel }) => channel)),
          sources: list.slice(0, MOST_SOURCES).map(({ source }) => source),
        },
      ]
    })
    .sort((a, b) => b.connections - a.connections)
}

export interface WarningRow extends NcclWarning {
  readonly id: string
  readonly communicator: string
}

/** Warnings of all communicators in order of time where the log prints one, else of their place in the documents. */
export function warningRows(session: Pick<Session, 'communicators' | 'documents'>): readonly WarningRow[] {
  const place = new Map(session.documents.map(({ id }, i) => [id, i]))
  const seen = new Set<string>()
  const rows = session.communicators.flatMap((communicator) =>
    communicator.warnings.flatMap((warning): readonly WarningRow[] => {
      const id = `${warning.source.document}:${warning.source.line}`
      if (seen.has(id)) return []
      seen.add(id)
      return [{ ...warning, id, communicator: communicator.id }]
    }),
  )
  return rows.sort((a, b) => {
    if (a.time !== undefined && b.time !== undefined && a.time !== b.time) return a.time < b.time ? -1 : 1
    const byDocument = (place.get(a.source.document) ?? 0) - (place.get(b.source.document) ?? 0)
    return byDocument || a.source.line - b.source.line
  })
}
