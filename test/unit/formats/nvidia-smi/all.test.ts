import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nvidiaSmiFormats } from '@shared/formats/nvidia-smi'
import type { BlockFormat, Format } from '@shared/model/format'
import { cursorOver, parseAll, toLines } from '../../../support/cursor'
import { fixture } from './fixtures'

const blocks = nvidiaSmiFormats.filter((format: Format): format is BlockFormat => format.kind === 'block')
const folder = join(import.meta.dirname, '../../../fixtures/nvidia-smi')
const files = ['h200x2-node-a', 'h200x2-node-b', 'synthetic'].flatMap((part) =>
  readdirSync(join(folder, part)).map((name) => `${part}/${name}`),
)

/** Which format an output belongs to, by its file name. */
const owners: readonly (readonly [RegExp, string])[] = [
  [/topo-mp?\./, 'topo-matrix'],
  [/topo-p2p/, 'topo-p2p'],
  [/nvlink-s\./, 'nvlink-status'],
  [/nvlink-e/, 'nvlink-errors'],
  [/nvlink-R/, 'nvlink-remote'],
  [/nvlink-p\./, 'nvlink-pci'],
  [/nvlink-c/, 'nvlink-capabilities'],
  [/nvlink-gt/, 'nvlink-throughput'],
  [/nvlink-info/, 'nvlink-info'],
  [/-L\./, 'list'],
  [/dmon/, 'dmon'],
  [/\.csv$/, 'query-csv'],
  [/\.xml$/, 'query-xml'],
  [/(?:^|\/|-)q(?:-|\.)/, 'query-text'],
  [/table|nvidia-smi\.txt/, 'table'],
]

describe('all nvidia-smi formats', () => {
  it.each(blocks.map((format) => [format.id, format] as const))(
    '%s recognises its own example, by an anchor',
    (_, format) => {
      const lines = toLines(format.example)
      const first = lines[0]?.text ?? ''
      expect(format.anchors.some((anchor) => first.includes(anchor))).toBe(true)
      expect(format.anchors.every((anchor) => anchor.length >= 3)).toBe(true)
      const cursor = cursorOver(lines)
      expect(format.begins(first, cursor.hint, cursor)).toBe(true)
      expect(parseAll(format, format.example)[0]?.value).not.toBeNull()
    },
  )

  it.each(files)('%s is claimed by one format only, to its last line', (file) => {
    const text = fixture(file)
    const owner = owners.find(([pattern]) => pattern.test(file))?.[1]
    const claims = blocks.flatMap((format) =>
      parseAll(format, text)
        .filter((block) => block.value !== null)
        .map((block) => ({ id: format.id, taken: block.taken })),
    )
    expect([...new Set(claims.map((claim) => claim.id))].filter((id) => id !== 'nvidia-smi/command-error')).toEqual([
      `nvidia-smi/${owner}`,
    ])
    expect(claims[0]?.taken.at(-1)).toBe(text.trimEnd().split('\n').length)
  })

  it.each(files)('%s never throws when cut, and takes no more than there is', (file) => {
    const text = fixture(file)
    const step = Math.ceil(text.length / 25)
    const variants = Array.from({ length: 25 }, (_, i) => text.slice(0, i * step + (i % 7)))
    variants.push(
      text.replaceAll('\n', '\r\n'),
      text.replaceAll(' ', '\u00a0'),
      text.replaceAll('\t', '    '),
      text.replace(/^/gm, '> '),
      text.replaceAll('\n', '\n\n'),
    )
    for (const variant of variants) {
      for (const format of blocks) {
        for (const block of parseAll(format, variant))
          if (block.value !== null) expect(block.taken.length).toBeGreaterThan(0)
      }
    }
  })

  it('survives lines without end', () => {
    const long = [
      'GPU0',
      'GPU 0: ',
      '| NVIDIA-SMI 580',
      '# gpu ',
      'index, ',
      '==============NVSMI LOG',
      'Link 0: ',
      '<?xml',
    ].map((start) => `${start} ${'X '.repeat(100_000)}\nGPU0${' NV18'.repeat(50_000)}`)
    for (const text of long) for (const format of blocks) expect(() => parseAll(format, text)).not.toThrow()
  })
})
