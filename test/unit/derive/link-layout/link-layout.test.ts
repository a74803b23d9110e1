import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignGraphs, deriveLinkGraph } from '../../../../shared/derive/link-graph'
import type { LinkGraph } from '../../../../shared/derive/link-graph'
import { layoutLinks, layoutPair, layoutToSvg, layoutWords } from '../../../../shared/derive/link-layout'
import type { CompareMarks, Density, LinkLayout } from '../../../../shared/derive/link-layout'
import { routeBrackets } from '../../../../shared/derive/link-layout/bracket'
import { edgesOf, nextBox } from '../../../../shared/derive/link-layout/neighbours'
import { darkPalette, lightPalette, paletteTokens } from '../../../../shared/derive/link-layout/palette'
import { bendPoint, bends } from '../../../../shared/derive/link-layout/segments'
import { cutMiddle, textWidth } from '../../../../shared/derive/link-layout/text-width'
import type { Finding } from '../../../../shared/model/finding'
import { node } from '../link-graph/machine-parts'
import { bridgedPairs, cubeMesh, guest, hgx, large, manyNics, plainCards } from '../link-graph/machines'
import { faults, gpuPlaces, outside } from './invariants'

const farNic: Finding = {
  id: 'nic-gpu-far:1',
  rule: 'nic-gpu-far',
  severity: 'warning',
  nodes: ['gn-a07'],
  evidence: [],
  data: {},
  folds: [],
  on: [
    { kind: 'gpu', id: 'gn-a07/gpu5', label: 'GPU5' },
    { kind: 'nic', id: 'gn-a07/NIC5', label: 'NIC5' },
  ],
}
const bad = (): LinkGraph => deriveLinkGraph(hgx({ dead: true, narrow: true, far: true }), { findings: [farNic] })
const label = (layout: LinkLayout, on: string): string | undefined => layout.labels.find((item) => item.on === on)?.text
const texts = (layout: LinkLayout): string[] => [
  ...layout.boxes.flatMap((box) => box.lines.map((line) => line.text)),
  ...layout.labels.map((item) => item.text),
  ...layout.bands.map((band) => band.text),
  ...layout.titles.map((title) => title.text),
]

describe('eight GPUs on NVSwitches', () => {
  it('has the size of the reference drawing in both densities', () => {
    expect([layoutLinks(bad()).width, layoutLinks(bad()).height]).toEqual([954, 576])
    const compact = layoutLinks(bad(), { density: 'compact' })
    expect([compact.width, compact.height]).toEqual([616, 301])
  })

  it('ends the line to each switch at the foot of its bar, with the count in the bar', () => {
    const layout = layoutLinks(bad())
    expect(layout.edges.find((edge) => edge.id === 'nvl:gpu:0>nvs:0')?.points).toEqual([
      { x: 143, y: 192 },
      { x: 143, y: 34 },
    ])
    expect(['nvl:gpu:0>nvs:0', 'nvl:gpu:3>nvs:1', 'nvl:gpu:3>nvs:2'].map((id) => label(layout, id))).toEqual([
      '5',
      '4',
      '2/4',
    ])
    expect(label(layout, 'pcie:gpu:6')).toBe('x8 of x16')
  })

  it('says common values once, and who differs', () => {
    const titles = layoutLinks(bad()).titles.map((title) => title.text)
    expect(titles).toEqual(
      expect.arrayContaining([
        '8 × H100 SXM',
        '18 × 26.562 GB/s',
        'but GPU3',
        'Gen5 x16',
        'but GPU6',
        '7 × 400G',
        'InfiniBand',
        '1 × 25G eth',
        '30/32',
      ]),
    )
  })

  it('draws the missing NIC as a slot with the way to the one that is left', () => {
    const layout = layoutLinks(bad())
    expect(layout.boxes.find((box) => box.id === 'ghost:gpu:5')).toMatchObject({ kind: 'ghost', x: 654, y: 356 })
    const route = layout.edges.find((edge) => edge.kind === 'relation')
    expect(route?.points.map((point) => point.x)).toEqual([694, 694, 532, 532, 502])
    expect(label(layout, route?.id ?? '')).toBe('SYS')
  })

  it('moves no GPU for any fault', () => {
    const healthy = gpuPlaces(layoutLinks(deriveLinkGraph(hgx())))
    expect(gpuPlaces(layoutLinks(bad()))).toEqual(healthy)
    expect(gpuPlaces(layoutLinks(deriveLinkGraph(hgx({ narrow: true }))))).toEqual(healthy)
  })

  it('takes a layer off without moving a box', () => {
    const all = layoutLinks(bad())
    const few = layoutLinks(bad(), { layers: ['pcie', 'nic'] })
    expect(few.edges.some((edge) => edge.layer === 'nvlink')).toBe(false)
    expect(gpuPlaces(few)).toEqual(gpuPlaces(all))
  })
})

describe('other machines', () => {
  const machines = {
    cube: cubeMesh(true),
    bridges: bridgedPairs(),
    guest: guest(),
    nics: manyNics(),
    plain: plainCards(),
    large: large(),
    hgx: hgx({ dead: true, far: true, narrow: true }),
    empty: node({ gpus: [] }),
  }
  for (const [name, machine] of Object.entries(machines)) {
    for (const density of ['full', 'compact'] as const satisfies readonly Density[]) {
      it(`keeps the rules: ${name}, ${density}`, () => {
        expect(faults(layoutLinks(deriveLinkGraph(machine), { density, errors: true }))).toEqual([])
      })
    }
  }

  it('needs four tracks for a full mesh of four and eight for the cube mesh', () => {
    const mesh = [0, 1, 2, 3].flatMap((left) =>
      [0, 1, 2, 3]
        .filter((right) => right > left)
        .map((right) => ({ id: `${String(left)}-${String(right)}`, left, right })),
    )
    expect(Math.max(...routeBrackets(mesh, 80).map((bracket) => bracket.track)) + 1).toBe(4)
    const tracks = new Set(
      layoutLinks(deriveLinkGraph(cubeMesh()))
        .edges.filter((edge) => edge.kind === 'pair')
        .map((edge) => edge.points[1]?.y),
    )
    expect(tracks.size).toBe(8)
  })

  it('labels every pair of the cube mesh, and the short one in a pill', () => {
    const layout = layoutLinks(deriveLinkGraph(cubeMesh(true)))
    expect(layout.labels.filter((item) => item.on.startsWith('pair:'))).toHaveLength(16)
    expect(layout.labels.find((item) => item.on === 'pair:gpu:0-gpu:3')).toMatchObject({
      text: '1/2',
      pill: 'degraded',
    })
  })

  it('writes no number for what is not in the capture', () => {
    expect(texts(layoutLinks(deriveLinkGraph(guest())))).toContain('far end not in capture')
    const silent = layoutLinks(deriveLinkGraph(manyNics()))
    expect(texts(silent)).toEqual(expect.arrayContaining(['NVLink not in capture', 'lanes ?']))
    expect(texts(silent).filter((text) => /^\d+\/\d+/.test(text))).toEqual([])
    expect(texts(layoutLinks(deriveLinkGraph(plainCards())))).toEqual(
      expect.arrayContaining(['No NVLink on this product', 'PCIe tree not in capture', 'not in capture']),
    )
    expect(texts(layoutLinks(deriveLinkGraph(node({ gpus: [] }))))).toContain('No GPU in capture')
  })

  it('stacks equal NICs that do not fit, and leaves the odd one out', () => {
    const layout = layoutLinks(deriveLinkGraph(large()))
    const stacks = layout.boxes.filter((box) => box.kind === 'stack')
    expect(stacks.find((box) => box.members[0] === 'nic:NIC0')?.lines.map((line) => line.text)).toEqual([
      'NIC0–3',
      '4 × 200G',
    ])
    expect(layout.boxes.find((box) => box.id === 'nic:NIC21')?.lines.map((line) => line.text)).toEqual([
      'NIC21',
      '100G',
    ])
    expect(stacks.flatMap((box) => box.members).length + 1).toBe(64)
    expect(layout.width).toBeLessThan(1250)
  })

  it('draws twelve switches as two bars', () => {
    const bars = layoutLinks(deriveLinkGraph(large())).boxes.filter((box) => box.kind === 'nvswitch')
    expect(bars.map((bar) => bar.members.length)).toEqual([6, 6])
  })
})

describe('two nodes side by side', () => {
  const left = bad()
  const right = alignGraphs(left, deriveLinkGraph(hgx({ name: 'gn-a08' })))
  const marks: { left: CompareMarks; right: CompareMarks } = {
    left: {
      differences: new Map([
        ['gpu:3', { number: 1, better: false }],
        ['pcie:gpu:6', { number: 2, better: false }],
      ]),
    },
    right: {
      differences: new Map([
        ['gpu:3', { number: 1, better: true }],
        ['pcie:gpu:6', { number: 2, better: true }],
      ]),
    },
  }
  const pair = layoutPair(left, right, { marks })

  it('gives the same part the same place', () => {
    expect(pair.common).toBe(true)
    expect(gpuPlaces(pair.left)).toEqual(gpuPlaces(pair.right))
    expect([pair.left.width, pair.left.height]).toEqual([pair.right.width, pair.right.height])
    expect([...faults(pair.left), ...faults(pair.right)]).toEqual([])
  })

  it('keeps equal things quiet, states on the worse side, the accent on the better one, one number on both', () => {
    expect(pair.left.boxes.find((box) => box.id === 'gpu:3')?.state).toBe('degraded')
    expect(pair.left.boxes.find((box) => box.id === 'gpu:0')?.state).toBe('same')
    expect(pair.right.edges.find((edge) => edge.id === 'pcie:gpu:6')?.state).toBe('accent')
    expect(pair.right.marks.filter((mark) => mark.kind === 'ring').map((mark) => mark.on)).toEqual(['gpu:3'])
    for (const side of [pair.left, pair.right])
      expect(side.marks.flatMap((mark) => (mark.kind === 'number' ? [mark.text] : [])).sort()).toEqual(['1', '2'])
  })

  it('draws machines of another kind each in its own way', () => {
    expect(layoutPair(left, deriveLinkGraph(guest())).common).toBe(false)
  })
})

describe('rings of NCCL', () => {
  const hops = [0, 1, 2, 3, 4, 5, 6, 7].map((from) => ({
    id: `hop:${String(from)}`,
    from: `gpu:${String(from)}`,
    to: `gpu:${String((from + 1) % 8)}`,
    degraded: from === 3,
    transport: from === 3 ? 'SHM' : 'P2P',
  }))
  const layout = layoutLinks(bad(), {
    layers: ['nvlink', 'pcie', 'nic', 'nccl'],
    hops: [{ id: 'r', label: 'channels 0-3', series: 1, hops }],
  })

  it('runs above the GPU row, the closing hop on the top track, with the slow hop named', () => {
    const drawn = layout.edges.filter((edge) => edge.kind === 'hop')
    expect(drawn).toHaveLength(8)
    expect(drawn.every((edge) => edge.arrow)).toBe(true)
    const height = (id: string): number => layout.edges.find((edge) => edge.id === id)?.points[1]?.y ?? 0
    expect(Math.min(...drawn.map((edge) => height(edge.id)))).toBe(height('hop:7'))
    expect(layout.edges.find((edge) => edge.id === 'hop:3')?.state).toBe('degraded')
    expect(label(layout, 'hop:3')).toBe('SHM')
  })
})

describe('NVLS', () => {
  const hops = [0, 1, 2, 3, 4, 5, 6, 7].map((gpu) => ({
    id: `hop:nvls:${String(gpu)}`,
    from: `gpu:${String(gpu)}`,
    fabric: true,
    degraded: false,
  }))
  const options = {
    layers: ['nvlink', 'pcie', 'nic', 'nccl'] as const,
    hops: [{ id: 'nvls', label: 'NVLS', series: 1 as const, hops }],
  }

  it('leads from each GPU up to a line below the bars of the switches', () => {
    const layout = layoutLinks(bad(), options)
    const drawn = layout.edges.filter((edge) => edge.kind === 'hop')
    expect(drawn.map(({ id }) => id)).toEqual([...hops.map(({ id }) => id), 'hop:bus:nvls'])
    const bus = drawn.at(-1)?.points
    const bars = layout.boxes.filter(({ kind }) => kind === 'nvswitch')
    expect(bars.length).toBeGreaterThan(0)
    expect(bus?.[0]?.y).toBeGreaterThan(Math.max(...bars.map(({ y, h }) => y + h)))
    expect(bus?.[0]?.y).toBeLessThan(Math.min(...layout.boxes.flatMap(({ kind, y }) => (kind === 'gpu' ? [y] : []))))
    expect(outside(layout)).toEqual([])
  })

  it('is not drawn where no switch is', () => {
    expect(layoutLinks(deriveLinkGraph(plainCards()), options).edges.filter(({ kind }) => kind === 'hop')).toEqual([])
  })
})

describe('hops to another node', () => {
  it('end below the picture with the name of the far end', () => {
    const hop = { id: 'hop:7', from: 'gpu:7', degraded: false, toHost: 'gn-a08', toGpu: 'GPU0' }
    const layout = layoutLinks(bad(), {
      layers: ['nvlink', 'pcie', 'nic', 'nccl'],
      hops: [{ id: 'r', label: 'channel 0', series: 1, hops: [hop] }],
    })
    expect(label(layout, 'hop:7')).toBe('to gn-a08 GPU0')
    expect(layout.height).toBe(600)
    expect(outside(layout)).toEqual([])
  })
})

describe('the drawing as SVG', () => {
  it('is one image with a sentence, text as text, and no markup from a capture', () => {
    const machine = hgx({ name: '<script>alert("x")</script> & co' })
    const svg = layoutToSvg(layoutLinks(deriveLinkGraph(machine)))
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="Links of &lt;script&gt;/)
    expect(svg).not.toContain('<script>')
    expect(svg).toContain('>GPU3</text>')
    expect(svg).not.toContain('var(--')
  })

  it('resolves tokens for light unless asked for dark', () => {
    const layout = layoutLinks(bad())
    expect(layoutToSvg(layout)).toContain(lightPalette.degraded)
    expect(layoutToSvg(layout, { theme: 'dark' })).toContain(darkPalette.degraded)
  })

  it('uses the colours of the design tokens', () => {
    const css = readFileSync(join(import.meta.dirname, '../../../../renderer/tokens.css'), 'utf8')
    for (const [name, token] of Object.entries(paletteTokens)) {
      const [, light, dark] = new RegExp(`${token}:\\s*light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css) ?? []
      const key = name as keyof typeof lightPalette
      expect([token, light, dark]).toEqual([token, lightPalette[key], darkPalette[key]])
    }
  })

  it('speaks Chinese where asked', () => {
    expect(texts(layoutLinks(deriveLinkGraph(guest()), { words: layoutWords('zh-CN') }))).toContain(
      '采集内容中没有对端',
    )
  })
})

describe('helpers', () => {
  it('gives cytoscape bends that lead back to the point', () => {
    const point = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) })
    fc.assert(
      fc.property(point, point, point, (s, p, t) => {
        fc.pre(s.x !== t.x || s.y !== t.y)
        const [bend] = bends([s, p, t])
        const back = bend ? bendPoint(s, t, bend) : { x: NaN, y: NaN }
        expect(back.x).toBeCloseTo(p.x, 6)
        expect(back.y).toBeCloseTo(p.y, 6)
      }),
    )
    // Down the screen, a bend to the left of the picture: positive.
    expect(
      bends([
        { x: 0, y: 0 },
        { x: -10, y: 5 },
        { x: 0, y: 10 },
      ]),
    ).toEqual([{ weight: 0.5, distance: 10 }])
  })

  it('fits the widest texts into their boxes with the widest font', () => {
    // A box of 80 px has 8 px before its text and at least 4 behind it; one of 56 px has 1 on both sides.
    for (const [text, room, size] of [
      ['18/18 lanes', 68, 10.5],
      ['GPU15', 44, 12],
      ['NIC63', 54, 12],
      ['x8 of x16', 78, 10.5],
    ] as const)
      expect(textWidth(text, size)).toBeLessThanOrEqual(room)
    expect(cutMiddle('ibp198s0f0', 7)).toBe('ibp1…f0')
  })

  it('walks from box to box by arrow keys and lists the edges of a box', () => {
    const layout = layoutLinks(bad())
    expect(nextBox(layout, undefined, 'right')?.id).toBe('gpu:0')
    expect(nextBox(layout, 'gpu:3', 'right')?.id).toBe('gpu:4')
    expect(nextBox(layout, 'gpu:3', 'up')?.id).toBe('nvs:3')
    expect(nextBox(layout, 'gpu:3', 'down')?.id).toBe('pcie:switch-gpu:2')
    expect(nextBox(layout, 'gpu:7', 'right')).toBeUndefined()
    expect(edgesOf(layout, 'gpu:3')).toHaveLength(5)
  })
})
