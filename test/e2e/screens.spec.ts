import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { fleet, nvl72, sixteenGpus, wholeNode, writeMachine } from '../builders/machines'
import { artefacts, expect, test } from './app'
import { clickDrawn, openFolder, openSample, setTheme, settled, show, unpainted, views } from './steps'

/** Pictures of every view for people to look at: artefacts/screens/SET-VIEW-THEME-WIDTH.png. */
const folder = join(artefacts, 'screens')
mkdirSync(folder, { recursive: true })
const sizes = [
  [1280, 800],
  [1920, 1080],
] as const
/** Beside those, of the first sample: text at 150 % on a window of 1280 px, and a screen of 4K. */
const extremes = [
  [853, 533],
  [3840, 2160],
] as const

async function picture(page: Page, set: string, view: string): Promise<void> {
  const toasts = page.locator('.toasts').getByRole('button', { name: 'Close', exact: true })
  while ((await toasts.count()) > 0) await toasts.first().click()
  await page.mouse.move(870, 18)
  for (const [width, height] of set === 'bad-lane' ? [...sizes, ...extremes] : sizes) {
    await page.setViewportSize({ width, height })
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      // A resized drawing is fitted and painted in the frames that follow.
      await page.waitForTimeout(150)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      expect(await unpainted(page), `${set} ${view} ${theme} ${width}`).toEqual([])
      await page.screenshot({ path: join(folder, `${set}-${view}-${theme}-${width}.png`) })
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function everyView(page: Page, set: string, but = /^$/): Promise<void> {
  const count = await views(page).count()
  for (let i = 0; i < count; i++) {
    if (but.test(await views(page).nth(i).innerText())) continue
    await views(page).nth(i).click()
    await expect(page.getByText('This view failed')).toHaveCount(0)
    await picture(page, set, ((await views(page).nth(i).innerText()).match(/^\w+/)?.[0] ?? 'view').toLowerCase())
  }
}

test('pictures of the opening page and of the sample with a bad lane', async ({ main }) => {
  test.slow()
  await expect(main.getByRole('button', { name: 'A bad lane' })).toBeVisible()
  await picture(main, 'start', 'open')
  await openSample(main, 'bad-lane')
  await everyView(main, 'bad-lane')
  await show(main, 'Links')
  const gpu3 = main.getByRole('application')
  await expect(gpu3).toBeVisible()
  await clickDrawn(main, 'gpu:3')
  await expect(main.getByRole('heading', { name: 'GPU3', exact: true })).toBeVisible()
  await picture(main, 'bad-lane', 'gpu')
  await main.keyboard.press('m')
  await main.locator('[data-cell="3-0"]').click()
  await picture(main, 'bad-lane', 'matrix')
  await main.keyboard.press('m')
  await picture(main, 'bad-lane', 'lanes')
  await main
    .getByRole('radio', { name: 'Nodes' })
    .or(main.getByRole('button', { name: 'Nodes', exact: true }))
    .click()
  await picture(main, 'bad-lane', 'nodes')
})

test('pictures of mis-set NCCL', async ({ main }) => {
  await openSample(main, 'mis-set-nccl')
  for (const view of ['Overview', 'Links', 'Findings', 'NCCL', 'Bandwidth']) {
    await show(main, view)
    await picture(main, 'mis-set', view.toLowerCase())
  }
})

test('pictures of a node with something for every view', async ({ lanescope, main, scratch }) => {
  test.slow()
  await openFolder(lanescope, main, writeMachine(join(scratch, 'site'), wholeNode()))
  await everyView(main, 'whole', /^(?:Compare|Report)/)
})

test('pictures of large machines', async ({ lanescope, main, scratch }) => {
  test.slow()
  await openFolder(lanescope, main, writeMachine(join(scratch, 'x16'), sixteenGpus()))
  await show(main, 'Links')
  await picture(main, 'x16', 'links')
  await main.keyboard.press('m')
  await picture(main, 'x16', 'matrix')
  await main.evaluate(() => window.lanescope?.invoke('session.close', null))
  await openFolder(lanescope, main, writeMachine(join(scratch, 'rack'), nvl72()))
  await picture(main, 'rack', 'overview')
  await show(main, 'Links')
  await picture(main, 'rack', 'links')
  await main.evaluate(() => window.lanescope?.invoke('session.close', null))
  await openFolder(lanescope, main, writeMachine(join(scratch, 'fleet'), fleet()))
  await settled(main)
  await picture(main, 'fleet', 'overview')
  await show(main, 'Findings')
  await picture(main, 'fleet', 'findings')
})
