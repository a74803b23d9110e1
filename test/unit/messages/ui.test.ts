import { describe, expect, it } from 'vitest'
import { uiText, uiTexts, type UiKey } from '../../../shared/messages/ui'

const keys = Object.keys(uiTexts) as UiKey[]
/** Names of the arguments of an ICU message, without those inside plural branches being told apart. */
const names = (message: string): string[] =>
  [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name ?? ''))].sort()

describe('texts of the window', () => {
  it.each(keys)('%s takes the same data in both languages', (key) => {
    const [en, zh] = uiTexts[key]
    expect(names(zh).filter((name) => !names(en).includes(name))).toEqual([])
    expect(en.trim()).not.toBe('')
    expect(zh.trim()).not.toBe('')
  })

  it.each(keys)('%s is a message that can be filled', (key) => {
    const data = Object.fromEntries(names(uiTexts[key][0]).map((name) => [name, 3]))
    for (const language of ['en', 'zh'] as const) {
      const filled = uiText(language, key, data)
      // A broken message comes back as its own source, with its arguments in braces.
      expect(filled).not.toMatch(/\{\w/)
    }
  })

  it('chooses plural forms', () => {
    expect(uiText('en', 'word.nodes', { n: 1 })).toBe('1 node')
    expect(uiText('en', 'word.nodes', { n: 32 })).toBe('32 nodes')
    expect(uiText('zh', 'word.nodes', { n: 32 })).toBe('32 个节点')
  })

  it('never reads data as a message', () => {
    expect(uiText('en', 'saved', { name: '{n, plural, other {x}} <b>' })).toBe('Saved as {n, plural, other {x}} <b>')
  })
})
