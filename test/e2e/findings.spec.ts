import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findingText } from '../../shared/messages'
import { wholeNode, writeMachine } from '../builders/machines'
import { expect, test } from './app'
import { currentSession, documentLines, openFolder, openSample, show, tab, type SampleId } from './steps'

/** The Findings view: titles, evidence line by line, filters, mutes, and what was not checked. */

const list = (page: Page) => page.getByRole('navigation', { name: 'Findings' })
const items = (page: Page) => list(page).getByRole('button')

for (const sample of ['bad-lane', 'mis-set-nccl', 'healthy'] as const satisfies readonly SampleId[]) {
  test(`each finding of the sample ${sample} is listed with its title and shows the very lines`, async ({ main }) => {
    await openSample(main, sample)
    await show(main, 'Findings')
    const { findings } = await currentSession(main)
    expect(findings.length).toBeGreaterThan(0)
    const order = { error: 0, warning: 1, info: 2 }
    const expected = [...findings].sort((a, b) => order[a.severity] - order[b.severity])
    const titles = await items(main).locator('.title').allInnerTexts()
    expect([...titles].sort()).toEqual(expected.map((finding) => findingText(finding, 'en').title).sort())
    for (const finding of expected) {
      const { title } = findingText(finding, 'en')
      await items(main).filter({ hasText: title }).first().click()
      const page = main.getByRole('article', { name: title, exact: true })
      await expect(page).toBeVisible()
      await expect(page.locator('header .m').first()).toHaveText(finding.rule)
      const first = finding.evidence[0]
      if (!first) continue
      const [text = ''] = await documentLines(main, first.document, first.line, first.line)
      const hit = page
        .locator('.l.hit')
        .filter({ has: main.locator('.no', { hasText: new RegExp(`^${first.line}$`) }) })
      const words = text.replace(/\u001b\[[0-9;]*m/g, '').trim()
      await expect(hit.filter({ hasText: words.replace(/\s+/g, ' ') }).first()).toBeVisible()
    }
  })
}

test('a folded finding opens from its cause, and leads back', async ({ main }) => {
  await openSample(main, 'bad-lane')
  await show(main, 'Findings')
  const top = (await currentSession(main)).findings.find(({ folds }) => folds.length > 0)
  const fold = top?.folds[0]
  if (!top || !fold) throw new Error('no finding of the sample folds another')
  await items(main)
    .filter({ hasText: findingText(top, 'en').title })
    .first()
    .click()
  await main
    .getByRole('article')
    .getByRole('button', { name: findingText(fold, 'en').title })
    .click()
  await expect(main.getByRole('article', { name: findingText(fold, 'en').title })).toBeVisible()
  await main
    .getByRole('article')
    .getByRole('button', { name: findingText(top, 'en').title })
    .click()
  await expect(main.getByRole('article', { name: findingText(top, 'en').title })).toBeVisible()
})

test('a finding is shown in Links with its part selected', async ({ main }) => {
  await openSample(main, 'bad-lane')
  await show(main, 'Findings')
  await main.getByRole('button', { name: 'Show in Links' }).click()
  await expect(tab(main, 'Links')).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('complementary').getByRole('heading', { level: 1 })).toHaveText('GPU3')
})

test('severity, words and keys narrow the list and move in it', async ({ main }) => {
  await openSample(main, 'mis-set-nccl')
  await show(main, 'Findings')
  const { findings } = await currentSession(main)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  await main.getByRole('radio', { name: /error/i }).click()
  await expect(items(main)).toHaveCount(errors)
  await main.getByRole('radio', { name: /^All/ }).click()
  await expect(items(main)).toHaveCount(findings.length)
  await items(main).first().click()
  await main.keyboard.press('ArrowDown')
  await expect(items(main).nth(1)).toHaveAttribute('aria-current', 'true')
  await main.keyboard.press('/')
  await expect(main.getByRole('searchbox')).toBeFocused()
  await main.keyboard.type('NVLANKS')
  await expect(items(main)).toHaveCount(1)
  await expect(items(main)).toContainText('NCCL_NVLANKS_DISABLE')
})

test('what was not checked is counted, grouped by the command that closes it, and copied', async ({
  lanescope,
  main,
}) => {
  await openSample(main, 'bad-lane')
  await show(main, 'Findings')
  const gaps = (await currentSession(main)).notChecked
  const rules = new Set(gaps.map(({ rule }) => rule)).size
  const part = main.getByRole('region', { name: 'not checked' })
  await expect(part).toContainText(`${rules} rules`)
  await expect(main.getByRole('contentinfo')).toContainText(`${rules} rules`)
  await part.getByRole('button', { name: /^Copy all \d+ commands$/ }).click()
  if (!lanescope.standin) return
  await expect.poll(() => lanescope.standin?.copied.length).toBeGreaterThan(0)
  const copied = lanescope.standin.copied.at(-1)?.split('\n') ?? []
  expect(copied.length).toBeGreaterThan(3)
  // What takes a person stands behind a #, so that all of it can be pasted into a shell.
  for (const command of copied.slice(0, 3))
    await expect(part.getByText(command.replace(/ {2}# .*$/, '')).first()).toBeVisible()
  expect(copied.filter((line) => line.includes('('))).toEqual([])
})

test(
  'a mute counts in the status bar and undo gives the finding back',
  { tag: '@app' },
  async ({ lanescope, main, scratch }) => {
    await openFolder(lanescope, main, writeMachine(join(scratch, 'site'), wholeNode()))
    await show(main, 'Findings')
    const before = await items(main).count()
    await main.getByRole('button', { name: 'Mute…' }).click()
    await main.getByLabel('Reason').fill('ticket open')
    await main.getByRole('button', { name: 'OK', exact: true }).click()
    await expect(items(main)).toHaveCount(before - 1)
    await expect(main.getByRole('contentinfo')).toContainText('1 muted')
    await expect(main.getByRole('contentinfo')).toContainText('no error found')
    await main.keyboard.press('Control+z')
    await expect(items(main)).toHaveCount(before)
    await expect(main.getByRole('contentinfo')).toContainText('1 error')
  },
)
