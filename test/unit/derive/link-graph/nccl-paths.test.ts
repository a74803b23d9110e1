import { describe, expect, it } from 'vitest'
import { deriveLinkGraph, ncclLayers, type LinkGraph } from '../../../../shared/derive/link-graph'
import type { Communicator } from '../../../../shared/model/nccl'
import { hgx } from './machines'

describe('the NCCL layer', () => {
  const source = { document: 'log.txt', line: 1, endLine: 1 }
  const rank = (n: number, here = true) => ({
    rank: n,
    host: here ? 'gn-a07' : 'gn-a08',
    node: here ? 'gn-a07' : 'gn-a08',
    pid: n,
    nvmlDevice: n % 2,
    gpu: here ? `gn-a07/gpu${String(n)}` : undefined,
    source,
  })
  const communicator = (parts: Partial<Communicator>): Communicator => ({
    id: 'c',
    ranks: [rank(0), rank(1)],
    rankCount: 2,
    hosts: ['gn-a07'],
    nodes: ['gn-a07'],
    versions: [],
    networks: [],
    networkDevices: [],
    settings: [],
    warnings: [],
    choices: [],
    plans: [],
    rings: [],
    trees: [],
    connections: [],
    source,
    logs: [],
    ...parts,
  })
  const shm = (from: number, to: number) =>
    ({ channel: 0, from, to, transport: 'SHM', via: 'SHM/direct/direct', host: 'gn-a07', source }) as const
  const pcieOnly = (): LinkGraph => ({ ...deriveLinkGraph(hgx()), fabric: 'none', switches: [], switchEdges: [] })

  it('joins channels of one ring, says which hop leaves the fast path and where a hop leaves the node', () => {
    const [layer] = ncclLayers(deriveLinkGraph(hgx()), [
      communicator({
        ranks: [rank(0), rank(1), rank(2, false)],
        rankCount: 3,
        hosts: ['gn-a07', 'gn-a08'],
        nodes: ['gn-a07', 'gn-a08'],
        rings: [0, 1].map((channel) => ({ channel, order: [0, 1, 2], source })),
        trees: [{ channel: 0, rank: 1, up: 0, down: [], source }],
        connections: [
          shm(0, 1),
          { channel: 0, from: 1, to: 2, transport: 'NET', via: 'NET/IB/0/GDRDMA', host: 'gn-a07', source },
        ],
      }),
    ])
    expect(layer?.paths.map((path) => [path.kind, path.channels])).toEqual([
      ['ring', '0-1'],
      ['tree', '0'],
    ])
    expect(layer?.paths[0]?.hops.map((hop) => [hop.from, hop.to, hop.expected, hop.degraded, hop.toHost])).toEqual([
      ['gpu:0', 'gpu:1', 'p2p', true, undefined],
      ['gpu:1', undefined, 'network', false, 'gn-a08'],
    ])
  })

  it('takes shared memory for normal where no lanes join the GPUs, and the network never', () => {
    const ring = { rings: [{ channel: 0, order: [0, 1], source }] }
    const hops = (connections: Communicator['connections']) =>
      ncclLayers(pcieOnly(), [communicator({ ...ring, connections })])[0]?.paths[0]?.hops.map((hop) => [
        hop.expected,
        hop.degraded,
      ])
    expect(hops([shm(0, 1), shm(1, 0)])).toEqual([
      ['p2p-or-shm', false],
      ['p2p-or-shm', false],
    ])
    const net = { ...shm(0, 1), transport: 'NET', via: 'NET/Socket/0' } as const
    expect(hops([net])).toEqual([
      ['p2p-or-shm', true],
      ['p2p-or-shm', false],
    ])
  })

  it('shows all rings at once, each hop once', () => {
    const [layer] = ncclLayers(deriveLinkGraph(hgx()), [
      communicator({
        ranks: [rank(0), rank(1), rank(2)],
        rings: [
          { channel: 0, order: [0, 1, 2], source },
          { channel: 1, order: [0, 2, 1], source },
        ],
        connections: [shm(0, 1)],
      }),
    ])
    expect(layer?.paths.map((path) => [path.kind, path.channels, path.hops.length])).toEqual([
      ['rings', '2', 6],
      ['ring', '0', 3],
      ['ring', '1', 3],
    ])
    expect(layer?.paths[0]?.hops.filter(({ degraded }) => degraded).map(({ from, to }) => [from, to])).toEqual([
      ['gpu:0', 'gpu:1'],
    ])
  })

  it('leads NVLS from each GPU to the switches, and nowhere where there are none', () => {
    const nvls = communicator({ channels: { collective: 24, nvls: 16, source } })
    const [layer] = ncclLayers(deriveLinkGraph(hgx()), [nvls])
    expect(layer?.paths.map((path) => [path.kind, path.channels])).toEqual([['nvls', '16']])
    expect(layer?.paths[0]?.hops.map((hop) => [hop.from, hop.fabric, hop.expected])).toEqual([
      ['gpu:0', true, 'switches'],
      ['gpu:1', true, 'switches'],
    ])
    expect(ncclLayers(pcieOnly(), [nvls])).toEqual([])
  })
})
