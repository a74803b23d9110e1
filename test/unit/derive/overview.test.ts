import { describe, expect, it } from 'vitest'
import { overview, type NodeRow } from '../../../shared/derive/overview'
import { finding, node, notChecked, run, session } from '../../builders/session'

const row = (rows: readonly NodeRow[], id: string): NodeRow => {
  const found = rows.find((one) => one.id === id)
  if (!found) throw new Error(`no row ${id}`)
  return found
}
const fleet = ['a1', 'a2', 'a3', 'a10'].map((name) => node(name))

describe('overview of one node', () => {
  it('shows lanes up of lanes due', () => {
    const { rows } = overview(
      session({ nodes: [node('n', { gpu: (i) => (i === 3 ? { dead: [11, 12] } : {}) })] }),
      new Set(),
    )
    expect(row(rows, 'n').fields.links).toMatchObject({ text: '142/144', state: 'degraded' })
    expect(row(rows, 'n').strip[3]).toMatchObject({ up: 16, due: 18, state: 'degraded' })
    expect(row(rows, 'n').strip[0]).toMatchObject({ up: 18, due: 18, state: 'good' })
  })
  it('keeps unknown unknown', () => {
    const bare = node('n', { nics: 0, topology: false, driver: undefined, nccl: undefined, gpu: () => ({ links: 0 }) })
    const { fields, strip, hardly } = row(
      overview(session({ nodes: [{ ...bare, software: { ...bare.software, fabricManager: [] } }] }), new Set()).rows,
      'n',
    )
    expect(fields.links).toMatchObject({ text: null, state: 'unknown' })
    expect(fields.nics).toMatchObject({ text: null, state: 'unknown' })
    expect(strip.every(({ state }) => state === 'unknown')).toBe(true)
    expect(hardly).toBe(true)
  })
  it('does not judge lanes of an unknown product', () => {
    const { fields } = row(
      overview(session({ nodes: [node('n', { gpu: () => ({ product: '', dead: [0] }) })] }), new Set()).rows,
      'n',
    )
    expect(fields.links).toMatchObject({ text: '136' })
    expect(fields.links.state).toBeUndefined()
  })
  it('says none where the product has no NVLink', () => {
    const { fields } = row(
      overview(
        session({ nodes: [node('n', { gpu: () => ({ product: 'l40s', name: 'NVIDIA L40S', links: 0 }) })] }),
        new Set(),
      ).rows,
      'n',
    )
    expect(fields.links.state).toBe('none')
  })
  it('does not take elided link lines for dead ones', () => {
    const cut = node('n', { gpu: (i) => (i === 0 ? { links: 4 } : {}) })
    const gpus = cut.gpus.map((gpu, i) => (i === 0 ? { ...gpu, linksDamaged: true } : gpu))
    const { strip, fields } = row(overview(session({ nodes: [{ ...cut, gpus }] }), new Set()).rows, 'n')
    expect(strip[0]?.state).toBe('unknown')
    expect(fields.links.state).not.toBe('degraded')
  })
  it('shows GPUs that the node has and the listing lacks', () => {
    const lost = node('n', { gpus: 7 })
    const { fields } = row(
      overview(
        session({ nodes: [{ ...lost, attachedGpus: [{ value: 8, source: { document: 'd', line: 1, endLine: 1 } }] }] }),
        new Set(),
      ).rows,
      'n',
    )
    expect(fields.gpus).toMatchObject({ text: '7/8', state: 'dead' })
  })
})

describe('overview of several nodes', () => {
  it('marks what differs from the majority', () => {
    const { rows, majority, odd, alike } = overview(
      session({ nodes: [...fleet, node('b1', { driver: '570.1' })] }),
      new Set(),
    )
    expect(majority.driver).toEqual({ text: '580.159.04', count: 4 })
    expect(row(rows, 'b1').fields.driver).toMatchObject({ odd: true, state: 'degraded' })
    expect(row(rows, 'b1').oddFields).toBe(1)
    expect([odd, alike]).toEqual([1, 4])
    expect(rows[0]?.id).toBe('b1')
  })
  it('has no majority among two', () => {
    expect(overview(session({ nodes: fleet.slice(0, 2) }), new Set()).majority).toEqual({})
  })
  it('does not count an unknown value as odd', () => {
    const { rows } = overview(session({ nodes: [...fleet, node('b1', { driver: undefined })] }), new Set())
    expect(row(rows, 'b1').fields.driver).toMatchObject({ odd: false, state: 'unknown' })
  })
  it('sorts nodes with errors first, then names as people count', () => {
    const { rows } = overview(session({ nodes: fleet, findings: [finding('x', 'a10')] }), new Set())
    expect(rows.map(({ id }) => id)).toEqual(['a10', 'a1', 'a2', 'a3'])
  })
  it('leaves muted findings out', () => {
    const one = finding('x', 'a10')
    const { rows } = overview(session({ nodes: fleet, findings: [one] }), new Set([one.id]))
    expect(row(rows, 'a10').errors).toBe(0)
    expect(row(rows, 'a10').worst).toBeUndefined()
  })
  it('counts rules not checked and takes the best run of the node alone', () => {
    const { rows } = overview(
      session({
        nodes: fleet,
        notChecked: [notChecked('r1', 'a1'), notChecked('r1', 'a1'), notChecked('r2', 'a1')],
        runs: [run('1', ['a1'], { peak: 421 }), run('2', ['a1', 'a2'], { peak: 900 })],
      }),
      new Set(),
    )
    expect(row(rows, 'a1').notChecked).toBe(2)
    expect(row(rows, 'a1').busBandwidth).toBeCloseTo(421, 0)
    expect(row(rows, 'a2').busBandwidth).toBeUndefined()
  })
})
