import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../../shared/model/finding'
import { alignGraphs, deriveLinkGraph, matrixText, matrixView, pathRate } from '../../../../shared/derive/link-graph'
import { gpuBus, matrix, node, switchBus } from './machine-parts'
import { bridgedPairs, cubeMesh, guest, hgx, manyNics, plainCards, switchedLanes } from './machines'

function finding(rule: string, on: Finding['on'], severity: Finding['severity'] = 'warning'): Finding {
  return { id: `${rule}:1`, rule, severity, nodes: ['gn-a07'], on, evidence: [], data: {}, folds: [] }
}

const farNic = finding('nic-gpu-far', [
  { kind: 'gpu', id: 'gn-a07/gpu5', label: 'GPU5' },
  { kind: 'nic', id: 'gn-a07/NIC5', label: 'NIC5' },
])

describe('NVSwitch machines', () => {
  const graph = deriveLinkGraph(hgx({ dead: true, narrow: true, far: true }), { findings: [farNic] })

  it('takes remotes that are no GPU as switches, ordered by bus id', () => {
    expect(graph.fabric).toBe('switches')
    expect(graph.switches.map((item) => [item.label, item.busId])).toEqual(
      [0, 1, 2, 3].map((i) => [`NVSwitch${String(i)}`, switchBus(i)]),
    )
    expect(graph.switches.map((item) => item.count.up)).toEqual([40, 32, 30, 40])
  })

  it('counts dead lanes against the product, and against nobody else', () => {
    expect(graph.gpus.map((gpu) => gpu.count.state)).toEqual([
      'good',
      'good',
      'good',
      'degraded',
      'good',
      'good',
      'good',
      'good',
    ])
    expect(graph.gpus[3]?.count).toEqual({ up: 16, due: 18, dueFrom: 'product', state: 'degraded' })
    expect(graph.gpus[3]?.lanes.filter((lane) => lane.state === 'dead').map((lane) => lane.index)).toEqual([11, 12])
  })

  it('infers the far end of lanes that print none where exactly one switch is short', () => {
    expect(graph.gpus[3]?.lanes[11]?.to).toEqual({ kind: 'switch', id: 'nvs:2', inferred: true })
    expect(graph.switchEdges.find((edge) => edge.gpu === 'gpu:3' && edge.switch === 'nvs:2')).toMatchObject({
      up: 2,
      due: 4,
      state: 'degraded',
      open: false,
    })
  })

  it('leaves the count open where two switches are short', () => {
    const gpus = [0, 1, 2, 3].map((index) => ({
      index,
      name: 'NVIDIA H100 80GB HBM3',
      links: switchedLanes(index === 1 ? [4, 8] : []),
    }))
    const open = deriveLinkGraph(node({ gpus }))
    const edges = open.switchEdges.filter((edge) => edge.gpu === 'gpu:1')
    expect(edges.map((edge) => [edge.switch, edge.open])).toEqual([
      ['nvs:0', true],
      ['nvs:1', true],
      ['nvs:2', false],
      ['nvs:3', false],
    ])
    expect(open.gpus[1]?.lanes[4]?.to).toEqual({ kind: 'unknown' })
  })

  it('rebuilds the PCIe tree from the matrix and says so', () => {
    expect(graph.tree).toBe('rebuilt')
    expect(
      graph.boxes.map((box) => [box.number, box.cpu, box.groups.map((group) => [group.kind, group.gpus, group.nics])]),
    ).toEqual([
      [
        0,
        'CPU0',
        [
          ['switch', ['gpu:0', 'gpu:1'], ['nic:NIC0', 'nic:NIC1']],
          ['switch', ['gpu:2', 'gpu:3'], ['nic:NIC2', 'nic:NIC3']],
        ],
      ],
      [
        1,
        'CPU1',
        [
          ['switch', ['gpu:4', 'gpu:5'], ['nic:NIC4']],
          ['switch', ['gpu:6', 'gpu:7'], ['nic:NIC6', 'nic:NIC7']],
        ],
      ],
    ])
    expect(graph.boxes[0]?.rootNics).toEqual(['nic:NIC5', 'nic:NIC8'])
  })

  it('marks the narrow slot, the missing NIC and the way to the one that is left', () => {
    expect(graph.gpus[6]?.pcie).toMatchObject({ width: 8, widthMax: 16, state: 'degraded' })
    expect(graph.ghosts).toMatchObject([{ gpu: 'gpu:5', shares: 'nic:NIC4' }])
    expect(graph.relations).toMatchObject([{ nic: 'nic:NIC5', token: 'SYS' }])
    expect(graph.nics.find((nic) => nic.id === 'nic:NIC8')?.role).toBe('other')
  })

  it('draws no ghost where neither platform nor rule means one NIC each', () => {
    const bare = hgx({ far: true })
    expect(deriveLinkGraph({ ...bare, system: undefined }).ghosts).toEqual([])
  })

  it('follows the rules: inactive lanes that they find right are not dead', () => {
    const outcomes = ['nvlink-inactive', 'nvlink-all-inactive'].map((rule) => ({
      rule,
      node: 'gn-a07',
      outcome: 'not-applicable' as const,
    }))
    const quiet = deriveLinkGraph(hgx({ dead: true }), { outcomes })
    expect(quiet.gpus[3]?.count.state).toBe('plain')
    expect(quiet.gpus[3]?.lanes.filter((lane) => lane.state === 'dead')).toEqual([])
  })
})

describe('direct pairs', () => {
  it('joins the lanes of a cube mesh into pairs and infers the pair that lost one', () => {
    const graph = deriveLinkGraph(cubeMesh(true))
    expect(graph.fabric).toBe('pairs')
    expect(graph.pairs).toHaveLength(16)
    expect(graph.pairs.find((pair) => pair.id === 'pair:gpu:0-gpu:3')).toMatchObject({
      up: 1,
      due: 2,
      state: 'degraded',
    })
    expect(graph.pairs.filter((pair) => pair.state !== 'good')).toHaveLength(1)
    expect(graph.switches).toEqual([])
  })

  it('takes 12 of 18 lanes of a bridged card as complete', () => {
    const graph = deriveLinkGraph(bridgedPairs())
    expect(graph.pairs.map((pair) => [pair.a, pair.b, pair.up, pair.state])).toEqual([
      ['gpu:0', 'gpu:1', 12, 'good'],
      ['gpu:2', 'gpu:3', 12, 'good'],
    ])
    expect(graph.gpus.map((gpu) => gpu.count)).toEqual(
      Array.from({ length: 4 }, () => ({ up: 12, due: 12, dueFrom: 'product', state: 'good' })),
    )
    expect(graph.gpus[0]?.lanes.filter((lane) => lane.said === 'inactive').map((lane) => lane.state)).toEqual(
      Array.from({ length: 6 }, () => 'plain'),
    )
  })

  it('does not take a GPU that this capture does not list for a switch', () => {
    const links = [0, 1].map((index) => ({ index, to: gpuBus(7) }))
    const graph = deriveLinkGraph(node({ gpus: [{ index: 0, name: 'Tesla V100-SXM2-32GB', links }] }))
    expect(graph.switches).toEqual([])
    expect(graph.gpus[0]?.lanes.map((lane) => lane.to.kind)).toEqual(['unknown', 'unknown'])
  })
})

describe('what a capture does not show', () => {
  it('keeps lanes of a guest with their far ends unknown', () => {
    const graph = deriveLinkGraph(guest())
    expect(graph.fabric).toBe('hidden')
    expect(graph.tree).toBe('unknown')
    expect(graph.boxes[0]?.groups.map((group) => group.kind)).toEqual(['unknown'])
  })

  it('tells a product without NVLink from lanes that nobody captured', () => {
    const none = deriveLinkGraph(plainCards())
    expect([none.fabric, none.nicSource, none.gpus[0]?.withoutNvlink]).toEqual(['none', 'unknown', true])
    const silent = deriveLinkGraph(manyNics())
    expect(silent.fabric).toBe('unknown')
    expect(silent.gpus.map((gpu) => gpu.count)).toEqual(
      Array.from({ length: 4 }, () => ({ up: undefined, due: undefined, dueFrom: undefined, state: 'unknown' })),
    )
  })

  it('compares an unknown product with its siblings, and says nothing where two disagree', () => {
    const lanes = (count: number) => Array.from({ length: count }, (_, index) => ({ index, to: 'hidden' }))
    const odd = deriveLinkGraph(
      node({
        gpus: [8, 8, 6, 8].map((count, index) => ({ index, name: 'NVIDIA Graphics Device', links: lanes(count) })),
      }),
    )
    expect(odd.gpus.map((gpu) => [gpu.count.due, gpu.count.dueFrom, gpu.count.state])).toEqual([
      [8, 'siblings', 'good'],
      [8, 'siblings', 'good'],
      [8, 'siblings', 'degraded'],
      [8, 'siblings', 'good'],
    ])
    const two = deriveLinkGraph(
      node({ gpus: [8, 6].map((count, index) => ({ index, name: 'NVIDIA Graphics Device', links: lanes(count) })) }),
    )
    expect(two.gpus.map((gpu) => [gpu.count.due, gpu.count.state])).toEqual([
      [undefined, 'plain'],
      [undefined, 'plain'],
    ])
  })

  it('gives a NIC without any distance its own place', () => {
    const graph = deriveLinkGraph(node({ gpus: [{ index: 0 }], nics: [{ name: 'NIC0' }] }))
    expect(graph.unplaced).toEqual(['nic:NIC0'])
  })
})

describe('contradictory matrices', () => {
  const topology = matrix(
    `
    GPU0 GPU1 NIC0 NIC1
    GPU0 X NODE PIX PIX
    GPU1 NODE X PIX NODE
    NIC0 PIX PIX X PIX
    NIC1 PIX NODE PIX X`,
    { GPU0: '0', GPU1: '0' },
  )
  const graph = deriveLinkGraph(
    node({ gpus: [{ index: 0 }, { index: 1 }], nics: [{ name: 'NIC0' }, { name: 'NIC1' }], topology }),
  )

  it('keeps the tightest classes without contradiction and lists the cells that do not fit', () => {
    expect(graph.boxes[0]?.groups.map((group) => [group.kind, group.gpus, group.nics])).toEqual([
      ['switch', ['gpu:0'], ['nic:NIC0', 'nic:NIC1']],
      ['root', ['gpu:1'], []],
    ])
    expect(graph.disagreements.map((item) => [item.row, item.column, item.token])).toEqual([['GPU1', 'NIC0', 'PIX']])
    expect(graph.boxes[0]?.groups[0]?.disagreements).toBe(1)
  })
})

describe('PXB', () => {
  it('makes one switch of level PXB where no leaf holds a GPU and a NIC', () => {
    const topology = matrix(
      `
      GPU0 GPU1 NIC0 NIC1
      GPU0 X NV12 PXB PXB
      GPU1 NV12 X PXB PXB
      NIC0 PXB PXB X PIX
      NIC1 PXB PXB PIX X`,
      { GPU0: '3', GPU1: '3' },
    )
    const graph = deriveLinkGraph(
      node({ gpus: [{ index: 0 }, { index: 1 }], nics: [{ name: 'NIC0' }, { name: 'NIC1' }], topology }),
    )
    expect(graph.boxes[0]?.number).toBe(3)
    expect(
      graph.boxes[0]?.groups.map((group) => [group.kind, group.level, group.gpus.length, group.nics.length]),
    ).toEqual([['switch', 'PXB', 2, 2]])
  })

  it('draws an upper switch where it joins leaf switches', () => {
    const topology = matrix(
      `
      GPU0 GPU1 NIC0 NIC1
      GPU0 X PXB PIX PXB
      GPU1 PXB X PXB PIX
      NIC0 PIX PXB X PXB
      NIC1 PXB PIX PXB X`,
      { GPU0: '0', GPU1: '0' },
    )
    const graph = deriveLinkGraph(
      node({ gpus: [{ index: 0 }, { index: 1 }], nics: [{ name: 'NIC0' }, { name: 'NIC1' }], topology }),
    )
    expect(graph.boxes[0]?.groups.map((group) => group.level)).toEqual(['PIX', 'PIX'])
    expect(graph.boxes[0]?.uppers.map((upper) => upper.groups.length)).toEqual([2])
  })
})

describe('the matrix form', () => {
  const machine = hgx({ dead: true })
  const graph = deriveLinkGraph(machine)
  const view = matrixView(machine, graph)

  it('marks the row of the GPU with dead lanes, keeps both directions and rates the path', () => {
    const cell = view?.cells[3]?.[5]
    expect(cell).toMatchObject({ text: 'NV16', kind: 'nv', state: 'degraded', asymmetric: true })
    expect(view?.cells[5]?.[3]).toMatchObject({ text: 'NV18', state: 'good', asymmetric: true })
    expect(cell && view ? pathRate(machine, graph, cell, view.devices) : undefined).toEqual({
      value: 400,
      count: 16,
      each: 25,
      of: 'nvlink',
    })
  })

  it('copies as the text of the command', () => {
    const text = view ? matrixText(view) : ''
    expect(text.split('\n')[4]?.split('\t').slice(0, 5)).toEqual(['GPU3', 'NV16', 'NV16', 'NV16', 'X'])
  })
})

describe('comparing', () => {
  it('pairs NICs by device, so that one id means one slot in both drawings', () => {
    const left = deriveLinkGraph(
      node({
        gpus: [{ index: 0 }],
        nics: [
          { name: 'NIC0', device: 'mlx5_0' },
          { name: 'NIC1', device: 'mlx5_1' },
        ],
      }),
    )
    const right = deriveLinkGraph(
      node({
        gpus: [{ index: 0 }],
        nics: [
          { name: 'NIC0', device: 'mlx5_1' },
          { name: 'NIC1', device: 'mlx5_7' },
        ],
      }),
    )
    expect(alignGraphs(left, right).nics.map((nic) => [nic.device, nic.id])).toEqual([
      ['mlx5_1', 'nic:NIC1'],
      ['mlx5_7', "nic:NIC1'"],
    ])
    expect(alignGraphs(left, left)).toBe(left)
  })
})
