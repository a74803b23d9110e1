import { describe, expect, it } from 'vitest'
import { analyse } from '@shared/pipeline/analyse'
import { culpritText, fleetOf, pairMaps, type Fleet } from '@shared/derive/fleet'
import { fleetChanges, nodeFiles, nodeName, oddities } from '../../../../scripts/fleet-node.mjs'
import { run } from '../../../builders/run'
import { session as built } from '../../../builders/session'
import { readText } from '../../../support/reading'

function fleet(count: number): { readonly fleet: Fleet; readonly planted: readonly string[] } {
  const changes = fleetChanges(count)
  const readings = Array.from({ length: count }, (_, i) => nodeName(i)).flatMap((name, i) =>
    Object.entries(nodeFiles(name, i, changes.get(i) ?? {})).map(([file, text]) =>
      readText(text, `${name}/${file}`, [name]),
    ),
  )
  return { fleet: fleetOf(analyse(readings)), planted: [...changes.keys()].map(nodeName) }
}

describe('a fleet of 40 with seven oddities', () => {
  const { fleet: found, planted } = fleet(40)

  it('has those seven odd nodes and no other', () => {
    expect(planted).toHaveLength(oddities.length)
    const odd = found.rows.filter((row) => row.odd.length + row.outliers.length > 0).map(({ name }) => name)
    expect([...odd].sort()).toEqual([...planted].sort())
    expect(found).toMatchObject({ nodes: 40, alike: 33, odd: 7, hardly: 0 })
    // Odd ones first.
    expect(found.rows.slice(0, 7).every((row) => planted.includes(row.name))).toBe(true)
  })

  it('says for each what is odd, and what most nodes show', () => {
    const of = (i: number) => found.rows.find(({ name }) => name === planted[i])
    const odd = (i: number) =>
      of(i)?.odd.map(({ key, fact, majority, count, said }) => [key, fact?.value, majority, count, said])
    expect(odd(0)).toEqual([['gpu:3/links.up', '16/18 (link 9, 11)', '18/18', 39, 40]])
    expect(odd(1)).toEqual([
      ['driver', '570.133.20', '580.159.04', 39, 40],
      ['fabricManager', '570.133.20', '580.159.04', 39, 40],
    ])
    expect(odd(2)?.map(([key]) => key)).toEqual(['nic:NIC5/nic.place'])
    expect(odd(3)).toEqual([['settings:node:NCCL_IB_GID_INDEX', '1', '3', 39, 40]])
    expect(odd(4)?.map(([key]) => key)).toEqual(['nic:NIC2/nic.state'])
    expect(odd(5)).toEqual([['gpu:6/pcie.width.current', 'x8', 'x16', 39, 40]])
    expect(odd(6)).toEqual([])
    expect(of(6)?.outliers).toMatchObject([
      { measure: 'run:all_reduce, 8 ranks', side: 'low', sample: 40, unit: 'GB/s' },
    ])
  })

  it('shows columns that differ, with the majority and how many nodes show it', () => {
    const differing = found.columns.filter(({ differs }) => differs).map(({ id }) => id)
    expect(differing).toEqual(
      expect.arrayContaining(['links.up', 'driver', 'fabricManager', 'nic.place', 'nic.state', 'pcie.width.current']),
    )
    expect(found.columns.find(({ id }) => id === 'driver')).toMatchObject({
      majority: '580.159.04',
      like: 39,
      said: 40,
    })
    expect(found.columns.find(({ id }) => id === 'vbios')).toMatchObject({ differs: false, like: 40 })
  })
})

describe('absence in a fleet', () => {
  const nodes = (changes: readonly Parameters<typeof nodeFiles>[2][]) =>
    fleetOf(
      analyse(
        changes.flatMap((change, i) =>
          Object.entries(nodeFiles(nodeName(i), i, change)).map(([file, text]) =>
            readText(text, `${nodeName(i)}/${file}`, [nodeName(i)]),
          ),
        ),
      ),
    )

  it('a missing GPU is one odd fact, and a variable that one node has alone is another', () => {
    const found = nodes([{}, {}, {}, {}, { gpus: 7 }, { environment: { NCCL_ALGO: 'Ring' } }])
    expect(found.rows.slice(0, 2).map(({ name, odd }) => [name, odd.map(({ key }) => key)])).toEqual([
      [nodeName(4), ['gpu:7/present']],
      [nodeName(5), ['settings:node:NCCL_ALGO']],
    ])
  })

  it('two nodes have no majority', () => {
    // Neither is odd, and neither is like the usual node: there is none.
    expect(nodes([{}, { driver: '570.133.20' }])).toMatchObject({ odd: 0, alike: 0 })
  })

  it('three that each show another value are told to have none', () => {
    const found = nodes([{}, { driver: '570.133.20' }, { driver: '575.57.08' }])
    expect(found.odd).toBe(0)
    expect(found.columns.filter(({ undecided }) => undecided).map(({ id }) => id)).toEqual(['driver'])
  })

  it('two halves are a grouping, not odd nodes', () => {
    const old = { driver: '570.133.20', fabricManager: '570.133.20' }
    const found = nodes([old, old, old, {}, {}, {}])
    expect(found.odd).toBe(0)
    const versions = found.groupings.find(({ columns }) => columns.includes('driver'))
    expect(versions?.columns).toEqual(['driver', 'fabricManager'])
    expect(versions?.groups.map(({ values, nodes: members }) => [values[0], members.length])).toEqual([
      ['570.133.20', 3],
      ['580.159.04', 3],
    ])
  })
})

describe('a fleet of two products', () => {
  const found = fleetOf(
    analyse(
      Array.from({ length: 8 }, (_, i) => i).flatMap((i) => {
        const small = i >= 5
        // One of each product has another power limit; the three of the second product are usual among themselves.
        const change = small ? { powerLimit: i === 7 ? 350 : 400 } : i === 0 ? { powerLimit: 650 } : {}
        return Object.entries(nodeFiles(nodeName(i), i, change)).map(([file, text]) =>
          readText(
            small ? text.replaceAll('NVIDIA H100 80GB HBM3', 'NVIDIA A100-SXM4-80GB') : text,
            `${nodeName(i)}/${file}`,
            [nodeName(i)],
          ),
        )
      }),
    ),
  )
  const oddIn = (i: number) => found.rows.find(({ name }) => name === nodeName(i))?.odd.map(({ key }) => key) ?? []

  it('judges what a GPU shows among those of its product', () => {
    expect(oddIn(0)).toContain('gpu:0/power.limit')
    expect(oddIn(7)).toContain('gpu:0/power.limit')
    expect(oddIn(1)).toEqual([])
    // The smaller product differs from the majority in being one, and in nothing that follows from it.
    expect(oddIn(5)).toEqual(['gpu:0/gpu.name'])
  })
})

describe('pairs of nodes', () => {
  const names = ['n1', 'n2', 'n3', 'n4', 'n5']
  const all = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const))

  it('point at the node that is slow with everybody', () => {
    const runs = all.map(([a, b]) => run(`${a}-${b}`, [a, b], { peak: a === 'n3' || b === 'n3' ? 120 : 190 }))
    const [map] = pairMaps(built({ runs }).runs)
    expect(map?.culprits).toMatchObject([{ node: 'n3', pairs: 4, others: 6, proven: true }])
    expect(map?.values[0]?.[0]).toBeNull()
  })

  it('or that fails with everybody', () => {
    const runs = all.map(([a, b]) =>
      a === 'n2' || b === 'n2'
        ? run(`${a}-${b}`, [a, b], { rows: [], peakBusBandwidth: undefined })
        : run(`${a}-${b}`, [a, b], { peak: 190 }),
    )
    const [map] = pairMaps(runs)
    expect(map?.culprits).toMatchObject([{ node: 'n2', failed: 4 }])
    expect(map?.failed.size).toBe(4)
  })

  it('with a doubt where its partners were measured only with it', () => {
    const runs = [
      run('a', ['n1', 'n2'], { peak: 24 }),
      run('b', ['n1', 'n3'], { peak: 24 }),
      run('c', ['n8', 'n9'], { peak: 190 }),
    ]
    expect(pairMaps(runs)[0]?.culprits).toMatchObject([{ node: 'n1', proven: false }])
  })

  it('and counts only the slow ones of its pairs then', () => {
    const peaks: Readonly<Record<string, number>> = { n2: 24, n3: 24, n4: 24, n5: 188 }
    const runs = [
      ...Object.entries(peaks).map(([other, peak]) => run(`n1-${other}`, ['n1', other], { peak })),
      run('apart', ['n8', 'n9'], { peak: 190 }),
    ]
    const [culprit] = pairMaps(runs)[0]?.culprits ?? []
    expect(culprit).toMatchObject({ node: 'n1', pairs: 4, bad: 3, proven: false })
    expect(culprit && culpritText(culprit, 'n1', 'en')).toContain('3 of its 4 pairs are slow')
  })

  it('and at nobody when one pair is slow, or all are', () => {
    const one = all.map(([a, b]) => run(`${a}-${b}`, [a, b], { peak: a === 'n1' && b === 'n2' ? 120 : 190 }))
    expect(pairMaps(one)[0]?.culprits).toEqual([])
    const every = all.map(([a, b]) => run(`${a}-${b}`, [a, b], { peak: 120 }))
    expect(pairMaps(every)[0]?.culprits).toEqual([])
  })
})
