import { describe, expect, test } from 'vitest'
import { withoutData } from '@shared/messages/without-data'
import { cut, harmless, table, width, wrap } from '@cli/output/terminal'
import { nearest } from '@cli/usage'
import { languageOf } from '@cli/main'

describe('harmless', () => {
  test.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007x', '\ufffd]0;title\ufffdx'],
    ['a\tb', 'a       b'],
    ['\tLink 3', '        Link 3'],
    ['12345678\tx', '12345678        x'],
    ['\u202egnp.exe', '\ufffdgnp.exe'],
  ])('%j', (text, shown) => expect(harmless(text)).toBe(shown))
})

describe('wrapping', () => {
  test('at blanks, commands whole', () => {
    expect(wrap('run `nvidia-smi nvlink -s` on the node again', 24, '  ', '1 ')).toEqual([
      '1 run',
      '  `nvidia-smi nvlink -s`',
      '  on the node again',
    ])
  })

  test('Chinese breaks between characters, and no line begins with a full stop', () => {
    const lines = wrap('链路在运行中的其他链路旁边处于非激活状态，这是硬件故障。', 24)
    expect(lines.every((line) => width(line) <= 24)).toBe(true)
    expect(lines.join('')).toBe('链路在运行中的其他链路旁边处于非激活状态，这是硬件故障。')
    expect(lines.some((line) => /^[，。]/.test(line))).toBe(false)
  })

  test('nothing gets lost', () => {
    const text = 'a `b c` d ` e `f` (`g h`). 中文`i j`。end'
    expect(wrap(text, 20).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })

  test('cut and table', () => {
    expect(cut('abcdef', 4)).toBe('abc…')
    expect(cut('中文字', 4)).toBe('中…')
    expect(
      table([
        ['a', 'x'],
        ['链路', 'y'],
      ]),
    ).toEqual(['a     x', '链路  y'])
  })
})

test('a message without data', () => {
  expect(withoutData('{gpu}: {n, plural, one {# link} other {# links}} down')).toBe('<gpu>: <n> links down')
  expect(withoutData('{kind, select, a {A {x}} other {of {kind}}}')).toBe('of <kind>')
  expect(withoutData('plain')).toBe('plain')
  expect(withoutData('broken {gpu')).toBe('broken <gpu>')
})

test('the nearest name', () => {
  expect(nearest('nvlink-inactiv', ['nvlink-inactive', 'nvlink-all-inactive'])).toBe('nvlink-inactive')
  expect(nearest('chekc', ['check', 'diff'])).toBe('check')
  expect(nearest('topo', ['topo.txt', 'tops'])).toBe('topo.txt')
  expect(nearest('zzz', ['check', 'diff'])).toBeUndefined()
})

test('the language of the environment', () => {
  expect(languageOf('zh_CN.UTF-8')).toBe('zh')
  expect(languageOf('de_DE.UTF-8')).toBe('en')
  expect(languageOf('')).toBe('en')
})
