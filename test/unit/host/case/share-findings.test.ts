import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readCase } from '@host/case/read-case'
import { writeSharedCase } from '@host/case/share-case'
import { analyseInputs } from '@host/session'
import { withFolds } from '@shared/derive/findings'
import { redactionClasses } from '@shared/derive/redaction'
import type { Session } from '@shared/model/session'
import { proofs } from '@shared/prove'

const folder = mkdtempSync(join(tmpdir(), 'lanescope-share-findings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a reader of the case is told: what was found, how bad, of how many nodes, and what could not be checked. */
function told(session: Session): readonly string[] {
  return [
    `${session.nodes.length} nodes, ${session.runs.length} runs, ${session.communicators.length} communicators`,
    ...session.findings
      .flatMap(withFolds)
      .map(({ severity, rule, variant, nodes }) => `${severity} ${rule} ${variant ?? ''} of ${nodes.length}`)
      .sort(),
    ...session.outcomes.map(({ rule, outcome }) => `${outcome} ${rule}`).sort(),
  ]
}

async function toldTwice(name: string, files: Readonly<Record<string, string>>) {
  const [given, opened] = [join(folder, name, 'given'), join(folder, name, 'opened')]
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(given, path)), { recursive: true })
    writeFileSync(join(given, path), text)
  }
  mkdirSync(opened, { recursive: true })
  const read = await analyseInputs(readdirSync(given).map((path) => join(given, path)))
  const target = join(folder, name, 'case.lanescope')
  await writeSharedCase(target, read.session, read.documents, { classes: redactionClasses, words: [] })
  read.documents.close()
  const again = await analyseInputs((await readCase(target, opened)).inputs)
  again.documents.close()
  return { before: told(read.session), after: told(again.session) }
}

// No exception is needed: whatever rule fires, passes or lacks a capture does so on the redacted text too.
describe('a redacted case is judged as its captures are', () => {
  const areas = new Map<string, (readonly [string, Readonly<Record<string, string>>])[]>()
  for (const { rule, kind, title, files } of proofs)
    areas.set(rule, [...(areas.get(rule) ?? []), [`${kind}: ${title}`, files]])

  it.each([...areas])('%s', { timeout: 120_000 }, async (rule, cases) => {
    for (const [i, [title, files]] of cases.entries()) {
      const { before, after } = await toldTwice(`${rule}-${i}`, files)
      expect(after, title).toEqual(before)
    }
  })
})
