import type { Transport } from '../../../model/nccl'
import { detach } from '../../../segment/detach'
import type { ConnectionLines } from '../log-types'
import type { LogBuilder } from './builder'
import { processKey } from './fold'
import type { Frame } from './frame'
import type { Topic } from './topic'

/** Channels: ring orders and connections share their first words. */
export const channelTopic: Topic = { starts: ['Channel ', 'Ring ', 'CollNet '], read: readChannel }

// Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read
// Ring 00 : 0 -> 1 [send] via NET/IB/0                                (2.4)
// Channel 00 : 0[7000] -> 8[7000] [send] via NET/IB/1/GDRDMA/Shared
const CONNECTION =
  /^(?:Channel|Ring) (\d{1,4})(?:\/\d{1,4})? : (\d{1,7})(?:\[([^\]]{0,20})\])? -> (\d{1,7})(?:\[([^\]]{0,20})\])? (?:\[(send|receive)\] )?via (.+)$/
// CollNet 00/1 : 3 [send] via COLLNET/SHARP/0/GDRDMA
const COLLNET = /^CollNet (\d{1,4})(?:\/\d{1,4})? : (\d{1,7}) \[(send|receive)\] via (.+)$/
// Channel 00/24 :    0   1   2   3
const RING = /^Channel (\d{1,4})\/(\d{1,4}) : *([\d ]+?)( ?\.\.\.)? *$/
// Ring 00 : 1 -> 0 -> 1
const NEIGHBOURS = /^Ring (\d{1,4}) : (-?\d{1,7}) -> (-?\d{1,7}) -> (-?\d{1,7})/

const MOST_RING_NUMBERS = 400_000

function readChannel(text: string, frame: Frame, log: LogBuilder): boolean {
  const connection = text.includes(' via ') ? CONNECTION.exec(text) : null
  if (connection) {
    const [, channel, from, fromLabel, to, toLabel, direction, via] = connection
    add(log, frame, Number(channel), Number(from), fromLabel ?? '', Number(to), toLabel ?? '', direction, via ?? '')
    return true
  }
  const collnet = text.startsWith('CollNet ') ? COLLNET.exec(text) : null
  if (collnet) {
    add(log, frame, Number(collnet[1]), Number(collnet[2]), '', Number(collnet[2]), '', collnet[3], collnet[4] ?? '')
    return true
  }
  const ring = RING.exec(text)
  if (ring) return readRing(ring, text, frame, log)
  const near = NEIGHBOURS.exec(text)
  if (!near) return false
  const [channel, previous, rank, next] = [near[1], near[2], near[3], near[4]].map(Number)
  if (channel === undefined || previous === undefined || rank === undefined || next === undefined) return false
  log.ringNeighbours.add(`${processKey(frame)}${channel}|${previous}|${rank}|${next}`, frame, () => ({
    channel,
    previous,
    rank,
    next,
  }))
  return true
}

function readRing(found: RegExpExecArray, text: string, frame: Frame, log: LogBuilder): boolean {
  const order = (found[3] ?? '').trim().split(/ +/)
  if (log.ringNumbers + order.length > MOST_RING_NUMBERS) {
    log.rings.dropped++
    return true
  }
  const size = log.rings.size
  // NCCL writes at most 128 characters: `...` since 2.23, older builds run over.
  const cut = found[4] !== undefined
  log.rings.add(processKey(frame) + text, frame, () => ({
    channel: Number(found[1]),
    channels: Number(found[2]),
    order: order.map(Number),
    cut,
  }))
  if (log.rings.size > size) log.ringNumbers += order.length
  return true
}

function add(
  log: LogBuilder,
  frame: Frame,
  channel: number,
  from: number,
  fromLabel: string,
  to: number,
  toLabel: string,
  direction: string | undefined,
  viaText: string,
): void {
  const via = viaText.includes(' comm 0x') ? viaText.replace(/ comm 0x[0-9a-f]+.*$/, '') : viaText.trimEnd()
  const key = `${processKey(frame)}${frame.tid}|${from}|${fromLabel}|${to}|${toLabel}|${direction ?? ''}|${via}`
  const item = log.connections.add(key, frame, () => ({
    from,
    to,
    fromLabel: detach(fromLabel),
    toLabel: detach(toLabel),
    channels: [],
    seen: new Set<number>(),
    direction: direction === 'send' || direction === 'receive' ? direction : undefined,
    via: detach(via),
    ...readVia(via),
  }))
  item?.seen.add(channel)
}

// NET/AWS Libfabric/0(8)/GDRDMA(PCI)/Shared
const NET = /^(NET|COLLNET)\/([^/]{1,80})\/(\d{1,4})(?:\((\d{1,7})\))?((?:\/.*)?)$/

export function readVia(
  via: string,
): Pick<ConnectionLines, 'transport' | 'network' | 'networkDevice' | 'gdr' | 'proxyRank' | 'sharedBuffers'> {
  const net = via.startsWith('NET/') || via.startsWith('COLLNET/') ? NET.exec(via) : null
  if (!net) return { transport: transportOf(via) }
  const tail = net[5] ?? ''
  return {
    transport: net[1] === 'NET' ? 'NET' : 'COLLNET',
    network: detach(net[2] ?? ''),
    networkDevice: Number(net[3]),
    proxyRank: net[4] === undefined ? undefined : Number(net[4]),
    gdr: tail.includes('/GDRDMA'),
    sharedBuffers: tail.includes('/Shared'),
  }
}

function transportOf(via: string): Transport {
  if (via.startsWith('P2P')) return 'P2P'
  if (via.startsWith('SHM') || via.startsWith('direct shared memory')) return 'SHM'
  if (via.startsWith('COLLNET')) return 'COLLNET'
  return via.startsWith('NVLS') ? 'NVLS' : 'NET'
}
