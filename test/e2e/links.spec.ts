import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './app'
import type { samples } from './steps'
import {
  boxTexts,
  clickDrawn,
  currentSession,
  drawn,
  graphHost,
  labels,
  lanesUp,
  openSample,
  setTheme,
  show,
  tab,
  unpainted,
  type DrawnElement,
  type SampleId,
} from './steps'

/** The Links view: what is drawn is what was captured, and every part leads to its lines. */

const side = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const form = (page: Page, name: string) => page.getByRole('radio', { name })

async function openLinks(page: Page, sample: SampleId): Promise<readonly DrawnElement[]> {
  await openSample(page, sample)
  await show(page, 'Links')
  await expect(graphHost(page)).toBeVisible()
  return drawn(page)
}

for (const sample of ['bad-lane', 'healthy', 'mis-set-nccl'] as const satisfies readonly (keyof typeof samples)[]) {
  test(`the graph of the sample ${sample} draws each GPU with its lanes up, each NIC, and nothing twice`, async ({
    main,
  }) => {
    const elements = await openLinks(main, sample)
    const node = (await currentSession(main)).nodes[0]
    expect(node?.gpus.length).toBeGreaterThan(0)
    const lanes = node ? lanesUp(node) : new Map<number, number>()
    for (const [index, up] of lanes) {
      const texts = boxTexts(elements, `gpu:${index}`)
      expect(texts[0]).toBe(`GPU${index}`)
      expect(texts.join(' ')).toMatch(new RegExp(`\\b${up}/18\\b`))
    }
    expect(elements.filter(({ id }) => /^gpu:\d+$/.test(id))).toHaveLength(node?.gpus.length ?? 0)
    expect(elements.filter(({ id }) => /^nic:/.test(id) && !id.includes('#'))).toHaveLength(node?.nics.length ?? 0)
    expect(new Set(elements.map(({ id }) => id)).size).toBe(elements.length)
    const total = [...lanes.values()].reduce((sum, up) => sum + up, 0)
    await expect(graphHost(main)).toHaveAttribute(
      'aria-label',
      new RegExp(`${total} of ${18 * (node?.gpus.length ?? 0)} lanes up`),
    )
  })
}

test('a GPU opens its lanes table, its evidence opens the line in Sources, and back', async ({ main }) => {
  await openLinks(main, 'bad-lane')
  const gpu = (await currentSession(main)).nodes[0]?.gpus.find(({ index }) => index === 3)
  const dead = gpu?.links.filter(({ state }) => state === 'inactive').map(({ index }) => index) ?? []
  expect(dead.length).toBeGreaterThan(0)
  await clickDrawn(main, 'gpu:3')
  await expect(side(main).getByRole('heading', { name: 'GPU3', exact: true })).toBeVisible()
  await expect(side(main).getByText(`${18 - dead.length} of 18 lanes`, { exact: true })).toBeVisible()
  const rows = side(main).getByRole('tabpanel').locator('tbody tr')
  await expect(rows).toHaveCount(18)
  await expect(side(main).locator('tr.x')).toHaveCount(dead.length)
  for (const link of dead) await expect(rows.nth(link)).toContainText('inactive')
  const hit = side(main).locator('.l.hit', { hasText: `Link ${dead[0]}: <inactive>` })
  await expect(hit).toBeVisible()
  const number = await hit.locator('.no').innerText()
  await side(main).getByRole('button', { name: 'open in Sources' }).last().click()
  await expect(tab(main, 'Sources')).toHaveAttribute('aria-current', 'page')
  await expect(main.locator('.viewer .l', { hasText: `Link ${dead[0]}: <inactive>` }).first()).toBeVisible()
  await expect(main.locator('.viewer .no', { hasText: new RegExp(`^\\s*${number}\\s*$`) })).toBeVisible()
  await main.keyboard.press('Alt+ArrowLeft')
  await expect(tab(main, 'Links')).toHaveAttribute('aria-current', 'page')
  await expect(side(main).getByRole('heading', { name: 'GPU3', exact: true })).toBeVisible()
})

test('an edge opens the lanes that it stands for', async ({ main }) => {
  const elements = await openLinks(main, 'bad-lane')
  const pill = elements.find(({ id, label, on }) => /^\d+\/\d+$/.test(label) && on.startsWith('nvl:') && id !== on)
  expect(pill?.label).toBe('2/4')
  await main.mouse.click(pill?.x ?? 0, pill?.y ?? 0)
  await expect(side(main).getByRole('heading', { name: 'GPU3 → NVSwitch2' })).toBeVisible()
  await expect(side(main).getByText('2 of 4 lanes', { exact: true })).toBeVisible()
  await expect(side(main).locator('table.lanes tbody tr')).toHaveCount(4)
  await expect(side(main).locator('table.lanes tr.x')).toHaveCount(2)
  await clickDrawn(main, 'nvs:0')
  await expect(side(main).getByRole('heading', { name: 'NVSwitch0' })).toBeVisible()
  await expect(side(main).getByText('40 of 40 lanes', { exact: true })).toBeVisible()
})

test('the tip of a box goes with the pointer, also out of the pane in one stride', async ({ main }) => {
  const elements = await openLinks(main, 'bad-lane')
  const box = elements.find(({ id }) => id === 'gpu:3')
  await main.mouse.move(box?.x ?? 0, box?.y ?? 0)
  const tip = main.locator('.tip')
  await expect(tip).toHaveText(/^GPU3, NVIDIA H100 80GB HBM3, 16\/18 lanes/)
  await main.mouse.move(870, 18)
  await expect(tip).toHaveCount(0)
})

test('layers take their lines away and bring them back', async ({ main }) => {
  const before = await openLinks(main, 'bad-lane')
  const lines = (elements: readonly DrawnElement[], kind: string) =>
    elements.filter(({ id, group }) => group === 'edges' && id.startsWith(kind)).length
  expect(lines(before, 'nvl:')).toBeGreaterThan(0)
  await main.getByRole('button', { name: 'NVLink', exact: true }).click()
  await expect.poll(async () => lines(await drawn(main), 'nvl:')).toBe(0)
  expect(lines(await drawn(main), 'pcie:')).toBe(lines(before, 'pcie:'))
  await main.getByRole('button', { name: 'NVLink', exact: true }).click()
  await main.getByRole('button', { name: 'PCIe', exact: true }).click()
  await expect.poll(async () => lines(await drawn(main), 'nvl:')).toBe(lines(before, 'nvl:'))
  expect(lines(await drawn(main), 'pcie:gpu')).toBe(0)
})

test('the graph is walked with the arrow keys, Tab, Enter and Escape', async ({ main }) => {
  await openLinks(main, 'bad-lane')
  const heading = side(main).getByRole('heading', { level: 1 })
  await graphHost(main).focus()
  await main.keyboard.press('ArrowRight')
  await expect(heading).toHaveText('GPU0')
  await main.keyboard.press('ArrowRight')
  await expect(heading).toHaveText('GPU1')
  for (let i = 0; i < 2; i++) await main.keyboard.press('ArrowRight')
  await expect(heading).toHaveText('GPU3')
  await main.keyboard.press('ArrowDown')
  await expect(heading).toHaveText('PCIe switch 1')
  await main.keyboard.press('ArrowUp')
  await expect(heading).toHaveText(/^GPU[23]$/)
  await main.keyboard.press('Tab')
  await expect(heading).toHaveText(/^GPU[23] → NVSwitch\d$/)
  await main.keyboard.press('Enter')
  await expect(side(main)).toBeFocused()
  await graphHost(main).focus()
  await main.keyboard.press('Escape')
  await expect(heading).toHaveText('gn-a07')
})

test('M goes from graph to matrix to lanes; the matrix shows the captured cells and walks with the arrow keys', async ({
  main,
}) => {
  await openLinks(main, 'bad-lane')
  const topology = (await currentSession(main)).nodes[0]?.topologies[0]
  await main.keyboard.press('m')
  await expect(form(main, 'Matrix')).toBeChecked()
  const grid = main.getByRole('grid')
  const shown = await grid
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td[data-cell]')].map((cell) => cell.textContent?.trim())),
    )
  expect(shown).toEqual(topology?.cells.map((row) => row.map((cell) => cell.trim())))
  await main.locator('[data-cell="3-0"]').click()
  await expect(side(main).getByRole('heading', { level: 1 })).toHaveText('GPU3 → GPU0')
  await main.keyboard.press('ArrowRight')
  await expect(side(main).getByRole('heading', { level: 1 })).toHaveText('GPU3 → GPU1')
  await main.keyboard.press('ArrowUp')
  await expect(side(main).getByRole('heading', { level: 1 })).toHaveText('GPU2 → GPU1')
  await expect(main.locator('[data-cell="2-1"]')).toBeFocused()
  await main.keyboard.press('m')
  await expect(form(main, 'Lanes')).toBeChecked()
  await main.keyboard.press('m')
  await expect(form(main, 'Graph')).toBeChecked()
})

test('the lanes table lists every lane, sorts, and copies what it shows', async ({ lanescope, main }) => {
  await openLinks(main, 'bad-lane')
  const node = (await currentSession(main)).nodes[0]
  const lanes = node?.gpus.reduce((sum, gpu) => sum + gpu.links.length, 0) ?? 0
  const dead = node?.gpus.flatMap((gpu) => gpu.links.filter(({ state }) => state === 'inactive')).length ?? 0
  await form(main, 'Lanes').click()
  const table = main.getByRole('table', { name: 'Lanes of all GPUs' })
  await expect(table.getByText('dead', { exact: true })).toHaveCount(dead)
  await table.getByRole('button', { name: 'State' }).click()
  await expect(table.locator('tbody tr').nth(0)).toContainText('dead')
  await table.locator('tbody tr').nth(0).click()
  await expect(side(main).getByRole('heading', { level: 1 })).toHaveText('GPU3')
  await main.getByRole('button', { name: 'Copy table' }).click()
  if (lanescope.standin)
    await expect.poll(() => lanescope.standin?.copied.at(-1)?.trim().split('\n').length).toBe(lanes + 1)
})

test('another node is chosen from the menu and from the pictures of all nodes', async ({ main }) => {
  await openLinks(main, 'bad-lane')
  await main.getByRole('button', { name: /^Node/ }).click()
  await main.getByRole('menuitem', { name: 'gn-a08' }).click()
  await expect(side(main).getByRole('heading', { level: 1 })).toHaveText('gn-a08')
  await expect(graphHost(main)).toHaveAttribute('aria-label', /gn-a08.*144 of 144 lanes up/)
  expect(boxTexts(await drawn(main), 'gpu:3').join(' ')).toContain('18/18')
  await form(main, 'Nodes').click()
  const tiles = main.getByRole('region', { name: 'Nodes' }).getByRole('button')
  await expect(tiles).toHaveCount(2)
  await expect(tiles.nth(0)).toContainText('142 of 144 lanes')
  await expect(tiles.nth(0).getByRole('img')).toHaveAttribute('alt', /GPU3 16\/18/)
  await tiles.nth(0).click()
  await expect(graphHost(main)).toHaveAttribute('aria-label', /Links of gn-a07/)
})

test('the picture is saved as drawn', { tag: '@app' }, async ({ lanescope, main, scratch }) => {
  await openLinks(main, 'bad-lane')
  const target = join(scratch, 'links.svg')
  await lanescope.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, target)
  await main.getByRole('button', { name: 'Export' }).click()
  await main.getByRole('menuitem', { name: /SVG/ }).click()
  await expect(main.getByText(/links\.svg/)).toBeVisible()
  const svg = readFileSync(target, 'utf8')
  const seen = labels(await drawn(main)).filter((label) => /^(?:GPU|NIC|NVSwitch)\d+$|\d+\/\d+/.test(label))
  expect(seen.length).toBeGreaterThan(20)
  for (const label of seen) expect(svg).toContain(`>${label}<`)
})

test('a change of theme draws the same graph in other colours', async ({ main }) => {
  const before = await openLinks(main, 'bad-lane')
  const colour = () =>
    graphHost(main).evaluate((host) => {
      const registered: unknown = Reflect.get(host, '_cyreg')
      const core = (registered as { cy: { getElementById(id: string): { style(name: string): string } } }).cy
      return core.getElementById('gpu:0').style('background-color')
    })
  const light = await colour()
  await setTheme(main, 'dark')
  await expect.poll(colour).not.toBe(light)
  expect(labels(await drawn(main))).toEqual(labels(before))
  await expect.poll(() => unpainted(main)).toEqual([])
  await show(main, 'Compare')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(main, theme)
    await expect.poll(() => unpainted(main)).toEqual([])
    await expect(main.getByRole('application')).toHaveCount(2)
  }
})

test('a note on a cell of the matrix is on the link of the two, seen from either side @app', async ({ main }) => {
  await openSample(main, 'bad-lane')
  await show(main, 'Links')
  await main.keyboard.press('m')
  await main.locator('[data-cell="0-0"]').click()
  await expect(main.getByRole('button', { name: 'Add note…' })).toHaveCount(0)
  await main.locator('[data-cell="3-0"]').click()
  await main.getByRole('button', { name: 'Add note…' }).click()
  await main.getByRole('textbox', { name: 'Note' }).fill('cable swapped')
  await main.getByRole('button', { name: /^OK/ }).click()
  await expect(main.getByText('cable swapped')).toBeVisible()
  await main.locator('[data-cell="0-3"]').click()
  await expect(main.getByText('cable swapped')).toBeVisible()
  await main.locator('[data-cell="3-1"]').click()
  await expect(main.getByText('cable swapped')).toHaveCount(0)
})
