import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { artefacts, expect, test, type AppHandle } from './app'

/** The Report view: preview, options, redaction, and what is saved. */

async function openReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'A bad lane' }).click()
  await expect(page.locator('.reading')).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Report' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /Page 1 of \d\d/ })).toBeVisible()
}

async function saveTo(app: AppHandle, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
}

const paper = (page: Page) => page.getByRole('region', { name: 'Preview' })

test('the preview follows the options, and the case keeps them', async ({ main }) => {
  await openReport(main)
  await expect(paper(main).getByRole('heading', { name: 'GPU node report: gn-a07, gn-a08' })).toBeVisible()
  await main.getByLabel('Customer').fill('Site <b>A</b>')
  await main.getByLabel('Customer').blur()
  await expect(paper(main).getByText('Site <b>A</b>')).toBeVisible()
  await main.screenshot({ path: join(artefacts, 'report-view.png') })

  const sections = () => paper(main).locator('section').count()
  const all = await sections()
  await main.getByRole('checkbox', { name: 'Evidence, line by line' }).uncheck()
  await expect.poll(sections).toBe(all - 1)
  await main.getByRole('button', { name: 'Language: Like the window' }).click()
  await main.getByRole('menuitem', { name: '简体中文' }).click()
  await expect(paper(main).getByRole('heading', { name: '摘要' })).toHaveCount(1)

  await main.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Overview' }).click()
  await main.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Report' }).click()
  await expect(main.getByRole('checkbox', { name: 'Evidence, line by line' })).not.toBeChecked()
  await expect(main.getByLabel('Customer')).toHaveValue('Site <b>A</b>')
})

test('redaction shows every replacement, and the preview shows none of the values', async ({ main }) => {
  await openReport(main)
  await main.getByRole('checkbox', { name: 'Host names' }).check()
  await expect(paper(main).getByRole('heading', { name: 'GPU node report: host-1, host-2' })).toBeVisible()
  await main.getByRole('button', { name: /^Show all \d+ replacements/ }).click()
  const row = main.getByRole('dialog').getByRole('row', { name: /Host names gn-a07 host-\d/ })
  await expect(row).toBeVisible()
  await main.screenshot({ path: join(artefacts, 'report-redaction.png') })
  await main.keyboard.press('Escape')
  expect(await paper(main).innerText()).not.toContain('gn-a07')
})

test('a redacted case is saved beside the report, and opens as a case', async ({ lanescope, main, scratch }) => {
  await openReport(main)
  await main.getByRole('button', { name: 'All', exact: true }).click()
  const target = join(scratch, 'shared.lanescope')
  await saveTo(lanescope, target)
  await main.getByRole('button', { name: 'Save redacted case…' }).click()
  await expect(main.getByText('Saved as shared.lanescope')).toBeVisible()
  expect(readFileSync(target).toString('latin1')).not.toContain('gn-a07')
  await lanescope.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, target)
  await main.evaluate(() => window.lanescope?.invoke('case.open', null))
  await expect(paper(main).getByRole('heading', { name: 'GPU node report: host-1, host-2' })).toBeVisible()
})

test('a Chinese report brings its font, whatever fonts the computer has', async ({ lanescope, main, scratch }) => {
  await openReport(main)
  await main.getByRole('button', { name: 'Language: Like the window' }).click()
  await main.getByRole('menuitem', { name: '简体中文' }).click()
  await expect(paper(main).getByRole('heading', { name: '摘要' })).toHaveCount(1)
  // The preview shows the very font that is printed.
  await expect
    .poll(() =>
      main.evaluate(() =>
        [...document.fonts].some(({ family, status }) => family.includes('Lanescope Han') && status === 'loaded'),
      ),
    )
    .toBe(true)
  await main.evaluate(() => document.fonts.ready)
  await main.screenshot({ path: join(artefacts, 'report-view-zh.png') })
  const pdf = join(scratch, 'report-zh.pdf')
  await saveTo(lanescope, pdf)
  await main.getByRole('button', { name: 'Save PDF…' }).click()
  await expect(main.getByText('Saved as report-zh.pdf')).toBeVisible({ timeout: 60_000 })
  expect(readFileSync(pdf).toString('latin1')).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSansSC/)
})

test('PDF, HTML and Markdown are saved from the window', async ({ lanescope, main, scratch }) => {
  await openReport(main)
  const pdf = join(scratch, 'report.pdf')
  await saveTo(lanescope, pdf)
  await main.getByRole('button', { name: 'Save PDF…' }).click()
  await expect(main.getByText('Saved as report.pdf')).toBeVisible({ timeout: 60_000 })
  copyFileSync(pdf, join(artefacts, 'report.pdf'))
  expect(readFileSync(pdf).subarray(0, 5).toString('latin1')).toBe('%PDF-')
  const status = await main.getByRole('status').filter({ hasText: /Page/ }).innerText()
  const pages = Number(/of (\d+)/.exec(status)?.[1])
  const printed =
    readFileSync(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0
  // The preview cuts columns as the printer cuts pages; a page more or less is no lie, three would be.
  expect(Math.abs(printed - pages)).toBeLessThanOrEqual(2)

  const html = join(scratch, 'report.html')
  await saveTo(lanescope, html)
  await main.getByRole('button', { name: 'Save HTML…' }).click()
  await expect(main.getByText('Saved as report.html')).toBeVisible()
  const page = readFileSync(html, 'utf8')
  expect(page).toContain("default-src 'none'")
  expect(page).toContain('GPU node report: gn-a07, gn-a08')

  const markdown = join(scratch, 'report.md')
  await saveTo(lanescope, markdown)
  await main.getByRole('button', { name: 'Save Markdown…' }).click()
  await expect(main.getByText('Saved as report.md')).toBeVisible()
  expect(readFileSync(markdown, 'utf8')).toMatch(/^# GPU node report: gn-a07, gn-a08/)
})

const reader = spawnSync('pdftotext', ['-v']).error === undefined

test('the PDF names the pages of its findings (skipped without pdftotext)', async ({ lanescope, main, scratch }) => {
  test.skip(!reader, 'pdftotext is not installed')
  await openReport(main)
  const pdf = join(scratch, 'pages.pdf')
  await saveTo(lanescope, pdf)
  await main.getByRole('button', { name: 'Save PDF…' }).click()
  await expect(main.getByText('Saved as pages.pdf')).toBeVisible({ timeout: 60_000 })
  const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' })
  expect(text).toMatch(/Findings\s+\d+\n/)
  expect(text).toMatch(/Page 1 of \d+/)
})
