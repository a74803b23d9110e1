import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { nvlinkStatus, topoMatrix } from '../../shared/prove/texts'
import { wholeNode, writeMachine } from '../builders/machines'
import { dropPaths, expect, test } from './app'
import { currentSession, dropFolder, openSample, pasteText, settled, show } from './steps'

/** Ways in, as a user takes them: a dropped folder, pasted transcripts, a reading that is broken off; and the window's own keys. */

const transcript = (host: string, dead: readonly number[] = []): string =>
  [
    `admin@${host}:~$ nvidia-smi nvlink -s`,
    nvlinkStatus({ name: 'NVIDIA H200', gpus: 2, links: 18, rate: '26.562', inactive: { 1: dead } }).trimEnd(),
    `admin@${host}:~$ nvidia-smi topo -m`,
    topoMatrix({ gpus: 2, pair: () => 'NV18' }).trimEnd(),
    `admin@${host}:~$ `,
  ].join('\n')

test('a dropped folder is one node with all its views', async ({ main, scratch }) => {
  await expect(main.getByRole('button', { name: 'Open folder' })).toBeVisible()
  await dropFolder(main, writeMachine(join(scratch, 'site'), wholeNode()))
  await settled(main)
  const card = main.getByRole('article', { name: 'gn-a07' })
  await expect(card).toContainText('143/144')
  await expect(main.getByRole('banner')).toContainText('site')
  for (const view of ['NCCL', 'Bandwidth', 'Health']) {
    await show(main, view)
    await expect(main.getByText('in this capture')).toHaveCount(0)
  }
})

test('a pasted transcript is a node, and a second one joins it', async ({ main }) => {
  await expect(main.getByRole('button', { name: 'Open files' })).toBeVisible()
  await pasteText(main, transcript('gn-b01', [4]))
  await settled(main)
  await expect(main.getByRole('article', { name: 'gn-b01' })).toContainText('35/36')
  await pasteText(main, transcript('gn-b02'))
  await expect(main.getByRole('article', { name: 'gn-b02' })).toContainText('36/36')
  await expect(main.getByRole('article')).toHaveCount(2)
  expect((await currentSession(main)).documents).toHaveLength(2)
})

test('a paste of nothing says so', async ({ main }) => {
  await expect(main.getByRole('button', { name: 'Open files' })).toBeVisible()
  await pasteText(main, '  \n ')
  await expect(main.getByText('The clipboard holds no text')).toBeVisible()
})

test('a reading shows how far it is, and Cancel keeps what was open', async ({ main, scratch }) => {
  const large = join(scratch, 'large.log')
  const file = openSync(large, 'w')
  const block = Array.from(
    { length: 4000 },
    (_, i) => `gn-a09:41000:41600 [0] NCCL INFO AllReduce: opCount ${i} count ${i}\n`,
  ).join('')
  for (let i = 0; i < 900; i++) writeSync(file, block)
  closeSync(file)
  await openSample(main, 'healthy')
  await dropPaths(main, [large])
  const bar = main.locator('.reading')
  await expect(bar.getByRole('progressbar')).toBeVisible()
  await expect(bar).toContainText('large.log')
  await bar.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar).toHaveCount(0)
  await expect(main.getByText('cancelled', { exact: false })).toBeVisible()
  await expect(main.getByRole('article', { name: 'gpu-node-a' })).toBeVisible()
})

test('the theme is chosen from the menu and kept', async ({ main }) => {
  await openSample(main, 'healthy')
  const background = () => main.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await main.getByRole('button', { name: /^Theme/ }).click()
  await main.getByRole('menuitem', { name: 'Dark' }).click()
  await expect(main.locator('html')).toHaveAttribute('data-theme', 'dark')
  const dark = await background()
  await main.getByRole('button', { name: /^Theme/ }).click()
  await main.getByRole('menuitem', { name: 'Light' }).click()
  await expect(main.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await background()).not.toBe(dark)
  await main.reload()
  await expect(main.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the palette goes to a node, a finding, a view; ? lists the keys; Ctrl and a digit shows a view', async ({
  main,
}) => {
  await openSample(main, 'bad-lane')
  const current = main.locator('nav [aria-current="page"]')
  const choose = async (words: string): Promise<void> => {
    await main.keyboard.press('Control+Shift+P')
    await main.getByPlaceholder('Go to a view').fill(words)
    await main.keyboard.press('Enter')
  }
  await choose('gn-a08')
  await expect(current).toHaveText(/^Links/)
  await expect(main.getByRole('application')).toHaveAttribute('aria-label', /gn-a08/)
  await choose('nvlink-inactive')
  await expect(current).toHaveText(/^Findings/)
  await expect(main.getByRole('article')).toContainText('nvlink-inactive')
  await choose('bandwidth')
  await expect(current).toHaveText(/^Bandwidth/)
  await main.keyboard.press('Control+2')
  await expect(current).toHaveText(/^Links/)
  await main.keyboard.press('Alt+ArrowLeft')
  await expect(current).toHaveText(/^Bandwidth/)
  await main.keyboard.press('Alt+ArrowRight')
  await expect(current).toHaveText(/^Links/)
  await main.keyboard.press('?')
  const keys = main.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toContainText('Ctrl Shift P')
  await expect(keys.locator('dt')).toHaveCount(12)
  await main.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
})

test('a finished case closes to the opening page, and stands there as recent', async ({ main, scratch }) => {
  await dropFolder(main, writeMachine(join(scratch, 'site'), wholeNode()))
  await settled(main)
  await main.getByRole('button', { name: 'Case' }).click()
  await main.getByRole('menuitem', { name: 'Close' }).click()
  const recent = main.getByRole('button', { name: /^site/ })
  await expect(recent).toBeVisible()
  await recent.click()
  await settled(main)
  await expect(main.getByRole('article', { name: 'gn-a07' })).toBeVisible()
})
