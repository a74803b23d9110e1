import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { fleetChanges, nodeFiles, nodeName, type NodeChange } from '../../scripts/fleet-node.mjs'
import { dropPaths, expect, test } from './app'
import { openFolder, openSample, show, tab } from './steps'

/** Comparing two nodes, a node and a reference, and many nodes, on screen. */

function writeNode(folder: string, name: string, number: number, change: NodeChange = {}): void {
  mkdirSync(join(folder, name), { recursive: true })
  for (const [file, text] of Object.entries(nodeFiles(name, number, change)))
    writeFileSync(join(folder, name, file), text)
}

const four: NodeChange = {
  down: { 3: [9, 11] },
  driver: '570.133.20',
  moved: { 5: 0 },
  environment: { NCCL_IB_GID_INDEX: '1' },
}

const changed = (page: Page): Locator =>
  page.locator('tr.fact:not([data-result="same"]):not([data-result="not-comparable"])')
const panes = (page: Page): Locator => page.getByRole('application')

interface Drawn {
  readonly id: string
  readonly label: string
  readonly on: string
}

/** What one of the two drawings holds, read from the drawing itself. */
async function drawnIn(pane: Locator): Promise<readonly Drawn[]> {
  return pane.evaluate((host) => {
    const registered: unknown = Reflect.get(host, '_cyreg')
    const { cy } = registered as {
      cy: { elements(): { map<T>(fn: (e: { id(): string; data(n: string): unknown }) => T): T[] } }
    }
    return cy.elements().map((element) => ({
      id: element.id(),
      label: String(element.data('label') ?? ''),
      on: String(element.data('on') ?? ''),
    }))
  })
}

/** Number -> part that carries it. */
const numbers = (elements: readonly Drawn[]): readonly string[] =>
  elements
    .filter(({ id, label }) => id.startsWith('number:') && label !== '')
    .map(({ label, on }) => `${label} ${on}`)
    .sort()

test('four changes in a copy are the four that are reported and drawn', async ({ lanescope, main, scratch }) => {
  const folder = join(scratch, 'rack')
  writeNode(folder, 'gn-a07', 7, four)
  writeNode(folder, 'gn-a08', 8)
  await openFolder(lanescope, main, folder)
  await show(main, 'Compare')

  await expect(changed(main)).toHaveCount(4)
  await expect(changed(main).locator('.name')).toHaveText([
    'GPU3 NVLinks up',
    'NIC5 seen from the GPUs',
    'Driver',
    'NCCL_IB_GID_INDEX',
  ])
  await expect(changed(main).nth(0)).toContainText('16/18 (link 9, 11)')
  await expect(changed(main).nth(0)).toContainText('nvidia-smi-nvlink-s.txt:')
  await expect(main.getByText('2 differences drawn')).toBeVisible()

  await expect(panes(main)).toHaveCount(2)
  const [left, right] = [await drawnIn(panes(main).nth(0)), await drawnIn(panes(main).nth(1))]
  expect(numbers(right)).toEqual(['1 gpu:3', '2 nic:NIC5'])
  expect(numbers(left).map((text) => text[0])).toEqual(['1', '2'])
  expect(left.find(({ id }) => id === 'gpu:3#1')?.label).toBe('16/18')
  expect(right.find(({ id }) => id === 'gpu:3#1')?.label).toBe('18/18')

  // A row shows the lines of both sides, and selects the part in both drawings.
  await changed(main).nth(0).click()
  await expect(main.locator('tr.detail .ev')).toHaveCount(2)
  await expect(main.locator('tr.detail')).toContainText('Link 9: <inactive>')
  await expect(main.locator('tr.detail')).toContainText('16 of 18 NVLinks up')
  await expect(main.locator('.side .hidden-text').nth(0)).toContainText('GPU3')
  await expect(main.locator('.side .hidden-text').nth(1)).toContainText('GPU3')

  await main.getByRole('radio', { name: 'One graph' }).click()
  await expect(panes(main)).toHaveCount(1)
  await main.getByRole('radio', { name: 'Settings', exact: true }).click()
  await expect(main.getByRole('table', { name: 'Settings' })).toContainText('NCCL_IB_GID_INDEX')
  await main.getByRole('radio', { name: 'Curves' }).click()
  await expect(main.getByRole('table', { name: 'Bus bandwidth by size' }).locator('tbody tr')).toHaveCount(12)
  await main.getByRole('radio', { name: 'Findings of one side' }).click()
  await expect(main.getByRole('region', { name: 'Only on gn-a07' })).toContainText('GPU3: 16 of 18 NVLinks up')
})

test('two nodes of one kind have the same configuration, and the view says so', async ({
  lanescope,
  main,
  scratch,
}) => {
  const folder = join(scratch, 'rack')
  writeNode(folder, 'gn-a07', 7)
  writeNode(folder, 'gn-a08', 8)
  await openFolder(lanescope, main, folder)
  await show(main, 'Compare')
  await expect(changed(main)).toHaveCount(0)
  await expect(main.getByText(/The configuration of gn-a07 and gn-a08 is the same/)).toBeVisible()
  await main.getByRole('button', { name: 'Serials and ids' }).click()
  await expect(changed(main).filter({ hasText: 'serial number' })).toHaveCount(8)
})

test('pan and zoom of the two drawings are linked, and pairs can be made by hand', async ({
  lanescope,
  main,
  scratch,
}) => {
  const folder = join(scratch, 'rack')
  writeNode(folder, 'gn-a07', 7, { down: { 1: [4] } })
  writeNode(folder, 'gn-a08', 8, { down: { 2: [4] } })
  await openFolder(lanescope, main, folder)
  await show(main, 'Compare')
  const zoom = (pane: Locator): Promise<number> =>
    pane.evaluate((host) => {
      const registered: unknown = Reflect.get(host, '_cyreg')
      return (registered as { cy: { zoom(): number } }).cy.zoom()
    })
  const before = await zoom(panes(main).nth(1))
  await panes(main).nth(0).focus()
  await main.keyboard.press('+')
  await expect.poll(() => zoom(panes(main).nth(1))).toBeGreaterThan(before)
  expect(await zoom(panes(main).nth(1))).toBeCloseTo(await zoom(panes(main).nth(0)), 5)

  await expect(changed(main)).toHaveCount(2)
  await main.getByRole('button', { name: 'Pairs' }).click()
  await main.getByRole('combobox', { name: 'GPU2: gn-a07' }).selectOption('GPU1')
  await main.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  // The lanes agree now; the NICs keep their names, and hang beside the other GPU of the pair.
  await expect(changed(main).locator('.name')).toHaveText(['NIC1 seen from the GPUs', 'NIC2 seen from the GPUs'])
})

test('two things dropped together offer the comparison', async ({ main, scratch }) => {
  const files = ['gn-a07', 'gn-a08'].map((name, i) => {
    const path = join(scratch, `${name}.txt`)
    const { 'nvidia-smi-L.txt': list, 'nvidia-smi-nvlink-s.txt': links } = nodeFiles(name, i)
    writeFileSync(path, `${list}${links}`)
    return path
  })
  await expect(main.locator('body')).toBeVisible()
  await dropPaths(main, files)
  await main.getByRole('button', { name: 'Compare', exact: true }).last().click()
  await expect(main.getByText(/The configuration of gn-a07 and gn-a08 is the same/)).toBeVisible()
})

test('one node before and after: its inputs are kept apart and compared', async ({ lanescope, main, scratch }) => {
  const folder = join(scratch, 'dumps')
  for (const [when, change] of [
    ['friday', { driver: '580.159.04' }],
    ['monday', { driver: '570.133.20' }],
  ] as const) {
    mkdirSync(join(folder, when), { recursive: true })
    for (const [file, text] of Object.entries(nodeFiles('gn-a07', 7, change)))
      writeFileSync(join(folder, when, file), text)
  }
  await openFolder(lanescope, main, folder)
  await show(main, 'Compare')
  await main.getByRole('button', { name: 'Keep inputs apart' }).click()
  await expect(changed(main).locator('.name')).toHaveText(['Driver'])
  await expect(main.getByRole('button', { name: 'Right: gn-a07 monday' })).toBeVisible()
  await main.getByRole('button', { name: 'Read inputs together' }).click()
  await expect(main.getByRole('button', { name: 'Keep inputs apart' })).toBeVisible()
})

test('a node becomes the reference, is saved, and another is held against it', async ({ lanescope, main, scratch }) => {
  const folder = join(scratch, 'rack')
  const saved = join(scratch, 'good.json')
  writeNode(folder, 'gn-a07', 7, four)
  writeNode(folder, 'gn-a08', 8)
  await openFolder(lanescope, main, folder)
  await lanescope.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, saved)
  await show(main, 'Compare')
  const reference = main.getByRole('button', { name: 'Reference', exact: true })
  await reference.click()
  await main.getByRole('menuitem', { name: 'Make gn-a08 the good one' }).click()
  await reference.click()
  await main.getByRole('menuitem', { name: 'Save reference…' }).click()
  await expect.poll(() => readFileSync(saved, 'utf8')).toContain('"lanescope.reference/1"')

  await reference.click()
  await main.getByRole('menuitem', { name: 'Forget reference' }).click()
  await main.locator('input[type="file"][aria-label="Load reference…"]').setInputFiles(saved)
  await expect(changed(main)).toHaveCount(0)
  await main.getByRole('button', { name: 'Right: gn-a08' }).click()
  await main.getByRole('menuitem', { name: 'gn-a07' }).click()
  await expect(changed(main).locator('.name')).toHaveText([
    'GPU3 NVLinks up',
    'NIC5 seen from the GPUs',
    'Driver',
    'NCCL_IB_GID_INDEX',
  ])
})

test('the odd nodes of a fleet stand first, and one is compared with a usual node', async ({
  lanescope,
  main,
  scratch,
}) => {
  test.slow()
  const folder = join(scratch, 'fleet')
  const changes = fleetChanges(24)
  for (let i = 0; i < 24; i++) writeNode(folder, nodeName(i), i, changes.get(i) ?? {})
  await openFolder(lanescope, main, folder)
  await show(main, 'Fleet')
  await expect(main.getByText('17 alike, 7 odd')).toBeVisible()
  const rows = main.getByRole('table', { name: 'Fleet' }).locator('tbody tr')
  const first = await rows.evaluateAll((all) =>
    all.slice(0, 7).map((row) => row.querySelector('td')?.textContent?.trim()),
  )
  expect([...first].sort()).toEqual([...changes.keys()].map(nodeName).sort())
  await main.getByRole('button', { name: 'Only odd nodes' }).click()
  await expect(rows).toHaveCount(7)
  await main.getByRole('radio', { name: /Outliers/ }).click()
  await expect(main.getByRole('table', { name: 'Outliers' })).toContainText(nodeName([...changes.keys()].at(-1) ?? 0))
  await main.getByRole('radio', { name: 'Facts' }).click()
  await rows.filter({ hasText: '570.133.20' }).getByRole('checkbox').click()
  await main.getByRole('button', { name: 'Compare with a usual one' }).click()
  await expect(changed(main).locator('.name')).toHaveText(['Driver', 'Fabric manager'])
})

test('two nodes opened together are offered to be compared, until they are', async ({ main }) => {
  await openSample(main, 'bad-lane')
  const offer = main.getByText('gn-a07 and gn-a08 are open.')
  await expect(offer).toBeVisible()
  await main.locator('.toasts').getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(tab(main, 'Compare')).toHaveAttribute('aria-current', 'page')
  await expect(offer).toHaveCount(0)
})
