import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { artefacts, expect, test } from './app'
import { openSample } from './steps'

/** The window itself, over the samples: every view, from a finding to its line and back, mutes and keys. */

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: false })

test('every view shows the sample without an error of the page', async ({ main }, info) => {
  const problems: string[] = []
  main.on('pageerror', (error) => problems.push(error.message))
  main.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Applying inline style')) problems.push(message.text())
  })
  await openSample(main, 'bad-lane')
  const tabs = main.getByRole('navigation', { name: 'Views' }).getByRole('button')
  const count = await tabs.count()
  expect(count).toBeGreaterThanOrEqual(7)
  for (let i = 0; i < count; i++) {
    await tabs.nth(i).click()
    await expect(tabs.nth(i)).toHaveAttribute('aria-current', 'page')
    await expect(main.getByText('This view failed')).toHaveCount(0)
    await main.screenshot({ path: join(artefacts, `${info.project.name}-${i + 1}.png`) })
  }
  expect(problems).toEqual([])
})

test('a finding leads to its lines, and a line back to its findings', async ({ main }) => {
  await openSample(main, 'bad-lane')
  await tab(main, 'Findings').click()
  const title = await main.locator('article h2').first().innerText()
  await expect(main.locator('.ev .l.hit').first()).toBeVisible()
  await main.getByRole('button', { name: 'open in Sources' }).first().click()
  await expect(tab(main, 'Sources')).toHaveAttribute('aria-current', 'page')
  await expect(main.locator('.l.on')).toBeVisible()
  const back = main.locator('.bar .list').getByRole('button')
  await expect(back.first()).toBeVisible()
  await main.keyboard.press('Alt+ArrowLeft')
  await expect(main.locator('article h2').first()).toHaveText(title)
})

test(
  'a muted finding leaves the counts, with its reason, and comes back by undo',
  { tag: '@app' },
  async ({ main }) => {
    await openSample(main, 'bad-lane')
    await tab(main, 'Findings').click()
    const item = main.getByRole('navigation', { name: 'Findings' }).getByRole('button').first()
    const title = await item.locator('.title').innerText()
    await main.getByRole('button', { name: 'Mute…' }).click()
    await main.getByLabel('Reason').fill('known, ticket open')
    await main.getByRole('button', { name: 'OK', exact: true }).click()
    await expect(main.getByRole('navigation', { name: 'Findings' }).getByText(title, { exact: true })).toHaveCount(0)
    await main.getByRole('button', { name: 'Muted 1' }).click()
    await expect(main.getByText('Muted: known, ticket open')).toBeVisible()
    await main.getByRole('button', { name: 'Muted 1' }).click()
    await main.keyboard.press('Control+z')
    await expect(
      main.getByRole('navigation', { name: 'Findings' }).getByText(title, { exact: true }).first(),
    ).toBeVisible()
  },
)

test('the palette finds a document, and keys are listed', async ({ main }) => {
  await openSample(main, 'bad-lane')
  await main.keyboard.press('Control+Shift+P')
  await main.getByPlaceholder('Go to a view').fill('topo-m.txt')
  await main.keyboard.press('Enter')
  await expect(tab(main, 'Sources')).toHaveAttribute('aria-current', 'page')
  await main.keyboard.press('Escape')
  await main.locator('body').click({ position: { x: 5, y: 5 } })
  await main.keyboard.press('?')
  await expect(main.getByRole('dialog', { name: 'Keys' })).toBeVisible()
})

test('search walks through the matches of a document', async ({ main }) => {
  await openSample(main, 'bad-lane')
  await tab(main, 'Sources').click()
  await main.getByRole('searchbox', { name: 'Find in this document' }).fill('nv')
  await expect(main.getByRole('status').filter({ hasText: /^1 of \d/ })).toBeVisible()
  await main.keyboard.press('F3')
  await expect(main.getByRole('status').filter({ hasText: /^2 of \d/ })).toBeVisible()
  await main.getByRole('button', { name: 'Regular expression' }).click()
  await main.getByRole('searchbox', { name: 'Find in this document' }).fill('GPU(')
  await expect(main.getByText('not a regular expression')).toBeVisible()
})

test('Chinese is spoken everywhere at once', { tag: '@app' }, async ({ main }) => {
  await openSample(main, 'healthy')
  await main.evaluate(() => window.lanescope?.invoke('settings.set', { language: 'zh' }))
  await expect(main.getByRole('navigation', { name: '视图' }).getByRole('button', { name: '概览' })).toBeVisible()
  await expect(main.locator('html')).toHaveAttribute('lang', 'zh-CN')
})
