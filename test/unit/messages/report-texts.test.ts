import { describe, expect, it } from 'vitest'
import { reportTextsEn } from '@shared/messages/report/en'
import { reportTextsZh } from '@shared/messages/report/zh'

const keys = Object.keys(reportTextsEn) as (keyof typeof reportTextsEn)[]
/** Names of the data that a message takes. */
const data = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? ''))].filter(
    (name) => !/^(?:one|other)$/.test(name),
  )

describe('texts of the report', () => {
  it('are there in both languages, under the same keys', () => {
    expect(Object.keys(reportTextsZh).sort()).toEqual([...keys].sort())
  })

  it('take no data in one language that the other has not', () => {
    const odd = keys.filter((key) =>
      data(reportTextsZh[key]).some((name) => /^[a-z]\w*$/i.test(name) && !data(reportTextsEn[key]).includes(name)),
    )
    expect(odd).toEqual([])
  })

  it('are Chinese where they say something', () => {
    const same = keys.filter((key) => reportTextsZh[key] === reportTextsEn[key] && reportTextsEn[key].length > 12)
    expect(same).toEqual([])
  })
})
