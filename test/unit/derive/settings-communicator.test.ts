import { describe, expect, it } from 'vitest'
import {
  channelList,
  ringGroups,
  transportRows,
  treeGroups,
  warningRows,
} from '../../../shared/derive/settings-communicator'
import { at, communicator, session } from '../../builders/session'

describe('communicators', () => {
  const hop = (channel: number, from: number, to: number, transport: 'P2P' | 'SHM' | 'NET', via: string) => ({
    channel,
    from,
    to,
    transport,
    via,
    host: 'n1',
    source: at('log', 1),
  })
  const comm = communicator('c', ['n1', 'n2'], {
    gpusPerNode: 2,
    rings: [0, 1, 2, 5].map((channel) => ({
      channel,
      order: channel === 5 ? [0, 2, 1, 3] : channel === 1 ? [1, 2, 3, 0] : [0, 1, 2, 3],
      source: at('log', channel + 1),
    })),
    trees: [
      { channel: 0, rank: 1, up: 0, down: [], source: at('log', 1) },
      { channel: 0, rank: 0, up: -1, down: [1], source: at('log', 2) },
      { channel: 1, rank: 0, up: -1, down: [1], source: at('log', 3) },
      { channel: 1, rank: 1, up: 0, down: [], source: at('log', 4) },
    ],
    connections: [
      hop(0, 0, 1, 'SHM', 'SHM/direct'),
      hop(0, 1, 2, 'NET', 'NET/IB/3/GDRDMA'),
      hop(1, 3, 0, 'NET', 'NET/IB/0/GDRDMA'),
    ],
  })

  it('writes channels as people do', () => expect(channelList([3, 0, 1, 2, 7])).toBe('0-3, 7'))
  it('joins rings that only begin elsewhere', () => {
    const groups = ringGroups(comm)
    expect(groups.map(({ channels, order }) => [channels, order])).toEqual([
      [
        [0, 1, 2],
        [0, 1, 2, 3],
      ],
      [[5], [0, 2, 1, 3]],
    ])
    expect(groups[0]?.hops[0]).toMatchObject({ from: 0, to: 1, transport: 'SHM' })
    expect(groups[0]?.hops[2]?.transport).toBeUndefined()
  })
  it('joins equal trees', () => {
    expect(treeGroups(comm)).toMatchObject([
      {
        channels: [0, 1],
        parents: [
          { rank: 0, up: -1 },
          { rank: 1, up: 0 },
        ],
      },
    ])
  })
  it('tells transports inside a node from those between nodes', () => {
    expect(transportRows(comm)).toMatchObject([
      { transport: 'NET', via: 'NET/IB/GDRDMA', reach: 'between', connections: 2, pairs: 2 },
      { transport: 'SHM', reach: 'inside', connections: 1, channels: '0' },
    ])
  })
  it('orders warnings by their printed time', () => {
    const warning = (text: string, line: number, time?: string) => ({
      level: 'WARN' as const,
      text,
      host: 'n1',
      pid: 1,
      count: 1,
      source: at('log', line),
      time,
    })
    const rows = warningRows(
      session({
        communicators: [
          communicator('c', ['n1'], {
            warnings: [warning('late', 1, '2026-01-02 00:00:00'), warning('early', 9, '2026-01-01 00:00:00')],
          }),
        ],
      }),
    )
    expect(rows.map(({ text }) => text)).toEqual(['early', 'late'])
  })
})
