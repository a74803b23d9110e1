import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readCase } from '@host/case/read-case'
import { writeSharedCase } from '@host/case/share-case'
import { analyseInputs } from '@host/session'
import { emptyCase } from '@shared/contract/case'
import { withFolds } from '@shared/derive/findings'
import { redactionClasses } from '@shared/derive/redaction'
import { planted, plantedDump } from '../../../support/planted'

const folder = mkdtempSync(join(tmpdir(), 'lanescope-shared-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Names and texts of everything below a folder. */
function everything(path: string): string {
  return readdirSync(path)
    .map((name) => {
      const inside = join(path, name)
      return `${name}\n${statSync(inside).isDirectory() ? everything(inside) : readFileSync(inside, 'utf8')}`
    })
    .join('\n')
}

const redaction = { classes: redactionClasses, words: [] }

describe('a case to give away', () => {
  it('holds none of sixty secrets, in text, names or notes', async () => {
    const dump = join(folder, 'dump')
    for (const [name, text] of Object.entries(plantedDump())) {
      mkdirSync(dirname(join(dump, name)), { recursive: true })
      writeFileSync(join(dump, name), text)
    }
    const read = await analyseInputs([join(dump, 'orchidmotors-dump')])
    const notes = {
      ...emptyCase,
      customer: 'Orchid Motors',
      note: 'seen on orchid-rack12-gpu07 by jdoe',
      names: { 'orchid-rack12-gpu07': 'left rack' },
      mutes: [{ finding: 'xid-off-bus@orchid-rack12-gpu07', reason: 'ticket of melvin on 10.71.4.148' }],
      comments: [
        { on: { kind: 'node' as const, node: 'orchid-rack12-gpu08' }, text: 'mail ops.team@orchid-motors.example.com' },
      ],
      layout: { report: '{"words":"falcon"}' },
    }
    const target = join(folder, 'out.lanescope')
    const made = await writeSharedCase(target, read.session, read.documents, redaction, notes)
    read.documents.close()
    expect(made.documents).toBe(Object.keys(plantedDump()).length)
    expect(made.bytes).toBe(statSync(target).size)

    const opened = join(folder, 'opened')
    mkdirSync(opened)
    const { notes: kept, inputs } = await readCase(target, opened)
    const text = everything(opened).toLowerCase()
    expect(text.length).toBeGreaterThan(5000)
    expect(planted.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([])
    expect(kept.customer).toBe('')
    expect(kept.layout).toEqual({})
    expect(kept.note).toMatch(/^seen on host-\d+ by user-\d+$/)
    expect(inputs.length).toBeGreaterThan(0)
  })

  it('is judged as the captures themselves are', async () => {
    const sample = join(import.meta.dirname, '../../../../resources/samples/bad-lane')
    const read = await analyseInputs([sample])
    const target = join(folder, 'sample.lanescope')
    await writeSharedCase(target, read.session, read.documents, redaction)
    read.documents.close()
    const opened = join(folder, 'sample')
    mkdirSync(opened)
    const { inputs } = await readCase(target, opened)
    const again = await analyseInputs(inputs)
    again.documents.close()
    const rules = (session: typeof read.session): readonly string[] =>
      session.findings
        .flatMap(withFolds)
        .map(({ rule, severity }) => `${severity} ${rule}`)
        .sort()
    expect(rules(again.session)).toEqual(rules(read.session))
    expect(again.session.nodes.map(({ name }) => name)).toEqual(['host-1', 'host-2'])
  })

  it('is judged so too where files are called after what is in them', async () => {
    const named = ['level-disable-debug', 'names-notes-inactive', 'crossed-nchannels']
    const text = 'gn-a01:1:1 [0] NCCL INFO NCCL_P2P_LEVEL set by environment to LOC\n'
    const read = await analyseInputs(
      named.map((name) => ({ name: `zebrafish-${name}.log`, text: `${text}# zebrafish\n` })),
    )
    const target = join(folder, 'named.lanescope')
    await writeSharedCase(target, read.session, read.documents, redaction, {
      ...emptyCase,
      names: { 'gn-a01': 'left' },
    })
    read.documents.close()
    const opened = join(folder, 'named')
    mkdirSync(opened)
    const { inputs, notes } = await readCase(target, opened)
    const all = everything(opened)
    expect(all).toContain('NCCL_P2P_LEVEL set by environment to LOC')
    expect(all).not.toContain('zebrafish')
    // The keys of a case are ours, those of its names are captured.
    expect(notes.names).toEqual({ 'host-1': 'left' })
    expect(inputs).toHaveLength(named.length)
  })

  it('leaves nothing behind when it cannot be written', async () => {
    const read = await analyseInputs([{ name: 'a.txt', text: 'hello\n' }])
    await expect(
      writeSharedCase(join(folder, 'none/x.lanescope'), read.session, read.documents, redaction),
    ).rejects.toThrow()
    read.documents.close()
  })
})
