import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveLinkGraph, directView } from '@shared/derive/link-graph'
import { findParts, isolate, layoutLinks, moveBoxes, moveTo, neighboursOf, showParts } from '@shared/derive/link-layout'
import type { LinkLayout } from '@shared/derive/link-layout'
import { matrix, node } from '../link-graph/machine-parts'
import { cubeMesh, hgx, manyNics } from '../link-graph/machines'
import { allNumbers, faults, overlappingBoxes } from './invariants'

const graph = deriveLinkGraph(hgx({ dead: true, narrow: true, far: true }))
const layout = layoutLinks(graph)
const box = (drawing: LinkLayout, id: string) => {
  const found = drawing.boxes.find((item) => item.id === id)
  if (!found) throw new Error(`no box ${id}`)
  return found
}

describe('boxes that a user moved', () => {
  it('go on the grid, take text, icons and lanes along, and leave all others', () => {
    const move = moveTo(box(layout, 'gpu:3'), 21, 38)
    expect(move).toEqual([20, 40])
    const moved = moveBoxes(layout, { 'gpu:3': [20, 40] })
    expect(box(moved, 'gpu:3').x - box(layout, 'gpu:3').x).toBe(20)
    expect(box(moved, 'gpu:3').lines[0]?.y).toBe((box(layout, 'gpu:3').lines[0]?.y ?? 0) + 40)
    const ticks = (drawing: LinkLayout) => drawing.marks.filter((mark) => mark.on === 'gpu:3' && mark.kind === 'tick')
    expect(ticks(moved).map((mark) => mark.x)).toEqual(ticks(layout).map((mark) => mark.x + 20))
    expect(moved.boxes.filter((item) => item.id !== 'gpu:3' && item.kind !== 'numa')).toEqual(
      layout.boxes.filter((item) => item.id !== 'gpu:3' && item.kind !== 'numa'),
    )
  })

  it('never leave the picture to the left or above, and are forgotten where they began', () => {
    const home = box(layout, 'gpu:0')
    const far = moveTo(home, -5000, -5000)
    expect(home.x + (far?.[0] ?? 0)).toBeGreaterThanOrEqual(0)
    expect(home.y + (far?.[1] ?? 0)).toBeGreaterThanOrEqual(0)
    expect(moveTo(home, 1, -1)).toBeUndefined()
    expect(moveBoxes(layout, {})).toBe(layout)
    expect(moveBoxes(layout, { 'gpu:99': [8, 8] })).toBe(layout)
  })

  it('keep every line horizontal or vertical, at its boxes, and all of it finite', () => {
    const ids = layout.boxes.filter((item) => item.kind !== 'numa').map((item) => item.id)
    const step = fc.integer({ min: -40, max: 100 }).map((n) => n * 4)
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...ids), fc.tuple(step, step)), (moves) => {
        const kept = Object.fromEntries(
          Object.entries(moves).flatMap(([id, [dx, dy]]) => {
            const move = moveTo(box(layout, id), dx, dy)
            return move ? [[id, move] as const] : []
          }),
        )
        const moved = moveBoxes(layout, kept)
        for (const edge of moved.edges)
          edge.points.slice(1).forEach((point, i) => {
            const before = edge.points[i]
            expect(before && (before.x === point.x || before.y === point.y), edge.id).toBe(true)
          })
        expect(allNumbers(moved).every(Number.isFinite)).toBe(true)
        for (const item of moved.boxes) {
          expect(item.x + item.w).toBeLessThanOrEqual(moved.width)
          expect(item.y + item.h).toBeLessThanOrEqual(moved.height)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('stay inside the box of their NUMA node, which grows', () => {
    const moved = moveBoxes(layout, { 'nic:NIC8': [0, 200] })
    const inside = box(moved, 'nic:NIC8')
    const numa = box(moved, 'numa:0')
    expect(inside.y + inside.h).toBeLessThanOrEqual(numa.y + numa.h)
    expect(box(moved, 'numa:1')).toEqual(box(layout, 'numa:1'))
  })
})

describe('parts that a user hides, isolates and pins', () => {
  it('take their lines, labels and marks with them', () => {
    const shown = showParts(layout, new Set(['gpu:3']))
    expect(shown.boxes.some((item) => item.id === 'gpu:3')).toBe(false)
    const about = (drawing: LinkLayout) => [
      ...drawing.edges.map((edge) => `${edge.from} ${edge.to} `),
      ...[...drawing.labels, ...drawing.marks].map((item) => `${item.on} `),
    ]
    expect(about(layout).filter((text) => text.includes('gpu:3')).length).toBeGreaterThan(20)
    expect(about(shown).filter((text) => /gpu:3[ >]/.test(text))).toEqual([])
    expect(box(shown, 'gpu:4')).toEqual(box(layout, 'gpu:4'))
  })

  it('isolates a part, brings its neighbours back, and keeps what is pinned', () => {
    const hidden = isolate(layout, 'gpu:3', new Set(['gpu:7']))
    const shown = showParts(layout, hidden, new Set(['gpu:7']))
    expect(shown.boxes.filter((item) => item.kind !== 'numa').map((item) => item.id)).toEqual(['gpu:3', 'gpu:7'])
    expect(shown.marks.some((mark) => mark.kind === 'ring' && mark.on === 'gpu:7')).toBe(true)
    expect(shown.edges).toEqual([])
    const near = neighboursOf(layout, 'gpu:3')
    expect([...near].filter((id) => id.startsWith('nvs:')).length).toBe(4)
    const more = showParts(layout, new Set([...hidden].filter((id) => !near.has(id))))
    expect(more.edges.filter((edge) => edge.from === 'gpu:3')).toHaveLength(5)
    expect(more.edges.filter((edge) => edge.from === 'gpu:7')).toHaveLength(4)
    expect(more.edges).toHaveLength(9)
  })
})

describe('search in the drawing', () => {
  it('finds parts by label, device, bus id and UUID, in the order of reading', () => {
    expect(findParts(graph, layout, ' gpu3 ')[0]).toBe('gpu:3')
    expect(findParts(graph, layout, 'mlx5_4')).toContain('nic:NIC4')
    expect(findParts(graph, layout, graph.gpus[5]?.busId ?? '-')).toContain('gpu:5')
    expect(findParts(graph, layout, '')).toEqual([])
    expect(findParts(graph, layout, 'nothing of the kind')).toEqual([])
  })

  it('finds the stack of a NIC that is not drawn alone', () => {
    const many = deriveLinkGraph(manyNics())
    const drawing = layoutLinks(many)
    const stack = drawing.boxes.find((item) => item.kind === 'stack')
    const member = many.nics.find((nic) => nic.id === stack?.members[1])
    expect(findParts(many, drawing, member?.label ?? '-')).toContain(stack?.id)
  })
})

describe('a stack that is opened', () => {
  const many = deriveLinkGraph(manyNics())
  const closed = layoutLinks(many)
  const stacks = closed.boxes.filter((item) => item.kind === 'stack')

  it.each(stacks.map((item) => item.id))('shows the members of %s, 18 px each, and moves only what is below', (id) => {
    const open = layoutLinks(many, { expanded: [id] })
    const stack = box(open, id)
    expect(stack.members.map((member) => box(open, member).y - stack.y - stack.h)).toEqual(
      stack.members.map((_, i) => i * 18),
    )
    for (const item of closed.boxes) {
      const now = box(open, item.id)
      expect([now.x, now.w]).toEqual([item.x, item.w])
      if (item.kind !== 'numa') expect(now.y - item.y).toBe(item.y <= stack.y ? 0 : stack.members.length * 18)
    }
    expect(overlappingBoxes(open)).toEqual([])
    expect(faults(open)).toEqual([])
  })
})

describe('host bridges', () => {
  const cards = (across: string) =>
    deriveLinkGraph(
      node({
        topology: matrix(
          `GPU0 GPU1 GPU2 GPU3
           GPU0 X PHB ${across} ${across}
           GPU1 PHB X ${across} ${across}
           GPU2 ${across} ${across} X PHB
           GPU3 ${across} ${across} PHB X`,
          { GPU0: '0', GPU1: '0', GPU2: '0', GPU3: '0' },
        ),
        gpus: [0, 1, 2, 3].map((index) => ({ index, name: 'NVIDIA L40S' })),
      }),
    )
  it('are parted in the CPU bar where PHB and NODE tell them apart, and nowhere else', () => {
    const marks = (across: string) =>
      layoutLinks(cards(across)).marks.flatMap((mark) => (mark.kind === 'divider' ? [mark] : []))
    expect(marks('NODE').map((mark) => mark.on)).toEqual(['cpu:numa:0'])
    expect(marks('PHB')).toEqual([])
    expect(layout.marks.filter((mark) => mark.kind === 'divider' && mark.id.startsWith('bridge'))).toEqual([])
  })
})

describe('network ports', () => {
  it('are drawn below their NICs, dead where down, unknown where nobody asked, and move no column', () => {
    const states = ['ACTIVE', 'DOWN', undefined]
    const nics = graph.nics.slice(0, 3).map((nic, i) => ({
      ...nic,
      portState: states[i],
      port: (['good', 'dead', 'unknown'] as const)[i] ?? 'unknown',
    }))
    const with3 = { ...graph, nics: [...nics, ...graph.nics.slice(3)] }
    const drawn = layoutLinks(with3, { layers: ['nvlink', 'pcie', 'nic', 'port'] })
    expect(nics.map((nic) => drawn.edges.find((edge) => edge.id === `port:${nic.id}`)?.state)).toEqual([
      'good',
      'dead',
      'unknown',
    ])
    expect(drawn.labels.find((label) => label.on === `port:${nics[1]?.id ?? ''}`)).toMatchObject({
      text: 'down',
      pill: 'dead',
    })
    expect(drawn.boxes.map((item) => item.x)).toEqual(layoutLinks(with3).boxes.map((item) => item.x))
    expect(faults(drawn)).toEqual([])
    expect(layout.edges.some((edge) => edge.kind === 'port')).toBe(false)
  })
})

describe('far NICs beyond four', () => {
  const many = {
    ...graph,
    ghosts: [0, 1, 2, 3, 4].map((i) => ({ id: `ghost:gpu:${String(i)}`, gpu: `gpu:${String(i)}`, findings: [] })),
    nics: graph.nics.filter((nic) => nic.place === 'root'),
    relations: [0, 1, 2, 3, 4].map((i) => ({
      id: `far:gpu:${String(i)}>x`,
      ghost: `ghost:gpu:${String(i)}`,
      nic: graph.boxes.flatMap((item) => item.rootNics)[0] ?? '',
      token: 'SYS',
      sources: [],
    })),
  }
  it('have a route only while one of their ends is chosen', () => {
    const routes = (route?: string) =>
      layoutLinks(many, { route })
        .edges.filter((edge) => edge.kind === 'relation')
        .map((edge) => edge.from)
    expect(routes()).toEqual([])
    expect(routes('gpu:2')).toEqual(['ghost:gpu:2'])
    expect(routes('ghost:gpu:4')).toEqual(['ghost:gpu:4'])
  })
})

describe('a switched fabric pair by pair', () => {
  it('has a bracket per pair with the lanes that both have up, and says so', () => {
    const direct = directView(graph)
    expect(direct.pairs).toHaveLength(28)
    expect(direct.pairs.every((pair) => pair.from === 'switches')).toBe(true)
    expect(direct.pairs.filter((pair) => pair.up === 16).map((pair) => [pair.a, pair.b].includes('gpu:3'))).toEqual(
      Array.from({ length: 7 }, () => true),
    )
    const drawing = layoutLinks(direct)
    expect(drawing.edges.filter((edge) => edge.kind === 'pair')).toHaveLength(28)
    expect(faults(drawing)).toEqual([])
  })

  it('leaves other fabrics alone', () => {
    const mesh = deriveLinkGraph(cubeMesh())
    expect(directView(mesh)).toBe(mesh)
  })
})
