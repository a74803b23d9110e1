import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './app'
import { clickDrawn, openSample, pasteText, settled, setTheme, show } from './steps'

/** All notes in one place, and what stays of a pasted text. */

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add note…' }).first().click()
  await page.getByRole('textbox', { name: 'Note' }).fill(text)
  await page.getByRole('button', { name: /^OK/ }).click()
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Notes' })

test('the list leads to the thing of each note, changes and removes notes, and undoes it', async ({ main }) => {
  await openSample(main, 'bad-lane')
  await main.getByRole('button', { name: 'Notes', exact: true }).click()
  await expect(dialog(main).getByText('No notes yet', { exact: false })).toBeVisible()
  await main.keyboard.press('Escape')

  await show(main, 'Links')
  await clickDrawn(main, 'gpu:3')
  await write(main, 'reseated on Monday')
  await show(main, 'Findings')
  await write(main, 'ask the vendor')
  await show(main, 'Overview')
  await write(main, 'rack 4')

  // By the palette, with keys only.
  await main.keyboard.press('Control+Shift+P')
  await main.keyboard.type('All notes')
  await main.keyboard.press('Enter')
  await expect(dialog(main).getByRole('listitem')).toHaveCount(3)
  await expect(dialog(main).getByRole('listitem').first()).toContainText('ask the vendor')

  await dialog(main)
    .getByRole('button', { name: /^gn-a\d\d, GPU3$/ })
    .click()
  await expect(main.getByRole('button', { name: 'Links' }).first()).toHaveAttribute('aria-current', 'page')
  await expect(main.getByText('reseated on Monday')).toBeVisible()

  await main.getByRole('button', { name: /^Notes/ }).click()
  const rack = dialog(main).getByRole('listitem').filter({ hasText: 'rack 4' })
  await rack.getByRole('button', { name: /^Edit the note/ }).click()
  await main.getByRole('textbox', { name: 'Note' }).fill('rack 5')
  await main.keyboard.press('Control+Enter')
  await expect(dialog(main).getByText('rack 5')).toBeVisible()

  const vendor = dialog(main).getByRole('listitem').filter({ hasText: 'ask the vendor' })
  await vendor.getByRole('button', { name: /^Delete the note/ }).press('Enter')
  await expect(dialog(main).getByRole('listitem')).toHaveCount(2)
  await dialog(main).getByRole('button', { name: 'Undo' }).click()
  await expect(vendor).toBeVisible()
  await main.keyboard.press('Control+z')
  await expect(dialog(main).getByText('rack 4')).toBeVisible()
  await vendor.getByRole('button', { name: /^(?!Edit|Delete)/ }).click()
  await expect(main.getByText('ask the vendor')).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the list of notes is clean for axe, ${theme}`, async ({ main }, info) => {
    await openSample(main, 'bad-lane')
    await setTheme(main, theme)
    await show(main, 'Overview')
    await write(main, 'rack 4, second from below;\nseen with the customer')
    await show(main, 'Findings')
    await write(main, 'ask the vendor')
    await main.getByRole('button', { name: /^Notes/ }).click()
    await expect(dialog(main).getByRole('listitem')).toHaveCount(2)
    await main.screenshot({ path: info.outputPath(`notes-${theme}.png`) })
    const { violations } = await new AxeBuilder({ page: main }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
  })
}

test('pasted text without notes outlives a crash, and is not kept once a case has it', async ({
  lanescope,
  main,
  scratch,
}) => {
  const folder = join(await lanescope.evaluate(({ app }) => app.getPath('userData'), null), 'drafts')
  const kept = (): string =>
    existsSync(folder)
      ? readdirSync(folder)
          .map((name) => readFileSync(join(folder, name), 'utf8'))
          .join('')
      : ''
  await pasteText(main, 'admin@gn-b01:~$ nvidia-smi topo -m\n\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n')
  await settled(main)
  await expect.poll(kept).toContain('gn-b01:~$ nvidia-smi topo -m')
  // What a run that was killed leaves is offered by the next one.
  writeFileSync(join(folder, '00000000-0000-4000-8000-000000000000.json'), kept())

  const saved = join(scratch, 'pasted.lanescope')
  await lanescope.evaluate(({ dialog: boxes }, filePath) => {
    boxes.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, saved)
  await main.keyboard.press('Control+s')
  await expect.poll(() => existsSync(saved)).toBe(true)
  await expect.poll(() => readdirSync(folder)).toEqual(['00000000-0000-4000-8000-000000000000.json'])

  await main.evaluate(() => window.lanescope?.invoke('session.close', null))
  await main.reload()
  await main.getByRole('button', { name: 'Restore' }).click()
  await settled(main)
  await expect(main.getByText('gn-b01').first()).toBeVisible()
})
