import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyCase } from '../../../../shared/contract/case'
import { readCase } from '../../../../host/case/read-case'
import { writeCase } from '../../../../host/case/write-case'
import { findInputs } from '../../../../host/open/inputs'
import { LIMITS } from '../../../../host/open'

let folder = ''
let unpacked = ''
let target = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanescope-case-test-'))
  unpacked = join(folder, 'unpacked')
  target = join(folder, 'saved.lanescope')
  mkdirSync(unpacked)
  mkdirSync(join(folder, 'site/node01'), { recursive: true })
  mkdirSync(join(folder, 'other'))
  writeFileSync(join(folder, 'site/node01/topo.txt'), 'GPU0\tX\r\n')
  writeFileSync(join(folder, 'site/node01/log.gz'), new Uint8Array([0x1f, 0x8b, 0, 255]))
  writeFileSync(join(folder, 'other/smi.txt'), 'x'.repeat(300_000))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const notes = {
  ...emptyCase,
  note: 'lane 7',
  names: { node01: 'left rack' },
  mutes: [{ finding: 'f1', reason: 'known' }],
}

describe('a case file', () => {
  it('gives back the same bytes, texts and notes, under the same names', async () => {
    const inputs = [join(folder, 'site'), { name: 'pasted text', text: 'Xid 79' }, join(folder, 'other/smi.txt')]
    const bytes = await writeCase(target, inputs, notes)
    expect(readFileSync(target)).toHaveLength(bytes)
    const opened = await readCase(target, unpacked)
    expect(opened.notes).toEqual(notes)
    expect(opened.inputs.map((input) => (typeof input === 'string' ? relative(unpacked, input) : input))).toEqual([
      'inputs/site',
      { name: 'pasted text', text: 'Xid 79' },
      'inputs/other/smi.txt',
    ])
    const names = (from: Parameters<typeof findInputs>[0]): string[] =>
      findInputs(from, LIMITS).map((found) => (found.is === 'file' ? found.file.name : found.is))
    expect(names(opened.inputs)).toEqual(names(inputs))
    expect(readFileSync(join(unpacked, 'inputs/site/node01/log.gz'))).toEqual(
      readFileSync(join(folder, 'site/node01/log.gz')),
    )
    expect(readFileSync(join(unpacked, 'inputs/other/smi.txt'))).toEqual(readFileSync(join(folder, 'other/smi.txt')))
  })

  it('is the same bytes when nothing changed, and replaces the one before whole', async () => {
    await writeCase(target, [join(folder, 'site')], notes)
    const first = readFileSync(target)
    await writeCase(target, [join(folder, 'site')], notes)
    expect(readFileSync(target)).toEqual(first)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is not touched when an input is gone', async () => {
    await writeCase(target, [join(folder, 'site')], notes)
    const first = readFileSync(target)
    await expect(writeCase(target, [join(folder, 'gone.txt')], notes)).rejects.toThrow('no longer there')
    expect(readFileSync(target)).toEqual(first)
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })

  it('is an ordinary zip', async () => {
    await writeCase(target, [join(folder, 'other/smi.txt')], notes)
    expect(Object.keys(unzipSync(readFileSync(target)))).toEqual(['inputs/smi.txt', 'lanescope.json'])
  })
})

describe('a file that is no case', () => {
  const list = (inputs: unknown, said: unknown = notes): Uint8Array => strToU8(JSON.stringify({ inputs, notes: said }))

  it.each<[string, Record<string, Uint8Array>]>([
    ['an archive without a list', { 'a.txt': strToU8('x') }],
    ['a list that is no JSON', { 'lanescope.json': strToU8('{') }],
    ['notes of a later version', { 'lanescope.json': list([], { ...notes, schema: 'lanescope.case/99' }) }],
    ['a list that climbs out', { 'lanescope.json': list([{ path: '../../../etc/passwd' }]) }],
    ['a text that is not there', { 'lanescope.json': list([{ text: 'texts/9.txt', name: 'x' }]) }],
    ['a member that climbs out', { 'lanescope.json': list([]), 'inputs/../../../evil.txt': strToU8('x') }],
  ])('%s is refused', async (_title, members) => {
    writeFileSync(target, zipSync(members))
    await expect(readCase(target, unpacked)).rejects.toThrow(/case/)
    expect(readdirSync(folder).sort()).toEqual(['other', 'saved.lanescope', 'site', basename(unpacked)])
  })

  it('text is refused', async () => {
    writeFileSync(target, 'GPU0')
    await expect(readCase(target, unpacked)).rejects.toThrow('no case file')
  })
})
