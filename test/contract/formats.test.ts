import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '@shared/formats'
import type { Format, Line, LineCursor } from '@shared/model/format'
import { proofs } from '@shared/prove'
import { cleanLine } from '@shared/segment/clean'
import { Peeler } from '@shared/segment/prefix'
import { describe, expect, it } from 'vitest'
import { readText } from '../support/reading'

const hint = { fileName: 'capture.txt' }
const note = { unread() {}, damaged() {}, remark() {} }

function cursor(line: Line): LineCursor {
  let taken = 0
  return {
    hint,
    peek: (offset = 0) => (taken + offset === 0 ? line : undefined),
    next: () => (taken++ === 0 ? line : undefined),
  }
}

/** The example as a format meets it: cleaned, and with a prefix peeled where the line has one. */
function asLine(format: Format): Line {
  const peeled = new Peeler().peel(cleanLine(format.example))
  return { text: peeled.text, number: 1, ...(peeled.prefix === '' ? {} : { prefix: peeled.prefix }) }
}

/** Formats that the project's own captures and proofs give. */
const seen = new Set<string>()
function readAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) readAll(path)
    else if (statSync(path).size < 400_000)
      for (const section of readText(readFileSync(path, 'utf8'), entry.name).parsed) seen.add(section.format)
  }
}
readAll(join(import.meta.dirname, '../fixtures'))
readAll(join(import.meta.dirname, '../../resources/samples'))
for (const proof of proofs)
  for (const [name, text] of Object.entries(proof.files))
    for (const section of readText(text, name).parsed) seen.add(section.format)

describe('the list of formats', () => {
  it('names each one once, as tool/output', () => {
    const ids = formats.map((format) => format.id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    expect(ids.filter((id) => !/^[a-z0-9-]+\/[a-z0-9-]+$/.test(id))).toEqual([])
  })
})

describe.each(formats.map((format) => [format.id, format] as const))('%s', (_id, format) => {
  it('has a title, a command, and anchors of three characters or more', () => {
    expect(format.title).not.toBe('')
    expect(format.command).not.toBe('')
    expect(format.anchors.length).toBeGreaterThan(0)
    expect(format.anchors.filter((anchor) => anchor.length < 3)).toEqual([])
  })

  it('knows its own example', () => {
    const line = asLine(format)
    const anchored = format.anchors.some((anchor) => line.text.includes(anchor) || format.example.includes(anchor))
    expect(anchored || seen.has(format.id), `no anchor of ${format.id} in ${format.example}`).toBe(true)
    if (format.kind === 'stream') expect(format.reader(note).take(line, hint)).not.toBeNull()
    else {
      const context = { ...hint, command: format.command }
      const whole: Line = { text: cleanLine(format.example), number: 1 }
      const begins = [line, whole].some((candidate) => format.begins(candidate.text, context, cursor(candidate)))
      // An example may be the telling line from the middle of a block: then a capture must show a block that holds such a line.
      expect(
        begins || seen.has(format.id),
        `${format.example} does not begin ${format.id}, and no capture has one`,
      ).toBe(true)
    }
  })

  it('is read from a capture of the project', () => {
    expect(seen.has(format.id), `no file of test/fixtures, resources/samples or the proofs gives ${format.id}`).toBe(
      true,
    )
  })

  it('survives its example alone, doubled, cut and with another line end', () => {
    const example = format.example
    for (const text of [
      example,
      `${example}\n${example}\n`,
      `${example}\r\n`,
      example.slice(0, example.length / 2),
      `x${example}`,
    ]) {
      const { parsed } = readText(text)
      expect(
        parsed.flatMap((section) => section.notes.filter((entry) => entry.text.startsWith('internal error'))),
      ).toEqual([])
    }
  })
})
