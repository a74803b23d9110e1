import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { fleet, wholeNode, writeMachine } from '../builders/machines'
import { expect, test } from './app'
import { clickDrawn, openFolder, openSample, setTheme, settled, show, views } from './steps'

/** axe on every view, in both themes: nothing serious, nothing critical. */

async function faults(page: Page, where: string): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${where}: ${id} ${html.slice(0, 300)}`))
}

/** Comparing and the report are long pages: asked once, of the sample that has two nodes. */
const long = /^(?:Compare|Report)/

async function everyView(page: Page, all: boolean): Promise<readonly string[]> {
  const found: string[] = []
  for (let i = 0; i < (await views(page).count()); i++) {
    const view = views(page).nth(i)
    if (!all && long.test(await view.innerText())) continue
    await view.click()
    await expect(view).toHaveAttribute('aria-current', 'page')
    found.push(...(await faults(page, await view.innerText())))
  }
  return found
}

for (const theme of ['light', 'dark'] as const) {
  test(`the opening page and every view of a sample, ${theme}`, async ({ main }) => {
    test.slow()
    await expect(main.getByRole('button', { name: 'A bad lane' })).toBeVisible()
    await setTheme(main, theme)
    expect(await faults(main, 'open')).toEqual([])
    await openSample(main, 'bad-lane')
    expect(await everyView(main, true)).toEqual([])
  })

  test(`every view of a node with samples, events and a job, and the forms of Links, ${theme}`, async ({
    lanescope,
    main,
    scratch,
  }) => {
    test.slow()
    await openFolder(lanescope, main, writeMachine(join(scratch, 'site'), wholeNode()))
    await setTheme(main, theme)
    const found = [...(await everyView(main, false))]
    await show(main, 'Links')
    await clickDrawn(main, 'gpu:3')
    found.push(...(await faults(main, 'GPU panel')))
    await main.keyboard.press('m')
    await main.locator('[data-cell="3-0"]').click()
    found.push(...(await faults(main, 'matrix')))
    await main.keyboard.press('m')
    found.push(...(await faults(main, 'lanes')))
    await show(main, 'Health')
    for (const part of [/^Events/, /^Counters/]) {
      await main.getByRole('radio', { name: part }).click()
      found.push(...(await faults(main, String(part))))
    }
    expect(found).toEqual([])
  })

  test(`a fleet, its dialogs, the palette and the keys, ${theme}`, async ({ lanescope, main, scratch }) => {
    test.slow()
    await openFolder(lanescope, main, writeMachine(join(scratch, 'fleet'), fleet(8)))
    await settled(main)
    await setTheme(main, theme)
    const found = [...(await faults(main, 'overview of a fleet'))]
    await main.getByRole('article').first().getByRole('button', { name: 'Rename' }).click()
    found.push(...(await faults(main, 'rename')))
    await main.keyboard.press('Escape')
    await main.keyboard.press('Control+Shift+P')
    await expect(main.getByPlaceholder('Go to a view')).toBeVisible()
    found.push(...(await faults(main, 'palette')))
    await main.keyboard.press('Escape')
    await main.locator('body').click({ position: { x: 640, y: 20 } })
    await main.keyboard.press('?')
    await expect(main.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    found.push(...(await faults(main, 'keys')))
    await main.keyboard.press('Escape')
    await show(main, 'Links')
    await main.getByRole('radio', { name: 'Nodes' }).click()
    found.push(...(await faults(main, 'pictures of all nodes')))
    expect(found).toEqual([])
  })
}
