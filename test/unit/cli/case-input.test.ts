import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCase } from '@host/case/write-case'
import { emptyCase } from '@shared/contract/case'
import { runCli } from './support/run-cli'

const folder = mkdtempSync(join(tmpdir(), 'lanescope-case-input-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sample = join(import.meta.dirname, '../../../resources/samples/bad-lane')
const saved = join(folder, 'rack.lanescope')
const unpacked = (): number => readdirSync(tmpdir()).filter((name) => /^lanescope-case-\w{6}$/.test(name)).length

beforeAll(() =>
  writeCase(saved, [sample], {
    ...emptyCase,
    customer: 'Site A',
    note: 'rack was moved',
    names: { 'gn-a07': 'left box' },
    comments: [{ on: { kind: 'node', node: 'gn-a08' }, text: 'swapped on Tuesday' }],
  }),
)

describe('a case on the command line', () => {
  test('is read as the captures in it, under the names that the user gave', async () => {
    const before = unpacked()
    const [plain, opened] = [await runCli(['check', sample, '--json']), await runCli(['check', saved, '--json'])]
    const nodes = (text: string): readonly string[] =>
      (JSON.parse(text) as { nodes: readonly { name: string }[] }).nodes.map(({ name }) => name).sort()
    const rules = (text: string): readonly string[] =>
      (JSON.parse(text) as { findings: readonly { rule: string }[] }).findings.map(({ rule }) => rule).sort()
    expect(nodes(opened.out)).toEqual(['gn-a08', 'left box'])
    expect(rules(opened.out)).toEqual(rules(plain.out))
    expect(opened.status).toBe(plain.status)
    expect(unpacked()).toBe(before)
  })

  test('prints its notes and its customer in the report', async () => {
    const { out } = await runCli(['report', saved, '--markdown', '-'])
    expect(out).toContain('swapped on Tuesday')
    expect(out).toContain('- Customer: Site A')
    expect(out).toContain('left box')
  })

  test.each([[], ['--markdown']])('prints its notes in check %s', async (...flags) => {
    const { out } = await runCli(['check', saved, ...flags])
    expect(out).toMatch(/^(?:## )?Notes/m)
    expect(out).toContain('rack was moved')
    expect(out).toMatch(/gn-a08(?:\*\*)?: swapped on Tuesday/)
    const { out: plain } = await runCli(['check', sample, ...flags])
    expect(plain).not.toMatch(/^(?:## )?Notes/m)
    // With the names of the session hidden in them too.
    const { out: hidden } = await runCli(['check', saved, '--redact', 'all', '-q', ...flags])
    expect(hidden).toMatch(/host-\d(?:\*\*)?: swapped on Tuesday/)
    expect(hidden).not.toContain('gn-a08')
  })

  test('is shared without its customer', async () => {
    const target = join(folder, 'shared.lanescope')
    await runCli(['share', saved, '--out', target])
    const { out } = await runCli(['report', target, '--markdown', '-'])
    expect(out).not.toMatch(/Site A|gn-a0/)
    expect(out).toContain('swapped on Tuesday')
  })

  test('that is none is refused in a line', async () => {
    const bad = join(folder, 'bad.lanescope')
    writeFileSync(bad, 'no zip')
    const { status, err } = await runCli(['check', bad])
    expect(status).toBe(2)
    expect(err).toContain('no case file')
    expect(existsSync(bad)).toBe(true)
  })
})
