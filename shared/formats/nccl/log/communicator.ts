import { busIdFromNccl } from '../../../model/pci-id'
import { detach } from '../../../segment/detach'
import type { CommunicatorEvent } from '../log-types'
import type { LogBuilder } from './builder'
import { processKey } from './fold'
import type { Frame } from './frame'
import type { Topic } from './topic'

/**
 * comm 0x55 rank 0 nranks 2 cudaDev 0 busId 17000 - Init COMPLETE                                     2.8 to 2.15
 * ncclCommInitRank comm 0x55 rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId 60 commId 0x89 - Init START     2.21+
 * [Rank 0] ncclCommSplit comm 0x55 rank 0 nranks 2 ... parent 0x54 color 0 key 1- Init START           2.29+
 * comm 0x55 rank 0 nRanks 2 nNodes 1 localRanks 2 localRank 0 MNNVL 0                                  2.20+
 * comm 0x55 rank 0 nranks 2                                                                            2.2
 */
export const communicatorTopic: Topic = { starts: ['comm ', 'ncclComm', '[Rank '], read: readCommunicator }

function readCommunicator(text: string, frame: Frame, log: LogBuilder): boolean {
  const at = text.indexOf('comm 0x')
  if (at < 0 || at > 80) return false
  // `key K- Init START` lacks the blank in some releases.
  const words = text.slice(at).replace('- ', ' - ').split(/ +/)
  const values = new Map<string, string>()
  for (let i = 0; i + 1 < words.length; i += 2) {
    if (words[i] === '-') break
    values.set((words[i] ?? '').toLowerCase(), words[i + 1] ?? '')
  }
  const rank = whole(values.get('rank'))
  const ranks = whole(values.get('nranks'))
  if (rank === undefined || ranks === undefined) return false
  const event = eventOf(text, values)
  const comm = values.get('comm') ?? ''
  const busId = values.get('busid')
  log.process(frame)?.ranks.add(rank)
  log.communicators.add(`${processKey(frame)}${comm}|${rank}|${event}`, frame, () => ({
    event,
    comm: detach(comm),
    rank,
    ranks,
    cudaDevice: whole(values.get('cudadev')),
    nvmlDevice: whole(values.get('nvmldev')),
    busId: busId === undefined ? undefined : busIdFromNccl(busId),
    commId: kept(values.get('commid')),
    call: kept(/ncclComm\w{0,40}/.exec(text.slice(0, at))?.[0]),
    parent: kept(values.get('parent')),
    color: whole(values.get('color')),
    key: whole(values.get('key')),
    nodes: whole(values.get('nnodes')),
    localRanks: whole(values.get('localranks')),
    localRank: whole(values.get('localrank')),
    mnnvl: values.has('mnnvl') ? values.get('mnnvl') === '1' : undefined,
  }))
  return true
}

function eventOf(text: string, values: ReadonlyMap<string, string>): CommunicatorEvent {
  if (text.includes('Init COMPLETE')) return 'complete'
  if (text.includes('Init START')) return 'start'
  if (text.includes('Destroy COMPLETE')) return 'destroyed'
  if (text.includes('Abort COMPLETE')) return 'aborted'
  return values.has('nnodes') ? 'summary' : 'created'
}

function whole(word: string | undefined): number | undefined {
  return word !== undefined && /^-?\d{1,10}$/.test(word) ? Number(word) : undefined
}

function kept(word: string | undefined): string | undefined {
  return word === undefined ? undefined : detach(word)
}
