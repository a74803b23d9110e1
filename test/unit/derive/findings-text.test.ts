import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingMarkdown, remedyCommands, remedyStep } from '../../../shared/derive/findings-text'
import { finding } from '../../builders/session'

describe('remedyStep', () => {
  it('takes a closing command out', () => {
    expect(remedyStep('Run the diagnostic: `dcgmi diag -r 2`')).toEqual({
      parts: [{ kind: 'text', text: 'Run the diagnostic: ' }],
      command: 'dcgmi diag -r 2',
    })
  })
  it('takes it out before a full stop', () => expect(remedyStep('Run `lsmod`.').command).toBe('lsmod'))
  it('leaves a command inside the sentence', () => {
    const step = remedyStep('Drain, reset (`nvidia-smi -r`) or reboot.')
    expect(step.command).toBeUndefined()
    expect(step.parts.map(({ kind }) => kind)).toEqual(['text', 'code', 'text'])
  })
  it('keeps two commands of one sentence together', () => {
    expect(remedyStep('Capture `a` and `b`').command).toBeUndefined()
    expect(remedyStep('Look with `a`, then run: `b`').command).toBe('b')
  })
  it('keeps a lone back-tick as text', () => {
    expect(remedyStep('a ` b')).toEqual({ parts: [{ kind: 'text', text: 'a ` b' }] })
  })
  it('names all commands in order', () => {
    expect(remedyCommands(['`a` then `b`', 'and `c`.'])).toEqual(['a', 'b', 'c'])
  })
  it('loses no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ', '.') }), (text) => {
        const { parts, command } = remedyStep(text)
        const whole = parts.map(({ text: part }) => part).join('') + (command ?? '')
        expect(whole.length).toBeLessThanOrEqual(text.length)
        expect(whole.replaceAll('`', '')).toBe(text.replaceAll('`', '').slice(0, whole.replaceAll('`', '').length))
      }),
    )
  })
})

describe('findingMarkdown', () => {
  const words = {
    severity: (severity: string) => severity,
    cost: 'Cost',
    remedy: 'Remedy',
    evidence: 'Evidence',
    folded: 'Folded',
    references: 'References',
  }
  const text = {
    title: 'GPU3 <b> has *2* down',
    detail: 'why',
    remedy: ['do `x`'],
    references: ['https://example.org'],
  }
  const markdown = findingMarkdown(
    finding('nvlink-inactive', 'n1'),
    text,
    ['row | differs'],
    [
      {
        name: 'a.txt',
        lines: [
          { number: 9, text: '``` ends it ```' },
          { number: 10, text: 'next' },
        ],
      },
    ],
    'n1',
    words,
  )

  it('keeps captured words from becoming markup', () => {
    expect(markdown).toContain('### GPU3 \\<b\\> has \\*2\\* down')
    expect(markdown).toContain('- row \\| differs')
  })
  it('fences evidence with a fence that it cannot close', () => {
    expect(markdown).toContain('````\n 9  ``` ends it ```\n10  next\n````')
  })
  it('numbers the remedy and keeps its commands', () => expect(markdown).toContain('1. do `x`'))
})
