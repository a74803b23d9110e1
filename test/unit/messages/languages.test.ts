import { describe, expect, it } from 'vitest'
import { ruleTextsEn } from '../../../shared/messages/en'
import { reportTextsEn } from '../../../shared/messages/report/en'
import { reportTextsZh } from '../../../shared/messages/report/zh'
import type { RuleText } from '../../../shared/messages/types'
import { uiTexts } from '../../../shared/messages/ui'
import { ruleTextsZh } from '../../../shared/messages/zh'
import { sentences as expectationSentences } from '../../../cli/output/expectation-text'
import { texts as cliTexts } from '../../../cli/output/texts'
import { sxids, xids } from '../../../shared/knowledge/xid'
import { chineseWords, englishWords, type LayoutWords } from '../../../shared/derive/link-layout/words'
import { knownSentenceZh } from '../../../shared/messages/zh/knowledge-xid'
import { menuTexts } from '../../../electron/main/menu-texts'
import { rules } from '../../../shared/rules'
import { argumentsOf, hasChinese } from './support/arguments'

/** Path -> text of everything that a rule says; the same paths in both languages, or a text is missing. */
function paths(texts: Readonly<Record<string, RuleText>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (path: string, value: unknown): void => {
    if (typeof value === 'string') found.set(path, value)
    else if (Array.isArray(value)) found.set(path, value.join('\n'))
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) add(`${path}.${key}`, item)
  }
  for (const [rule, text] of Object.entries(texts)) add(rule, text)
  return found
}

const plain = (texts: Readonly<Record<string, string>>): ReadonlyMap<string, string> => new Map(Object.entries(texts))
const pairs = (texts: Readonly<Record<string, readonly [string, string]>>, at: 0 | 1): ReadonlyMap<string, string> =>
  new Map(Object.entries(texts).map(([key, pair]) => [key, pair[at]]))

/** Words of the drawing; holes are filled with numbers. */
function drawn(words: LayoutWords): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'function' ? String((value as (...data: unknown[]) => string)('7', ['8'])) : String(value),
    ]),
  )
}

/** Words that Chinese engineers write in Latin, alone in a text: names, units, and placeholders with nothing around them. */
const latin = new Set(
  (
    'Lanescope NVLink NVSwitch NCCL GPU CPU NUMA PCIe DCGM CUDA UUID GUID GID LID SM lspci GB/s Gb/s all_reduce GPUDirect RDMA P2P ' +
    'A4 Letter BAR1 ECC VBIOS MAD MaxPayload MaxReadReq PDI JSON Fabric Manager fabric clique host id Ring Tree link rank ring tree channel ' +
    'communicator in-place out-of-place replay PCIe mpirun -x nccl-tests /etc/nccl nccl conf'
  ).split(' '),
)
const isLatinByNature = (text: string): boolean =>
  text
    .replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, ' ')
    .split(/[^\p{L}\d/_-]+/u)
    .filter((word) => /\p{L}/u.test(word))
    .every((word) => latin.has(word))

describe.each([
  ['rules', paths(ruleTextsEn), paths(ruleTextsZh)],
  ['window', pairs(uiTexts, 0), pairs(uiTexts, 1)],
  ['report', plain(reportTextsEn), plain(reportTextsZh)],
  ['menu', pairs(menuTexts, 0), pairs(menuTexts, 1)],
  ['command line', pairs(cliTexts, 0), pairs(cliTexts, 1)],
  ['expectation', pairs(expectationSentences, 0), pairs(expectationSentences, 1)],
  ['drawing', drawn(englishWords), drawn(chineseWords)],
])('texts of the %s', (_what, english, chinese) => {
  it('are there in both languages, none empty', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
    expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('take the same data in both languages', () => {
    const differ = [...english].flatMap(([path, text]) => {
      const other = chinese.get(path) ?? ''
      const [en, zh] = [argumentsOf(text).join(' '), argumentsOf(other).join(' ')]
      return en === zh ? [] : [`${path}: en {${en}} zh {${zh}}`]
    })
    expect(differ).toEqual([])
  })

  it('have the punctuation of Chinese after a Chinese character', () => {
    const halfWidth = [...chinese].filter(([, text]) =>
      /\p{Script=Han}[,:;?!(]|\)\p{Script=Han}/u.test(text.replace(/`[^`]*`|\(&\w\)/g, '')),
    )
    expect(halfWidth).toEqual([])
  })

  it('are Chinese in Chinese', () => {
    expect([...chinese].filter(([, text]) => !hasChinese(text) && !isLatinByNature(text))).toEqual([])
    expect([...english].filter(([, text]) => hasChinese(text.replace('简体中文', '')))).toEqual([])
  })
})

describe('sentences of the tables', () => {
  const said = [...xids.flatMap(({ meaning, action }) => [meaning, action]), ...sxids.map(({ meaning }) => meaning)]
  // Codes of the switch without words of their own are spelled out from their name.
  const sentences = [...new Set(said)].filter((text) => !text.startsWith('NVSwitch: '))

  it('are all there in Chinese', () => {
    expect(sentences.length).toBeGreaterThan(150)
    expect(sentences.filter((text) => !hasChinese(knownSentenceZh(text) ?? ''))).toEqual([])
  })

  it('leave alone what a log said', () => {
    expect(knownSentenceZh('GPU Reset Required')).toBeUndefined()
    expect(knownSentenceZh('toString')).toBeUndefined()
  })
})

describe('texts of the rules', () => {
  it.each(rules.map(({ id }) => id))('%s has both', (id) => {
    expect(Object.keys(ruleTextsEn)).toContain(id)
    expect(Object.keys(ruleTextsZh)).toContain(id)
  })
})
