import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox, readAll } from './support/read-all'
import { buildTar } from './support/tar-builder'

const sandbox = createSandbox()
afterAll(() => sandbox.remove())

/** Reads without throwing, says the truth about sizes, and shows in windows what it read. */
async function readsSafely(bytes: Uint8Array): Promise<void> {
  const all = await readAll([sandbox.write('fuzz', bytes)], {
    limits: { memoryMember: 500 },
    temporaryFolder: sandbox.temporary,
  })
  expect(all.length).toBeGreaterThan(0)
  for (const { member, lines, facts } of all) {
    expect(Number.isFinite(facts.bytes)).toBe(true)
    if (lines.length === 0) continue
    const from = Math.max(1, Math.floor(lines.length / 2))
    expect(member.readWindow(from, 3)).toEqual(lines.slice(from - 1, from + 2))
  }
}

const archives: readonly (readonly [string, Uint8Array])[] = [
  ['gzip', gzipSync('line of a log\n'.repeat(300))],
  [
    'tar',
    buildTar([
      { name: 'a.txt', text: 'a\n'.repeat(300) },
      { name: 'b/c.txt', text: 'c\r\n' },
    ]),
  ],
  [
    'tar.gz',
    gzipSync(
      buildTar([
        { name: 'a.txt', text: 'a\n'.repeat(300) },
        { name: 'l', type: '2', link: 'a.txt' },
      ]),
    ),
  ],
  ['zip', zipSync({ 'a.txt': strToU8('a\n'.repeat(300)), 'b.zip': zipSync({ 'x.txt': strToU8('x\n') }) })],
]

describe('broken archives', () => {
  test.each(archives)('%s cut at any place', async (_, bytes) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), (length) => readsSafely(bytes.subarray(0, length))),
      { numRuns: 60 },
    )
  })

  test.each(archives)('%s with changed bytes', async (_, bytes) => {
    const change = fc.tuple(fc.integer({ min: 0, max: bytes.length - 1 }), fc.integer({ min: 0, max: 255 }))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const broken = Uint8Array.from(bytes)
        for (const [at, value] of changes) broken[at] = value
        return readsSafely(broken)
      }),
      { numRuns: 100 },
    )
  })
})

describe('any bytes', () => {
  test('random bytes', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 3000 }), readsSafely), { numRuns: 100 })
  })

  test('any text comes back as it was, whatever its line ends', async () => {
    // The characters that are mended on purpose (NUL, CR inside CR CR LF) are left out.
    const line = fc.string({
      unit: fc.constantFrom('a', 'Z', '0', ' ', '\t', 'é', '€', '中', '😀', '|', '"'),
      maxLength: 20,
    })
    const end = fc.constantFrom('\n', '\r\n', '\r')
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 40 }), end, async (lines, separator) => {
        const [only] = await readAll([{ name: 'pasted', text: lines.map((one) => `x${one}`).join(separator) }])
        expect(only?.lines).toEqual(lines.map((one) => `x${one}`))
      }),
      { numRuns: 200 },
    )
  })
})
