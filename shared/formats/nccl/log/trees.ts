import type { LogBuilder } from './builder'
import { processKey } from './fold'
import type { Frame } from './frame'
import type { Topic } from './topic'

/** Trees, channel counts and what got connected. */
export const treeTopics: readonly Topic[] = [
  { starts: ['Trees ['], read: readTrees },
  { starts: ['Tree '], read: readTree },
  { starts: ['Connected '], read: readConnected },
]

// Trees [0] 1/-1/-1->0->-1 [1] -1/-1/-1->0->1; up to 2.7 with a second half behind `|`
const ENTRY = /\[(\d{1,4})\] (-?\d{1,7}(?:\/-?\d{1,7}){0,3})->(-?\d{1,7})->(-?\d{1,7})/g

function readTrees(text: string, frame: Frame, log: LogBuilder): boolean {
  let any = false
  for (const found of text.matchAll(ENTRY)) {
    any = true
    add(log, frame, Number(found[1]), Number(found[3]), Number(found[4]), found[2] ?? '')
  }
  return any
}

// Tree 0 : -1 -> 0 -> 1/-1/-1
const ONE = /^Tree (\d{1,4}) : (-?\d{1,7}) -> (-?\d{1,7}) -> (-?\d{1,7}(?:\/-?\d{1,7}){0,3})/

function readTree(text: string, frame: Frame, log: LogBuilder): boolean {
  const found = ONE.exec(text)
  if (!found) return false
  add(log, frame, Number(found[1]), Number(found[3]), Number(found[2]), found[4] ?? '')
  return true
}

/** Both wordings of one tree node are one item. */
function add(log: LogBuilder, frame: Frame, channel: number, rank: number, up: number, downText: string): void {
  log.trees.add(`${processKey(frame)}${channel}|${rank}|${up}|${downText}`, frame, () => ({
    channel,
    rank,
    up,
    down: downText
      .split('/')
      .map(Number)
      .filter((child) => child >= 0),
  }))
}

// Connected all rings, use ring PXN 0 GDR 1
function readConnected(text: string, frame: Frame, log: LogBuilder): boolean {
  const found =
    /^Connected (all rings|all trees|binomial trees|NVLS tree|\w[\w ]{1,30}?)(?:, use ring PXN (\d) GDR (\d))?$/.exec(
      text.trimEnd(),
    )
  if (!found || text.startsWith('Connected to ')) return false
  const what = found[1] ?? ''
  log.connected.add(`${processKey(frame)}${text}`, frame, () => ({
    what: (' ' + what).slice(1),
    pxn: found[2] === undefined ? undefined : found[2] === '1',
    gdr: found[3] === undefined ? undefined : found[3] === '1',
  }))
  return true
}

// 24 coll channels, 0 collnet channels, 16 nvls channels, 32 p2p channels, 32 p2p channels per peer
export function readChannelCounts(text: string, frame: Frame, log: LogBuilder): boolean {
  const collective = count(text, /^(\d{1,4}) coll channels/)
  if (collective === undefined) return false
  log.channelCounts.add(processKey(frame) + text, frame, () => ({
    collective,
    collnet: count(text, / (\d{1,4}) collnet channels/),
    nvls: count(text, / (\d{1,4}) nvls channels/),
    p2p: count(text, / (\d{1,4}) p2p channels(?!\sper)/),
    p2pPerPeer: count(text, / (\d{1,4}) p2p channels per peer/),
  }))
  return true
}

function count(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
