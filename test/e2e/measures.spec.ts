import { join } from 'node:path'
import { wholeNode, writeMachine } from '../builders/machines'
import { expect, test } from './app'
import { currentSession, openFolder, openSample, show, tab } from './steps'

/** The views of what was measured and set: NCCL, Bandwidth, Health. */

test('every NCCL variable stands with its value, and its lines', async ({ main }) => {
  await openSample(main, 'mis-set-nccl')
  await show(main, 'NCCL')
  const session = await currentSession(main)
  const names = new Set(
    [...session.nodes.flatMap(({ settings }) => settings), ...session.communicators.flatMap(({ settings }) => settings)]
      .map(({ name }) => name)
      .filter((name) => name.startsWith('NCCL_')),
  )
  expect(names.size).toBeGreaterThan(3)
  const table = main.getByRole('table').first()
  for (const name of names)
    await expect(table.getByRole('row', { name: new RegExp(`\\b${name}\\b`) }).first()).toBeVisible()
  const row = table.getByRole('row', { name: /\bNCCL_P2P_DISABLE\b/ }).first()
  await expect(row).toContainText('1')
  await row.click()
  await expect(main.locator('.l.hit', { hasText: 'NCCL_P2P_DISABLE' }).first()).toBeVisible()
  const odd = table.getByRole('row', { name: /NCCL_NVLANKS_DISABLE/ }).first()
  await expect(odd).toContainText('NCCL_NVLS_ENABLE')
})

test('communicators show their ranks and transports', async ({ main }) => {
  await openSample(main, 'mis-set-nccl')
  await show(main, 'NCCL')
  const { communicators } = await currentSession(main)
  const part = main.getByRole('radio', { name: /^Communicators/ })
  await expect(part).toContainText(String(communicators.length))
  await part.click()
  await expect(main.locator('main')).toContainText('SHM')
  await expect(main.locator('main')).toContainText('2 ranks')
})

test('curves end at the measured value, cards give a verdict, and the table has every row', async ({ main }) => {
  await openSample(main, 'mis-set-nccl')
  await show(main, 'Bandwidth')
  const { runs } = await currentSession(main)
  const curves = runs.filter(({ rows }) => rows.length > 0)
  const cards = main.getByRole('complementary', { name: 'Runs' })
  await expect(cards.getByText('far below', { exact: true })).toHaveCount(curves.length)
  const chart = main.getByRole('img', { name: /all_reduce/ }).first()
  for (const run of curves) {
    const last = run.rows.at(-1)
    const value = last?.outOfPlace?.busbw
    if (value === undefined || value === null) continue
    const shown = [value - 0.04, value, value + 0.04].map((one) => one.toFixed(1).replace('.', '\\.'))
    await expect(chart).toContainText(new RegExp(shown.join('|')))
  }
  await main.getByRole('radio', { name: 'Table' }).click()
  await expect(main.getByRole('table').locator('tbody tr')).toHaveCount(
    curves.reduce((sum, { rows }) => sum + rows.length, 0),
  )
})

test('a healthy run lies in the band', async ({ main }) => {
  await openSample(main, 'healthy')
  await show(main, 'Bandwidth')
  const cards = main.getByRole('complementary', { name: 'Runs' })
  await expect(cards.getByText('in band', { exact: true })).toBeVisible()
  await expect(main.getByText('230 lowest accepted')).toBeVisible()
  await expect(main.getByText('281 to 345 GB/s from 1 GiB up')).toBeVisible()
  await expect(main.locator('main')).toContainText('329.8')
})

test(
  'samples, events and counters of a node, each with its line',
  { tag: '@app' },
  async ({ lanescope, main, scratch }) => {
    await openFolder(lanescope, main, writeMachine(join(scratch, 'site'), wholeNode()))
    await show(main, 'Health')
    const charts = main.locator('section.chart')
    await expect(charts).toHaveCount(3)
    await expect(charts.nth(1)).toContainText('GPU temperature')
    await expect(charts.nth(1)).toContainText('°C')
    await charts.nth(1).getByRole('button', { name: 'As table' }).click()
    const rows = charts.nth(1).getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(8)
    await expect(rows.first()).toContainText('240')
    await main.getByRole('radio', { name: /^Events/ }).click()
    await expect(main.getByRole('row', { name: /Xid.*74.*GPU3/ })).toBeVisible()
    await expect(main.locator('aside .l.hit')).toContainText('NVLink: fatal error detected on link 7')
    await main.getByRole('radio', { name: /^Counters/ }).click()
    const counter = main.getByRole('row', { name: /CRC.*4,096/ })
    await expect(counter).toBeVisible()
    await counter.click()
    await expect(tab(main, 'Sources')).toHaveAttribute('aria-current', 'page')
    await expect(main.locator('.viewer .l.on')).toContainText('CRC Errors: 4096')
  },
)
