import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyseInputs } from '@host/session'
import {
  allFacts,
  compareNodes,
  configurationDiffers,
  differenceText,
  factName,
  factSheet,
  findingsOfOneSide,
  sideText,
  type ComparedFact,
  type NodeComparison,
} from '@shared/derive/compare'
import { fieldUses } from '@shared/derive/compare/gpu-fields'
import { withFolds } from '@shared/derive/findings'
import { isUiKey } from '@shared/messages/ui'
import { sharedFolder } from '../../../support/shared-folder'
import { analysed, synthetic, type OneNode } from '../../../support/analysed'
import { nodeFiles } from '../../../../scripts/fleet-node.mjs'

const differing = (comparison: NodeComparison): readonly ComparedFact[] =>
  comparison.facts.filter(
    ({ kind, result }) => kind === 'configuration' && result !== 'same' && result !== 'not-comparable',
  )
const ids = (facts: readonly ComparedFact[]): readonly string[] => facts.map(({ id }) => id)
const rules = (ids: readonly string[], { session }: OneNode): readonly string[] => {
  const all = new Map(session.findings.flatMap(withFolds).map((finding) => [finding.id, finding.rule]))
  return ids.map((id) => all.get(id) ?? '')
}

describe('two nodes of one kind', () => {
  it('differ in ids and momentary values only', () => {
    const comparison = compareNodes(synthetic('gn-a07', 7), synthetic('gn-a08', 8))
    expect(ids(differing(comparison))).toEqual([])
    expect(configurationDiffers(comparison)).toBe(false)
    const others = allFacts(comparison.facts).filter(({ result }) => result === 'changed')
    expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['counter', 'state', 'identity']))
    expect(others.some(({ name }) => name === 'serial')).toBe(true)
    expect(others.some(({ name }) => name === 'gpu.uuid')).toBe(true)
  })

  const folder = sharedFolder()
  it.skipIf(folder === undefined)(
    'two captured H200 nodes have the same configuration (needs the shared folder)',
    async () => {
      const sides = await Promise.all(
        ['a', 'b'].map(async (name) => {
          const { session, documents } = await analyseInputs([join(folder ?? '', `captures/h200x2-node-${name}`)])
          documents.close()
          return { session, node: session.nodes[0] }
        }),
      )
      const [left, right] = sides
      if (!left?.node || !right?.node) throw new Error('a capture makes no node')
      const comparison = compareNodes(
        { node: left.node, session: left.session },
        { node: right.node, session: right.session },
      )
      expect(ids(differing(comparison))).toEqual([])
      const same = comparison.facts.filter(({ kind, result }) => kind === 'configuration' && result === 'same')
      expect(same.length).toBeGreaterThan(60)
      // A setting of one experiment is no setting of the node.
      const algo = comparison.facts.find(({ term }) => term === 'NCCL_ALGO')
      expect(algo).toMatchObject({ result: 'not-comparable', because: { kind: 'no-counterpart', side: 'right' } })
    },
  )
})

describe('four changes in a copy', () => {
  const left = synthetic('gn-a07', 7)
  const right = synthetic('gn-a07', 7, {
    down: { 3: [9] },
    driver: '570.133.20',
    moved: { 5: 0 },
    environment: { NCCL_IB_GID_INDEX: '1' },
  })
  const comparison = compareNodes(left, right)

  it('are the four that are reported', () => {
    expect(ids(differing(comparison))).toEqual([
      'gpu:3/links.up',
      'nic:NIC5/nic.place',
      'driver',
      'settings:node:NCCL_IB_GID_INDEX',
    ])
  })

  it('say what they are, in both languages', () => {
    expect(differing(comparison).map((fact) => factName(fact, 'en'))).toEqual([
      'GPU3 NVLinks up',
      'NIC5 seen from the GPUs',
      'Driver',
      'NCCL_IB_GID_INDEX',
    ])
    expect(differing(comparison).map((fact) => [sideText(fact, 'left', 'en'), sideText(fact, 'right', 'en')])).toEqual([
      ['18/18', '17/18 (link 9)'],
      ['PIX GPU5, NODE GPU4 GPU6 GPU7, SYS GPU0-3', 'PIX GPU0, NODE GPU1-3, SYS GPU4-7'],
      ['580.159.04', '570.133.20'],
      ['3', '1'],
    ])
    expect(differing(comparison).map((fact) => differenceText(fact, 'en'))).toEqual([
      '+1 lane',
      'other place',
      'newer left',
      'other',
    ])
    expect(differing(comparison).map((fact) => factName(fact, 'zh'))[0]).toBe('GPU3 NVLink 已连通')
  })

  it('name the worse side, the lines of both and the finding', () => {
    const [lane, nic] = differing(comparison)
    expect(lane?.worse).toBe('right')
    expect(nic?.worse).toBeUndefined()
    expect(rules(lane?.findings.right ?? [], right)).toContain('nvlink-inactive')
    expect(lane?.findings.left).toEqual([])
    for (const fact of differing(comparison)) {
      expect(fact.left?.sources.length).toBeGreaterThan(0)
      expect(fact.right?.sources.length).toBeGreaterThan(0)
    }
    // The row of `topo -m` says the same lane again: it stands under it.
    expect(lane?.folds.map(({ id }) => id)).toEqual(expect.arrayContaining(['gpu:3/topology.gpus']))
  })

  it('leave findings of one side', () => {
    const found = findingsOfOneSide(left, right)
    expect(found.left).toEqual([])
    expect(found.right.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['nvlink-inactive', 'fabric-manager-version-mismatch']),
    )
  })
})

describe('parts that are not there', () => {
  it('a missing GPU is one difference, and everything of it follows', () => {
    const comparison = compareNodes(synthetic('gn-a07', 7), synthetic('gn-a08', 8, { gpus: 7 }))
    const [gone, ...others] = differing(comparison)
    expect(gone).toMatchObject({ id: 'gpu:7/present', result: 'only-left', worse: 'right' })
    expect(ids(others)).toEqual([])
    expect(gone?.folds.length).toBeGreaterThan(20)
  })

  it('what one side did not capture is no difference', () => {
    const { 'env.txt': _env, 'nvidia-smi-nvlink-s.txt': _links, ...files } = nodeFiles('gn-a08', 8)
    const comparison = compareNodes(synthetic('gn-a07', 7), analysed(files, 'gn-a08'))
    expect(ids(differing(comparison))).toEqual([])
    const lanes = comparison.facts.find(({ id }) => id === 'gpu:0/links.up')
    expect(lanes?.because).toEqual({ kind: 'not-captured', side: 'right', capture: 'nvidia-smi nvlink -s' })
    expect(comparison.facts.find(({ term }) => term === 'NCCL_IB_HCA')?.result).toBe('not-comparable')
  })

  it('a slower run is a measurement, no configuration', () => {
    const comparison = compareNodes(synthetic('gn-a07', 7), synthetic('gn-a08', 8, { peak: 421 }))
    expect(configurationDiffers(comparison)).toBe(false)
    const run = comparison.facts.find(({ name }) => name === 'run')
    expect(run).toMatchObject({ kind: 'measurement', result: 'changed', worse: 'right' })
    expect(run ? differenceText(run, 'en') : '').toBe('1.1')
  })
})

describe('pairs', () => {
  const { gpus, nics } = { gpus: [0, 1, 2, 3, 4, 5, 6, 7], nics: [0, 1, 2, 3, 4, 5, 6, 7] }
  it('are parts of the same number on machines of one kind', () => {
    const { alignment } = compareNodes(synthetic('gn-a07', 7), synthetic('gn-a08', 8))
    expect(alignment.gpusBy).toBe('index')
    expect([...alignment.gpus]).toEqual(gpus.map((i) => [`gpu:${i}`, `gpu:${i}`]))
    expect([...alignment.nics]).toEqual(nics.map((i) => [`nic:NIC${i}`, `nic:NIC${i}`]))
  })

  it('made by hand hold, and the part that was pushed out takes the other place', () => {
    const left = synthetic('gn-a07', 7, { down: { 2: [4] } })
    const right = synthetic('gn-a08', 8, { down: { 5: [4] } })
    expect(ids(differing(compareNodes(left, right)))).toEqual(['gpu:2/links.up', 'gpu:5/links.up'])
    const { alignment, ...comparison } = compareNodes(left, right, { hand: { gpus: { 'gpu:5': 'gpu:2' } } })
    expect(alignment.gpus.get('gpu:2')).toBe('gpu:5')
    expect(alignment.gpusBy).toBe('hand')
    const lanes = comparison.facts.find(({ id }) => id === 'gpu:2/links.up')
    expect(lanes).toMatchObject({
      result: 'same',
      left: { subject: { label: 'GPU2' } },
      right: { subject: { label: 'GPU5' } },
    })
  })

  it('GPUs whose indices run against their bus ids are paired by bus id', () => {
    const left = synthetic('gn-a07', 7)
    const reversed = left.node.gpus.map((gpu) => ({ ...gpu, index: 7 - (gpu.index ?? 0) }))
    const { alignment } = compareNodes(left, { ...left, node: { ...left.node, gpus: reversed } })
    expect(alignment.gpusBy).toBe('bus')
    expect(alignment.gpus.get('gpu:0')).toBe('gpu:7')
  })
})

describe('facts', () => {
  it('have a name in the texts', () => {
    const sheet = factSheet(synthetic('gn-a07', 7).node, synthetic('gn-a07', 7).session)
    const names = new Set([...sheet.facts.map(({ name }) => name), ...fieldUses.map(({ field }) => field)])
    const unnamed = [...names].filter((name) => name !== 'setting' && name !== 'run' && !isUiKey(`fact.${name}`))
    expect(unnamed).toEqual([])
  })

  it('name each field of a GPU once', () => {
    const fields = fieldUses.map(({ field }) => field)
    expect(new Set(fields).size).toBe(fields.length)
  })
})
