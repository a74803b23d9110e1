import { describe, expect, it } from 'vitest'
import { dateText } from '../../../../shared/derive/report/support/format'

describe('the date on the cover', () => {
  it.each([
    ['2026-11-30', 'en', '30 November 2026'],
    ['2026-11-30', 'zh', '2026年11月30日'],
    // What the author wrote in words, or no day at all, stays.
    ['Monday', 'zh', 'Monday'],
    ['2026-13-40', 'en', '2026-13-40'],
    ['', 'en', ''],
  ] as const)('%s in %s is %s', (text, language, said) => expect(dateText(text, language)).toBe(said))
})
