import { describe, expect, it } from 'vitest'
import { compareNodes, drawComparison, overlaid } from '@shared/derive/compare'
import type { LinkLayout } from '@shared/derive/link-layout'
import { synthetic } from '../../../support/analysed'

const left = synthetic('gn-a07', 7, { down: { 3: [9] }, moved: { 5: 0 }, width: { 6: 8 }, driver: '570.133.20' })
const right = synthetic('gn-a08', 8)
const comparison = compareNodes(left, right)
const drawing = drawComparison(left, right, comparison, { density: 'compact' })

/** Number -> the part that carries it. */
const numbers = (layout: LinkLayout): readonly (readonly [string, string])[] =>
  layout.marks.flatMap((mark) => (mark.kind === 'number' ? [[mark.text, mark.on] as const] : []))
const stateOf = (layout: LinkLayout, id: string): string | undefined =>
  layout.boxes.find((box) => box.id === id)?.state ?? layout.edges.find((edge) => edge.id === id)?.state

describe('two drawings on one skeleton', () => {
  it('carry the numbers of the table at the same parts', () => {
    expect([...drawing.numbers]).toEqual([
      ['gpu:3/links.up', 1],
      ['gpu:6/pcie.width.current', 2],
      ['nic:NIC5/nic.place', 3],
    ])
    expect(numbers(drawing.right)).toEqual([
      ['1', 'gpu:3'],
      ['2', 'pcie:gpu:6'],
      ['3', 'nic:NIC5'],
    ])
    expect(new Set(numbers(drawing.left).map(([text]) => text))).toEqual(new Set(['1', '2', '3']))
    expect(drawing.factOf.get('gpu:3')).toBe('gpu:3/links.up')
  })

  it('draw equal parts quiet, the worse side in its state and the other with an accent', () => {
    expect(stateOf(drawing.left, 'gpu:0')).toBe('same')
    expect(stateOf(drawing.left, 'gpu:3')).toBe('degraded')
    expect(stateOf(drawing.right, 'gpu:3')).toBe('same')
    expect(drawing.right.marks.some((mark) => mark.kind === 'ring' && mark.on === 'gpu:3')).toBe(true)
    expect(stateOf(drawing.left, 'pcie:gpu:6')).toBe('degraded')
    expect(stateOf(drawing.right, 'pcie:gpu:6')).toBe('accent')
  })

  it('hold every GPU at one place', () => {
    expect(drawing.common).toBe(true)
    const places = (layout: LinkLayout): readonly unknown[] =>
      layout.boxes.filter(({ kind }) => kind === 'gpu').map(({ id, x, y }) => [id, x, y])
    expect(places(drawing.left)).toEqual(places(drawing.right))
  })

  it('draw no difference between a node and itself', () => {
    const own = drawComparison(left, left, compareNodes(left, left))
    expect(own.numbers.size).toBe(0)
    expect(own.left.marks.filter(({ kind }) => kind === 'number' || kind === 'ring')).toEqual([])
  })

  it('put GPUs that were paired by hand in one column', () => {
    const swapped = compareNodes(left, right, { hand: { gpus: { 'gpu:1': 'gpu:2' } } })
    const pair = drawComparison(left, right, swapped)
    const box = pair.right.boxes.find(({ id }) => id === 'gpu:2')
    expect(box?.lines[0]?.text).toBe('GPU1')
    expect(box?.x).toBe(pair.left.boxes.find(({ id }) => id === 'gpu:2')?.x)
  })
})

describe('one drawing with both', () => {
  const one = overlaid(drawing)

  it('says both values where they differ, and each part once', () => {
    expect(one?.labels.find(({ on }) => on === 'pcie:gpu:6')?.text).toBe('x8 · x16')
    const places = one?.boxes.map(({ x, y, w, h }) => [x, y, w, h].join())
    expect(new Set(places).size).toBe(places?.length)
    expect(new Set(one?.boxes.map(({ id }) => id)).size).toBe(one?.boxes.length)
  })

  it('is not made where the two have no layout in common', () => {
    const other = synthetic('gn-a09', 9, { gpus: 2, nics: 0 })
    const far = drawComparison(left, other, compareNodes(left, other))
    expect(far.common).toBe(false)
    expect(overlaid(far)).toBeUndefined()
  })
})
