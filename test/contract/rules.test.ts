import { ruleReferences, ruleText } from '@shared/messages'
import { proofs, prove } from '@shared/prove'
import { rules } from '@shared/rules'
import { describe, expect, it } from 'vitest'

describe('every rule', () => {
  it('has an id of its own', () => {
    const ids = rules.map((rule) => rule.id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })

  it.each(rules.map((rule) => rule.id))('%s has texts in both languages and a source', (id) => {
    const english = ruleText(id, 'en')
    const chinese = ruleText(id, 'zh')
    expect(english?.title, 'English title').toBeTruthy()
    expect(english?.why, 'English explanation').toBeTruthy()
    expect(english?.remedy.length, 'English remedy').toBeGreaterThan(0)
    expect(chinese?.title, 'Chinese title').toMatch(/[\u4e00-\u9fff]/)
    expect(chinese?.remedy.length, 'as many steps in Chinese').toBe(english?.remedy.length)
    expect(Object.keys(chinese?.variants ?? {}).sort(), 'the same variants').toEqual(
      Object.keys(english?.variants ?? {}).sort(),
    )
    expect(ruleReferences(id).length, 'sources').toBeGreaterThan(0)
  })

  it.each(rules.map((rule) => rule.id))('%s has a firing, a silent and a missing-input proof', (id) => {
    const kinds = new Set(proofs.filter((proof) => proof.rule === id).map((proof) => proof.kind))
    expect([...kinds].sort()).toEqual(['fires', 'missing', 'silent'])
  })
})

describe('every proof', () => {
  it('names a rule that exists', () => {
    const ids = new Set(rules.map((rule) => rule.id))
    expect(proofs.filter((proof) => !ids.has(proof.rule)).map((proof) => proof.rule)).toEqual([])
  })

  it.each(proofs.map((proof) => [`${proof.rule} ${proof.kind}: ${proof.title}`, proof] as const))(
    '%s',
    (_title, proof) => {
      const result = prove(proof)
      expect(result.because ?? 'passed').toBe('passed')
    },
  )
})
