import { join } from 'node:path'
import { fleet, nvl72, rackHost, sixteenGpus, writeMachine } from '../builders/machines'
import { expect, test } from './app'
import { boxTexts, currentSession, drawn, graphHost, labels, openFolder, openSample, show, tab } from './steps'

/** The Overview, and the machines that no sample has: sixteen GPUs, a rack, a fleet. */

test('cards say what each node has, strip by strip, and a finding leads to its page', async ({ main }) => {
  await openSample(main, 'bad-lane')
  const bad = main.getByRole('article', { name: 'gn-a07' })
  const good = main.getByRole('article', { name: 'gn-a08' })
  await expect(bad).toContainText('8 × NVIDIA H100 80GB HBM3')
  await expect(bad).toContainText('142/144')
  await expect(good).toContainText('144/144')
  await expect(bad.getByRole('img', { name: /GPU3.*16 of 18/ })).toBeVisible()
  const worst = (await currentSession(main)).findings[0]
  expect(worst?.severity).toBe('error')
  const title = await bad.locator('.worst button').innerText()
  await bad.locator('.worst button').click()
  await expect(tab(main, 'Findings')).toHaveAttribute('aria-current', 'page')
  await expect(main.locator('article h2').first()).toHaveText(title)
})

test('one node in full leads from a value to its line', async ({ main }) => {
  await openSample(main, 'healthy')
  const session = await currentSession(main)
  const driver = session.nodes[0]?.software.driver.at(-1)
  await main.getByRole('button', { name: driver?.value ?? 'no driver', exact: true }).click()
  await expect(tab(main, 'Sources')).toHaveAttribute('aria-current', 'page')
  const name = session.documents.find(({ id }) => id === driver?.source.document)?.name
  await expect(main.getByRole('region', { name: new RegExp(name ?? 'no document') })).toBeVisible()
  await expect(main.locator('.viewer .l.on')).toContainText(driver?.value ?? 'no driver')
})

test('a node is renamed everywhere, and undo takes it back', { tag: '@app' }, async ({ main }) => {
  await openSample(main, 'bad-lane')
  await main.getByRole('article', { name: 'gn-a07' }).getByRole('button', { name: 'Rename' }).click()
  const dialog = main.getByRole('dialog')
  await dialog.getByRole('textbox').fill('left rack')
  await dialog.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(main.getByRole('article', { name: 'left rack' })).toBeVisible()
  await show(main, 'Links')
  await expect(graphHost(main)).toHaveAttribute('aria-label', /Links of left rack/)
  await main.keyboard.press('Control+z')
  await expect(graphHost(main)).toHaveAttribute('aria-label', /Links of gn-a07/)
  await main.keyboard.press('Control+Shift+z')
  await expect(graphHost(main)).toHaveAttribute('aria-label', /Links of left rack/)
  await main.keyboard.press('Control+z')
  await show(main, 'Overview')
  await expect(main.getByRole('article', { name: 'gn-a07' })).toBeVisible()
})

test('two nodes that are one machine join, and undo takes them apart', { tag: '@app' }, async ({ main }) => {
  await openSample(main, 'bad-lane')
  await main.getByRole('article', { name: 'gn-a08' }).getByRole('button', { name: 'Rename' }).click()
  const dialog = main.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption({ label: 'gn-a07' })
  await dialog.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(main.getByRole('article')).toHaveCount(1)
  await main.keyboard.press('Control+z')
  await expect(main.getByRole('article')).toHaveCount(2)
})

test(
  'sixteen GPUs and 64 NICs: all drawn, adapters in stacks, the odd one on its own',
  { tag: '@app' },
  async ({ lanescope, main, scratch }) => {
    await openFolder(lanescope, main, writeMachine(join(scratch, 'x16'), sixteenGpus()))
    const card = main.getByRole('article', { name: 'gn-x16' })
    await expect(card).toContainText('16 × Tesla V100-SXM3-32GB')
    await expect(card).toContainText('95/96')
    await expect(card).toContainText('63 of 64 up')
    await show(main, 'Links')
    await expect(graphHost(main)).toHaveAttribute('aria-label', /16 × .*95 of 96 lanes up.*GPU9 5\/6.*64 × NIC/)
    const elements = await drawn(main)
    for (let gpu = 0; gpu < 16; gpu++)
      expect(boxTexts(elements, `gpu:${gpu}`).join(' ')).toBe(`GPU${gpu} ${gpu === 9 ? '5/6' : '6/6'}`)
    const stacks = labels(elements).flatMap((label) => /^(\d+) × 100G$/.exec(label)?.[1] ?? [])
    expect(stacks.reduce((sum, count) => sum + Number(count), 1)).toBe(64)
    // The port that is down stands alone, and says so by a word in place of its rate.
    expect(boxTexts(elements, 'nic:NIC37')).toEqual(expect.arrayContaining(['NIC37', 'down']))
    // Too wide for the pane at a readable size: the view says so, and 0 shows all of it.
    await expect(main.getByText('Wider than the window')).toBeVisible()
    await main.keyboard.press('0')
    await expect(main.getByText('Wider than the window')).toHaveCount(0)
    const pane = await graphHost(main).boundingBox()
    for (const { id, x } of (await drawn(main)).filter(({ classes }) => classes.includes('hit'))) {
      expect(x, id).toBeGreaterThanOrEqual(pane?.x ?? 0)
      expect(x, id).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0))
    }
    await main.keyboard.press('m')
    const rows = main.getByRole('grid').locator('tbody tr')
    await expect(rows).toHaveCount(80)
    await expect(main.locator('[data-cell="9-0"]')).toHaveText('NV5')
    await expect(main.locator('[data-cell="9-0"]')).toHaveClass(/degraded/)
  },
)

test(
  'a rack of 18 trays: the odd tray first, each tray a picture',
  { tag: '@app' },
  async ({ lanescope, main, scratch }) => {
    await openFolder(lanescope, main, writeMachine(join(scratch, 'rack'), nvl72()))
    const session = await currentSession(main)
    expect(session.nodes.map(({ name }) => name).sort()).toEqual(Array.from({ length: 18 }, (_, i) => rackHost(i + 1)))
    expect(session.nodes.reduce((sum, node) => sum + node.gpus.length, 0)).toBe(72)
    const rows = main.getByRole('table', { name: 'Nodes' }).locator('tbody tr')
    await expect(rows).toHaveCount(18)
    await expect(rows.first()).toContainText(rackHost(5))
    await expect(rows.first()).toContainText('70/72')
    await expect(rows.nth(1)).toContainText('72/72')
    await show(main, 'Links')
    await main.getByRole('radio', { name: 'Nodes' }).click()
    const tiles = main.getByRole('region', { name: 'Nodes' }).getByRole('button')
    await expect(tiles).toHaveCount(18)
    await expect(tiles.filter({ hasText: rackHost(5) })).toContainText('70 of 72 lanes')
    await expect(tiles.filter({ hasText: '72 of 72 lanes' })).toHaveCount(17)
    await tiles.filter({ hasText: rackHost(5) }).click()
    const elements = await drawn(main)
    expect(boxTexts(elements, 'gpu:2')).toEqual(['GPU2', '16/18 lanes'])
    expect(boxTexts(elements, 'gpu:0')).toEqual(['GPU0', '18/18 lanes'])
  },
)

test(
  '32 nodes: the majority on top, those that differ first, and the table sorts',
  { tag: '@app' },
  async ({ lanescope, main, scratch }) => {
    await openFolder(lanescope, main, writeMachine(join(scratch, 'fleet'), fleet()))
    await expect(main.getByText('32 nodes', { exact: true })).toBeVisible()
    const table = main.getByRole('table', { name: 'Nodes' })
    const rows = table.locator('tbody tr')
    await expect(rows).toHaveCount(32)
    const majority = table.getByRole('row', { name: /^majority/ })
    await expect(majority).toContainText('144/144')
    await expect(majority).toContainText('580.95.05')
    await expect(rows.nth(0)).toContainText('gn-c07')
    await expect(rows.nth(0)).toContainText('143/144')
    await expect(rows.nth(1)).toContainText('gn-c19')
    await expect(rows.nth(1)).toContainText('570.133.20')
    // What a node's capture does not show is unknown, neither odd nor equal.
    const hardly = rows.filter({ hasText: 'gn-c30' })
    await expect(hardly.getByRole('img', { name: 'not in capture' })).not.toHaveCount(0)
    await expect(hardly).not.toContainText('580.95.05')
    await table.getByRole('button', { name: 'Node', exact: true }).click()
    await expect(rows.nth(0)).toContainText('gn-c01')
    await expect(main.getByRole('article')).toHaveCount(2)
    await rows.nth(6).getByRole('button', { name: 'gn-c07' }).click()
    await expect(graphHost(main)).toHaveAttribute('aria-label', /Links of gn-c07.*143 of 144/)
  },
)
