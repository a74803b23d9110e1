import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { preloadOnly } from '../../shared/contract/bridge'
import { emptyCase } from '../../shared/contract/case'
import { channelNames } from '../../shared/contract/channels'
import { checkCaseNotes, checkRequest, isChannel } from '../../shared/contract/requests'

describe('the contract', () => {
  it('names every channel once, and no other', () => {
    expect(new Set(channelNames).size).toBe(channelNames.length)
    expect(channelNames.filter((name) => !isChannel(name))).toEqual([])
    for (const name of ['', 'shell', 'toString', '__proto__', 'constructor', null, 1, {}])
      expect(isChannel(name)).toBe(false)
    expect(preloadOnly.every((name) => channelNames.includes(name))).toBe(true)
  })

  it('takes or refuses any value, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...channelNames), fc.anything(), (channel, value) => {
        const result = checkRequest(channel, value)
        expect(result.ok || result.problem.length > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('keeps what fits', () => {
    const search = { document: 'd1', pattern: 'Xid', regex: false, caseSensitive: true, from: 1, limit: 100 }
    expect(checkRequest('documents.search', search)).toEqual({ ok: true, request: search })
    expect(checkRequest('settings.set', { theme: 'dark' })).toEqual({ ok: true, request: { theme: 'dark' } })
    expect(checkRequest('export.save', { kind: 'png', suggestedName: 'a', data: new Uint8Array([1]) }).ok).toBe(true)
    expect(checkRequest('case.save', { notes: emptyCase, as: false }).ok).toBe(true)
  })

  it.each([
    ['documents.window', { document: 'd1', fromLine: 1, count: 1e9 }],
    ['documents.window', { document: 'd1', fromLine: 1.5, count: 1 }],
    ['documents.window', { document: 'd1', fromLine: 1, count: 1, path: '/etc' }],
    ['open.paths', { paths: [], add: false }],
    ['open.dialog', { kind: 'any', add: false }],
    ['settings.set', { theme: 'pink' }],
    ['settings.get', {}],
    ['export.save', { kind: 'exe', suggestedName: 'a', data: '' }],
  ] as const)('refuses a request of %s that does not fit', (channel, request) => {
    expect(checkRequest(channel, request).ok).toBe(false)
  })

  it('reads the notes of a case only when they are whole', () => {
    expect(checkCaseNotes(JSON.parse(JSON.stringify(emptyCase)))).toEqual(emptyCase)
    expect(checkCaseNotes({ ...emptyCase, schema: 'lanescope.case/9' })).toBeNull()
    expect(checkCaseNotes(null)).toBeNull()
  })
})
