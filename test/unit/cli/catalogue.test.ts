import { describe, expect, test } from 'vitest'
import { formats } from '@shared/formats'
import { rules } from '@shared/rules'
import { generatedDocs } from '@cli/commands/write-docs'
import { runCli } from './support/run-cli'

describe('rules, explain, formats, prove', () => {
  test('rules names every rule', async () => {
    const { status, out } = await runCli(['rules'])
    expect(status).toBe(0)
    for (const { id } of rules) expect(out).toMatch(new RegExp(`^  ${id} `, 'm'))
    expect(JSON.parse((await runCli(['rules', '--json'])).out)).toHaveLength(rules.length)
  })

  test('explain says what to do, in both languages', async () => {
    expect((await runCli(['explain', 'nvlink-inactive'])).out).toMatch(/fix:\n {2}1\. /)
    expect((await runCli(['explain', 'nvlink-inactive', '--lang', 'zh'])).out).toMatch(/处理:\n {2}1\. /)
  })

  test('explain of an unknown rule names the nearest', async () => {
    const { status, err } = await runCli(['explain', 'nvlink-inactve'])
    expect(status).toBe(2)
    expect(err).toMatch(/did you mean nvlink-inactive\?/)
    expect((await runCli(['explain', 'xyzzy'])).err).toMatch(/lanescope rules/)
  })

  test('formats names every format', async () => {
    const entries = JSON.parse((await runCli(['formats', '--json'])).out) as { id: string }[]
    expect(entries.map(({ id }) => id)).toEqual(formats.map(({ id }) => id))
  })

  test('prove runs the proofs of one rule', async () => {
    const { status, out } = await runCli(['prove', 'nvlink-inactive'])
    expect(status).toBe(0)
    expect(out).toMatch(/^ok {3}nvlink-inactive fires: /m)
    expect(out).toMatch(/proofs of 1 rules, 0 failed/)
    expect((await runCli(['prove', 'nvlink-inactve'])).status).toBe(2)
  })
})

describe('generated documents', () => {
  const docs = generatedDocs()

  test('rules.md has an entry for every rule, and a link that reaches it', () => {
    for (const { id } of rules) {
      expect(docs['docs/rules.md']).toContain(`\n### ${id}\n`)
      expect(docs['docs/rules.md']).toContain(`[${id}](#${id})`)
    }
    expect(docs['docs/rules.md']).not.toMatch(/\{\w+\}/)
  })

  test('formats.md has a row of four cells for every format', () => {
    const rows = docs['docs/formats.md']?.split('\n').filter((line) => line.startsWith('| `')) ?? []
    expect(rows).toHaveLength(formats.length)
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(6)
  })
})
