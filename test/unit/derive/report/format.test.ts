import { describe, expect, it } from 'vitest'
import { countText, dateText, momentText } from '@shared/derive/report/support/format'
import { formatMessage } from '@shared/messages/format-message'
import { reportText } from '@shared/messages/report'

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

describe('moments and counts', () => {
  const at = Date.UTC(2026, 10, 30, 14, 5)

  it('are written as the reader writes them, by the clock of the capture', () => {
    expect(momentText(at, 'en')).toBe('30 November 2026 at 14:05')
    expect(momentText(at, 'zh')).toBe('2026年11月30日 14:05')
    expect(momentText(at, 'en', true)).toBe('14:05')
    expect(momentText(Date.UTC(2026, 10, 30), 'en', true)).toBe('00:00')
    expect(countText(1234567)).toBe('1,234,567')
  })

  it('group the digits of counts in texts, and of nothing that is a code', () => {
    const cover = reportText('en', 'cover.inputsText', { documents: 1200, lines: 12345, unrecognised: 1 })
    expect(cover).toBe('1,200 documents, 12,345 lines, 1 not recognised')
    expect(formatMessage('{n} links, Xid {code}', { n: 1234, code: 10000 }, 'en')).toBe('1,234 links, Xid 10000')
    // What is text already stays what it is.
    expect(formatMessage('{n} links', { n: '1,234' }, 'zh')).toBe('1,234 links')
  })
})
