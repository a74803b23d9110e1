import { describe, expect, it } from 'vitest'
import { gpuRows, nicRows, nodeFacts } from '../../../shared/derive/overview-node'
import { node } from '../../builders/session'

describe('nodeFacts', () => {
  it('gives values with the line that says them, and leaves unknown ones without', () => {
    const facts = new Map(nodeFacts(node('n1')).map((fact) => [fact.name, fact]))
    expect(facts.get('driver')).toMatchObject({
      value: '580.159.04',
      source: { document: 'n1/nvidia-smi-q.txt', line: 5 },
    })
    expect(facts.get('kernel')).toEqual({ name: 'kernel' })
    expect(facts.has('hypervisor')).toBe(false)
  })
})

describe('gpuRows', () => {
  it('joins what is now with what could be', () => {
    const [row] = gpuRows(
      node('n1', {
        gpus: 1,
        gpu: () => ({
          values: {
            'pcie.gen.current': '1',
            'pcie.gen.max': '5',
            'pcie.width.current': '16x',
            'pcie.width.max': '16x',
            'power.draw': '110.20 W',
            'power.limit': '700.00 W',
            'temperature.gpu': 'N/A',
          },
        }),
      }),
    )
    expect(row).toMatchObject({
      pcie: 'Gen1 / 5 x16',
      power: '110.20 / 700.00 W',
      temperature: null,
      linksUp: 18,
      linksDue: 18,
    })
    expect(row?.linksState).toBeUndefined()
  })
  it('tells dead lanes from unknown ones', () => {
    const rows = gpuRows(
      node('n1', {
        gpus: 3,
        gpu: (i) =>
          i === 0 ? { dead: [3] } : i === 1 ? { links: 0 } : { dead: Array.from({ length: 18 }, (_, k) => k) },
      }),
    )
    expect(rows.map(({ linksState }) => linksState)).toEqual(['degraded', 'unknown', 'dead'])
  })
})

describe('nicRows', () => {
  it('marks a port that is down, and one whose state nobody shows', () => {
    const rows = nicRows(
      node('n1', { nics: 3, nic: (i) => (i === 0 ? { state: 'Down' } : i === 1 ? { state: undefined } : {}) }),
    )
    expect(rows.map(({ state }) => state)).toEqual(['dead', 'unknown', undefined])
  })
})
