import { describe, expect, it } from 'vitest'
import { planEvidence } from '../../../shared/derive/evidence-plan'
import { at } from '../../builders/session'

describe('planEvidence', () => {
  it('shows a line with one around it, and joins neighbours', () => {
    const [plan] = planEvidence([at('a', 5), at('a', 7)], () => 100)
    expect(plan?.ranges).toEqual([{ from: 4, to: 8 }])
    expect([...(plan?.hits ?? [])]).toEqual([5, 7])
  })
  it('stays inside the document', () => {
    expect(planEvidence([at('a', 1), at('a', 9)], () => 9)[0]?.ranges).toEqual([
      { from: 1, to: 2 },
      { from: 8, to: 9 },
    ])
  })
  it('cuts a long section and says how many lines are left', () => {
    const [plan] = planEvidence([at('a', 1, 1000)], () => 1000)
    expect(plan?.hits.size).toBe(8)
    expect(plan?.more).toBe(992)
  })
  it('keeps the order in which documents are named', () => {
    expect(planEvidence([at('b', 1), at('a', 1), at('b', 2)], () => 9).map(({ document }) => document)).toEqual([
      'b',
      'a',
    ])
  })
  it('bounds a document', () => {
    const many = Array.from({ length: 500 }, (_, i) => at('a', 1 + i * 10))
    expect(planEvidence(many, () => undefined)[0]?.hits.size).toBe(40)
  })
})
