import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { openInputs } from '@host/open'
import { createSandbox, readAll } from './support/read-all'

const sandbox = createSandbox()
afterAll(() => sandbox.remove())

async function read(name: string, content: string | Uint8Array) {
  const [only] = await readAll([sandbox.write(name, content)])
  if (!only) throw new Error('no member')
  return only
}

const utf16 = (text: string, big: boolean, bom: boolean): Buffer => {
  const bytes = Buffer.from((bom ? '\ufeff' : '') + text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

describe('line ends', () => {
  test.each([
    ['LF', 'a\nb\nc\n'],
    ['no last newline', 'a\nb\nc'],
    ['CR LF', 'a\r\nb\r\nc\r\n'],
    ['lone CR', 'a\rb\rc\r'],
    ['CR CR LF of terminal logs', 'a\r\r\nb\r\r\nc\r\r\n'],
    ['a mixture', 'a\rb\r\nc\n'],
  ])('%s', async (_, text) => {
    expect((await read('lines.txt', text)).lines).toEqual(['a', 'b', 'c'])
  })

  test('blank lines are lines', async () => {
    expect((await read('blank.txt', '\n\na\n\n')).lines).toEqual(['', '', 'a', ''])
    expect((await read('blank.txt', '\r\n\r\na\r\n')).lines).toEqual(['', '', 'a'])
    expect((await read('blank.txt', 'a\r\rb')).lines).toEqual(['a', '', 'b'])
  })

  test('a CR LF that falls on the border of two chunks is one line end', async () => {
    for (const shift of [0, 1, 2]) {
      const first = 'x'.repeat(1024 * 1024 - 1 - shift)
      const { lines } = await read('border.txt', `${first}\r\nsecond\r\n`)
      expect(lines.map((line) => line.length)).toEqual([first.length, 6])
    }
  })

  test('a progress bar of carriage returns without any LF stays in bounds', async () => {
    const { lines, facts } = await read(
      'bar.txt',
      Array.from({ length: 200_000 }, (_, i) => `step ${i} of many`).join('\r'),
    )
    expect(lines.length).toBe(200_000)
    expect(lines[199_999]).toBe('step 199999 of many')
    expect(facts.notes).toEqual([])
  })
})

describe('encodings', () => {
  const text = 'GPU0 Temperatür 45°C\nNode β\n'
  const expected = ['GPU0 Temperatür 45°C', 'Node β']

  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with byte order mark', Buffer.from('\ufeff' + text), 'utf-8'],
    ['UTF-16 LE with byte order mark', utf16(text, false, true), 'utf-16le'],
    ['UTF-16 BE with byte order mark', utf16(text, true, true), 'utf-16be'],
    ['UTF-16 LE of PowerShell without mark', utf16(text, false, false), 'utf-16le'],
    ['UTF-16 BE without mark', utf16(text, true, false), 'utf-16be'],
  ])('%s', async (_, bytes, encoding) => {
    const { lines, facts } = await read('encoded.txt', bytes)
    expect(lines).toEqual(expected)
    expect(facts.encoding).toBe(encoding)
    expect(facts.bytes).toBe(bytes.length)
    expect(facts.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(facts.notes).toEqual([])
  })

  test('Latin-1', async () => {
    const { lines, facts } = await read('latin1.txt', Buffer.from('GPU Temperatür 45°C\n', 'latin1'))
    expect(lines).toEqual(['GPU Temperatür 45°C'])
    expect(facts.encoding).toBe('latin1')
  })

  test('one broken line in a UTF-8 file costs only itself', async () => {
    const bytes = Buffer.concat([
      Buffer.from('ok ü\n'.repeat(20_000)),
      Buffer.from('bad \xe9\n', 'latin1'),
      Buffer.from('end ü\n'),
    ])
    const { lines, facts } = await read('broken.txt', bytes)
    expect(lines.slice(-2)).toEqual(['bad é', 'end ü'])
    expect(facts.encoding).toBe('utf-8')
    expect(facts.notes).toEqual([{ line: 20_001, text: '1 line not valid UTF-8, read as Latin-1' }])
  })

  test('NULs are removed and said', async () => {
    const { lines, facts } = await read('nul.txt', 'a\0b\nNVRM: Xid\0\0\nplain\n')
    expect(lines).toEqual(['ab', 'NVRM: Xid', 'plain'])
    expect(facts.notes).toEqual([{ line: 1, text: 'NUL characters removed from 2 lines' }])
  })

  test('a hole of NULs at the start of a log is not a line', async () => {
    const { lines, facts } = await read(
      'hole.log',
      Buffer.concat([Buffer.alloc(3_500_000), Buffer.from('first\nsecond\n')]),
    )
    expect(lines).toEqual(['first', 'second'])
    expect(facts.notes[0]?.text).toMatch(/NUL/)
  })

  test('UTF-16 that ends in half a character', async () => {
    const { lines, facts } = await read('half.txt', Buffer.concat([utf16('ab\ncd', false, true), Buffer.from([0x41])]))
    expect(lines).toEqual(['ab', 'cd'])
    expect(facts.notes).toEqual([{ text: 'the file ends in the middle of a UTF-16 character' }])
  })

  test('ANSI colours do not make a text binary', async () => {
    expect((await read('ansi.txt', '\u001b[1;32mGPU0\u001b[0m OK\n'.repeat(50))).facts.problem).toBeUndefined()
  })

  test('binary and empty files have rows with a reason', async () => {
    const noise = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3)) % 256))
    const binary = await read('core', noise)
    expect(binary.facts).toMatchObject({ problem: { code: 'binary-file' }, encoding: 'binary', bytes: 4096 })
    expect(binary.lines).toEqual([])
    expect((await read('empty.txt', '')).facts.problem?.code).toBe('empty-file')
  })
})

describe('long lines', () => {
  test('a single line of 50 MB comes in pieces, with a note', async () => {
    const { lines, facts } = await read('long.json', 'y'.repeat(50 * 1024 * 1024) + '\nend\n')
    expect(lines.length).toBe(51)
    expect(Math.max(...lines.map((line) => line.length))).toBe(1024 * 1024)
    expect(lines.at(-1)).toBe('end')
    expect(facts.notes[0]).toMatchObject({ line: 1 })
  })

  test('pieces do not cut a character in two, and a window sees the same pieces', async () => {
    const path = sandbox.write('long-utf8.txt', 'é'.repeat(1_500_000) + '\n' + 'x\n'.repeat(10) + '€'.repeat(1_000_000))
    const [only] = await readAll([path])
    if (!only) throw new Error('no member')
    expect(only.lines.join('')).not.toContain('\ufffd')
    for (const from of [1, 2, 3, 4, 10, only.lines.length]) {
      expect(only.member.readWindow(from, 3)).toEqual(only.lines.slice(from - 1, from + 2))
    }
  })
})

describe('windows', () => {
  test.each([
    ['utf-8', (text: string) => Buffer.from(text)],
    ['utf-16le', (text: string) => utf16(text, false, true)],
    ['utf-16be', (text: string) => utf16(text, true, true)],
  ])('any window of a file of many chunks, %s', async (encoding, encode) => {
    const expected = Array.from(
      { length: 120_000 },
      (_, i) => `line ${i + 1} ${i % 9 === 0 ? 'grün' : 'plain'} ${'.'.repeat(i % 60)}`,
    )
    const [only] = await readAll([sandbox.write(`window-${encoding}.txt`, encode(expected.join('\r\n') + '\r\n'))])
    if (!only) throw new Error('no member')
    expect(only.lines.length).toBe(expected.length)
    for (const from of [1, 2, 5000, 40_001, 99_999, 119_999]) {
      expect(only.member.readWindow(from, 4)).toEqual(expected.slice(from - 1, from + 3))
    }
    expect(only.member.readWindow(120_001, 5)).toEqual([])
  })

  test('a file that was rewritten after reading is not shown as the old one', async () => {
    const path = sandbox.write('changing.txt', 'a\nb\nc\n')
    const [only] = await readAll([path])
    sandbox.write('changing.txt', 'x\n')
    expect(() => only?.member.readWindow(1, 2)).toThrow(/changed/)
  })

  test('a log that grew is still shown', async () => {
    const path = sandbox.write('growing.txt', 'a\nb\n')
    const [only] = await readAll([path])
    sandbox.write('growing.txt', 'a\nb\nc\n')
    expect(only?.member.readWindow(2, 1)).toEqual(['b'])
  })
})

test('files that report no size, as below /proc, are read', async () => {
  if (process.platform !== 'linux') return expect(process.platform).not.toBe('linux')
  const [only] = await readAll(['/proc/self/status'])
  expect(only?.lines[0]).toMatch(/^Name:/)
  expect(only?.member.readWindow(1, 1)[0]).toMatch(/^Name:/)
})

test('bytes read reach the total', async () => {
  const path = sandbox.write('count.txt', 'line\n'.repeat(400_000))
  const opening = openInputs([path])
  for await (const member of opening.members) member.open().finish()
  expect(opening.totalBytes).toBe(2_000_000)
  expect(opening.bytesRead()).toBe(2_000_000)
})
