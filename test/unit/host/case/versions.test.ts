import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyCase, sameWork } from '../../../../shared/contract/case'
import { caseVersion, readNotes, upgraders } from '../../../../shared/contract/case-versions'
import { NewerCase } from '../../../../host/case/layout'
import { readCase } from '../../../../host/case/read-case'

const versionZero = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/case/version-0/lanescope.json'), 'utf8'),
)

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lanescope-case-version-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function open(list: unknown) {
  const path = join(folder, 'a.lanescope')
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  const bytes = zipSync({ 'inputs/topo.txt': strToU8('GPU0'), 'lanescope.json': strToU8(JSON.stringify(list)) })
  writeFileSync(path, bytes)
  try {
    return await readCase(path, unpacked)
  } finally {
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes)
  }
}

describe('versions of the case file', () => {
  it('are upgraded one by one, without a gap', () => {
    expect(upgraders.map(({ from }) => from)).toEqual(Array.from({ length: caseVersion }, (_, i) => i))
  })

  it('opens a case of version 0 with everything that was noted in it', async () => {
    const { notes, inputs } = await open(versionZero)
    expect(notes).toEqual({
      ...emptyCase,
      names: { n1: 'left rack' },
      mutes: [{ finding: 'persistence-off:n1', reason: '' }],
      note: 'Lane 7 went down on Monday.',
      customer: 'Site 3',
    })
    expect(inputs).toEqual([join(folder, 'unpacked/inputs/topo.txt')])
  })

  it('reads its own notes unchanged', () => {
    expect(readNotes(emptyCase)).toEqual({ is: 'notes', notes: emptyCase })
  })

  it.each([
    ['notes', { inputs: [{ path: 'topo.txt' }], notes: { schema: `lanescope.case/${caseVersion + 1}`, more: [1] } }],
    ['a list of another shape', { members: 7, notes: { schema: 'lanescope.case/40' } }],
  ])('refuses %s of a later version, and says that it is later', async (_what, list) => {
    await expect(open(list)).rejects.toThrow(NewerCase)
  })

  it.each([null, 7, {}, { schema: 'lanescope.case/x' }, { schema: 'lanescope.case/0' }, { ...emptyCase, mutes: 3 }])(
    'calls %j damaged',
    (value) => expect(readNotes(value).is).toBe('damaged'),
  )

  it('counts the layout of the views as no work', () => {
    expect(sameWork(emptyCase, { ...emptyCase, layout: { compare: '{}' } })).toBe(true)
    expect(sameWork(emptyCase, { ...emptyCase, note: 'x' })).toBe(false)
  })
})
