import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ncclTests } from '@shared/formats/nccl/tests'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedFolder, withoutShared } from '../../../support/shared-folder'
import { fixture, ownFormats, read, sections } from './fixture'

const folder = join(import.meta.dirname, '../../../fixtures')
const files = ['nccl', 'bench'].flatMap((tool) =>
  readdirSync(join(folder, tool), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'ABOUT.md')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name))),
)

function internalErrors(text: string): readonly string[] {
  return read(text).parsed.flatMap(({ notes }) =>
    notes.map((note) => note.text).filter((note) => note.startsWith('internal error')),
  )
}

describe('cut anywhere', () => {
  it.each(files)('%s never throws, and no peak grows', (name) => {
    const text = fixture(name)
    const peak = Math.max(0, ...sections(text, ncclTests).map(({ value }) => value.peakBusBandwidth ?? 0))
    for (let tenth = 1; tenth < 10; tenth++) {
      const cut = text.slice(0, Math.floor((text.length * tenth) / 10))
      const rest = text.slice(Math.floor((text.length * tenth) / 10))
      const tenthLines = text
        .split('\n')
        .filter((_line, index) => index % 10 !== tenth)
        .join('\n')
      for (const piece of [cut, rest, tenthLines]) {
        expect(internalErrors(piece)).toEqual([])
        for (const { value } of sections(piece, ncclTests))
          expect(value.peakBusBandwidth ?? 0).toBeLessThanOrEqual(peak)
      }
    }
  })

  it.each(files)('%s reads the same with CR LF', (name) => {
    const text = fixture(name)
    const unix = read(text).parsed.map(({ format, line, endLine }) => [format, line, endLine])
    expect(unix.length).toBeGreaterThan(0)
    expect(
      read(text.replace(/\r?\n/g, '\r\n')).parsed.map(({ format, line, endLine }) => [format, line, endLine]),
    ).toEqual(unix)
  })
})

describe('anything', () => {
  const words = fc.constantFrom(
    'NCCL INFO ',
    'gn-a07:1:2 [0] ',
    'Channel 00/0 : 0[0] -> 1[1] via ',
    'NET/IB/0',
    '=== System : maxBw 1 ===',
    'Pattern 4, ',
    '# nThread 1',
    '\n',
    '\n# Rank 0 ',
    '1024 256 float sum -1 ',
    '1.5 ',
    'N/A ',
    '<system version="1">',
    '<pci busid="0000:01:00.0">',
    '</pci>',
    '"start_time": ',
    '"args": [',
    '{',
    '}',
    'NCCL_A=1 ',
    'export ',
    '-x ',
    'memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n',
    '0 1\n',
    'RDMA_Write BW Test\n',
    '#bytes #iterations BW peak[Gb/sec]',
    'Trees [0] ',
    '1/-1/-1->0->-1 ',
    '|',
    '"',
  )
  it('made of the words of these formats never throws', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
        expect(internalErrors(parts.join(''))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('every example is recognised by its own format', () => {
    for (const format of ownFormats) {
      expect(
        format.anchors.some((anchor) => format.example.includes(anchor)),
        format.id,
      ).toBe(true)
      const { parsed } = read(`${format.example}\n`)
      expect(
        parsed.map((section) => section.format),
        format.id,
      ).toContain(format.id)
    }
  })
})

describe.skipIf(withoutShared)('reference captures (skipped where the folder is absent)', () => {
  const corpus = join(sharedFolder() ?? '.', 'corpus/nccl')
  const entries = withoutShared
    ? []
    : readFileSync(join(corpus, 'INDEX.md'), 'utf8')
        .split('\n')
        .flatMap((line) => {
          const found = /^- \*\*(\S+)\*\* \[R, tests\].*max busbw column ([\d.]+)/.exec(line)
          return found ? [[found[1] ?? '', Number(found[2])] as const] : []
        })

  it.each(entries)('%s peaks at %d', (name, peak) => {
    const runs = sections(readFileSync(join(corpus, name), 'utf8'), ncclTests)
    expect(Math.max(...runs.map(({ value }) => value.peakBusBandwidth ?? -1))).toBeCloseTo(peak, 2)
  })

  it('all files are read without an internal error', () => {
    const names = withoutShared ? [] : readdirSync(corpus).filter((name) => name.endsWith('.txt'))
    expect(names.length).toBeGreaterThan(50)
    for (const name of names) expect(internalErrors(readFileSync(join(corpus, name), 'utf8')), name).toEqual([])
  })
})
