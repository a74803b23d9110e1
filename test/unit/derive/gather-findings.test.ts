import { describe, expect, it } from 'vitest'
import { gatherFindings, ofOneNode } from '../../../shared/derive/gather-findings'
import { findingText } from '../../../shared/messages'
import type { Finding } from '../../../shared/model/finding'
import { at, finding } from '../../builders/session'

const onNodes = (names: readonly string[], of: (name: string) => Finding): Finding[] => names.map((name) => of(name))
const noGdr = (name: string, count = 2): Finding =>
  finding('gdr-not-used', name, {
    severity: 'warning',
    evidence: [at(`${name}/nccl.log`, 38)],
    data: { node: name, count, total: count, via: 'NET/IB/0' },
  })

describe('gatherFindings', () => {
  it('lets one finding stand for what is the very same on three nodes or more, with all their lines', () => {
    const [one, ...rest] = gatherFindings(onNodes(['gn-a', 'gn-b', 'gn-c'], noGdr))
    expect(rest).toEqual([])
    expect(one?.nodes).toEqual(['gn-a', 'gn-b', 'gn-c'])
    expect(one?.on.map(({ id }) => id)).toEqual(['gn-a', 'gn-b', 'gn-c'])
    expect(one?.evidence.map(({ document }) => document)).toEqual(['gn-a', 'gn-b', 'gn-c'].map((n) => `${n}/nccl.log`))
    expect(one && findingText(one, 'en').title).toBe(
      'GPUDirect RDMA is not used between nodes on gn-a and 2 other nodes',
    )
    expect(one && findingText(one, 'en').detail).toMatch(/^On each of these nodes: 2 connections/)
    expect(one && findingText(one, 'zh').title).toContain('gn-a 等 3 个节点')
  })

  it('leaves two nodes, other numbers and other severities apart', () => {
    const two = onNodes(['gn-a', 'gn-b'], noGdr)
    expect(gatherFindings(two)).toEqual(two)
    const numbers = [noGdr('gn-a', 1), noGdr('gn-b', 2), noGdr('gn-c', 3)]
    expect(gatherFindings(numbers)).toEqual(numbers)
    const severities = [noGdr('gn-a'), noGdr('gn-b'), { ...noGdr('gn-c'), severity: 'info' as const }]
    expect(gatherFindings(severities)).toEqual(severities)
  })

  it('never joins parts to replace: a GPU, a link, an adapter', () => {
    const broken = onNodes(['gn-a', 'gn-b', 'gn-c'], (name) =>
      finding('nvlink-inactive', name, {
        on: [{ kind: 'gpu', id: `${name}/gpu3`, label: 'GPU3' }],
        data: { node: name },
      }),
    )
    expect(gatherFindings(broken)).toEqual(broken)
  })

  it('joins what is folded under them, and keeps apart where that differs', () => {
    const withFold = (name: string, rule = 'nccl-socket-transport'): Finding => ({
      ...noGdr(name),
      folds: [finding(rule, name, { data: { node: name }, evidence: [at(`${name}/nccl.log`, 50)] })],
    })
    const [one] = gatherFindings(onNodes(['gn-a', 'gn-b', 'gn-c'], (name) => withFold(name)))
    expect(one?.folds.map(({ nodes, evidence }) => [nodes, evidence.length])).toEqual([[['gn-a', 'gn-b', 'gn-c'], 3]])
    const mixed = [withFold('gn-a'), withFold('gn-b'), withFold('gn-c', 'nccl-ib-disabled')]
    expect(gatherFindings(mixed)).toEqual(mixed)
  })

  it('keeps the place of the first, and all others where they were', () => {
    const before = finding('xid-off-bus', 'gn-b')
    const after = finding('mig-enabled', 'gn-a', { severity: 'info' })
    const list = [before, ...onNodes(['gn-a', 'gn-b', 'gn-c'], noGdr), after]
    expect(gatherFindings(list).map(({ rule }) => rule)).toEqual(['xid-off-bus', 'gdr-not-used', 'mig-enabled'])
  })

  it('speaks of one node where only that is meant', () => {
    const [one] = gatherFindings(onNodes(['gn-a', 'gn-b', 'gn-c'], noGdr))
    expect(one && findingText(ofOneNode(one, { id: 'gn-b', name: 'gn-b' }), 'en').title).toBe(
      'GPUDirect RDMA is not used between nodes on gn-b',
    )
  })
})
