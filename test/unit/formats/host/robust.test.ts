import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dcgmFormats } from '@shared/formats/dcgm'
import { hostFormats } from '@shared/formats/host'
import type { DocumentReading } from '@shared/segment/read-document'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../support/reading'
import { sharedFolder, withoutShared } from '../../../support/shared-folder'

const fixtures = ['dcgm', 'host'].flatMap((tool) => filesIn(join(import.meta.dirname, '../../../fixtures', tool)))

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

/** Our own throws show as notes; a number that is none must not leave a parser. */
function expectSound(reading: DocumentReading): void {
  for (const { format, notes, value, line, endLine } of reading.parsed) {
    expect(
      notes.filter(({ text }) => text.startsWith('internal error')),
      format,
    ).toEqual([])
    expect(endLine).toBeGreaterThanOrEqual(line)
    JSON.stringify(value, (key, part: unknown) => {
      if (typeof part === 'number' && !Number.isFinite(part)) throw new Error(`${format}: ${key} is ${part}`)
      return part
    })
  }
}

describe('damaged text of DCGM and the host', () => {
  it.each(fixtures)('is read without a throw, cut at every tenth line: %s', (path) => {
    const text = readFileSync(path, 'utf8')
    const lines = text.split('\n')
    for (let at = 0; at < lines.length; at += 10) {
      expectSound(readText(lines.slice(at).join('\n')))
      expectSound(readText(lines.slice(0, at).join('\n')))
      expectSound(readText([...lines.slice(0, at), ...lines.slice(at + 3)].join('\n')))
    }
    for (let at = 0; at < text.length; at += Math.max(97, Math.floor(text.length / 20)))
      expectSound(readText(text.slice(0, at)))
  })

  it.each(fixtures)('reads the same with CR LF: %s', (path) => {
    const text = readFileSync(path, 'utf8')
    const shape = (reading: DocumentReading): unknown =>
      reading.parsed.map(({ format, line, endLine, value }) => ({ format, line, endLine, value }))
    expect(shape(readText(text.replaceAll('\n', '\r\n')))).toEqual(shape(readText(text)))
  })
})

describe('examples', () => {
  it.each([...dcgmFormats, ...hostFormats].map((format) => [format.id, format] as const))(
    '%s has an anchor in its example',
    (_id, format) => {
      const asked = ['host/hostname', 'host/boot-id', 'host/memory-peers'].includes(format.id)
      expect(format.anchors.some((anchor) => format.example.includes(anchor)) || asked).toBe(true)
    },
  )
})

describe.skipIf(withoutShared)('reference captures of DCGM and the host (skipped where the folder is absent)', () => {
  const folder = join(sharedFolder() ?? '', 'corpus/dcgm-host')
  const files = withoutShared ? [] : readdirSync(folder).filter((name) => name.endsWith('.txt'))
  /** Files that name a section of these tools; the rest belongs to benchmarks and nvidia-smi. */
  const ours = files.filter((name) => !/^(?:06[89]|07\d|097|104)-/.test(name))

  it.each(ours)('finds a section of its tool in %s', (name) => {
    const reading = readText(readFileSync(join(folder, name), 'utf8'), name)
    expectSound(reading)
    expect(reading.parsed.some(({ format }) => format.startsWith('dcgm/') || format.startsWith('host/'))).toBe(true)
  })
})
