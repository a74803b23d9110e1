import { expect, test } from './app'
import { currentSession, openSample, show } from './steps'

/** What the window says of its rules: each one's page, and the proofs that all of them hold. */

test('a rule is explained from its finding, names what it looks at, and leads to the rules beside it', async ({
  main,
}) => {
  await openSample(main, 'mis-set-nccl')
  await show(main, 'Findings')
  const { rules } = await currentSession(main)
  const info = rules.find(({ id }) => id === 'nccl-p2p-disabled')
  await main.locator('header').getByRole('button', { name: 'nccl-p2p-disabled' }).click()
  const dialog = main.getByRole('dialog', { name: 'About this rule' })
  await expect(dialog).toContainText('nccl-p2p-disabled')
  await expect(dialog).toContainText(`since ${info?.since ?? 'nothing'}`)
  expect(info?.needs?.length).toBeGreaterThan(0)
  for (const { capture } of info?.needs ?? [])
    await expect(dialog.getByText(capture, { exact: true }).first()).toBeVisible()
  // No placeholder is left open in a text without data.
  expect(await dialog.innerText()).not.toMatch(/[{}]/)
  expect(info?.folds).toContain('nccl-shm-inside-node')
  await dialog.getByRole('listitem').filter({ hasText: 'nccl-shm-inside-node' }).getByRole('button').click()
  await expect(dialog.locator('p').first()).toContainText('nccl-shm-inside-node')
  await main.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the rules are proven on the captures that come along, each rule in a row', async ({ main }) => {
  test.slow()
  await openSample(main, 'healthy')
  const { rules } = await currentSession(main)
  await main.keyboard.press('Control+Shift+P')
  await main.getByPlaceholder('Go to a view').fill('Prove the rules')
  await main.keyboard.press('Enter')
  const dialog = main.getByRole('dialog', { name: 'Prove the rules' })
  await expect(dialog.getByRole('status')).toContainText('all passed', { timeout: 60_000 })
  await expect(dialog.getByRole('status')).toContainText(`${rules.length} rules`)
  await expect(dialog.locator('tbody tr')).toHaveCount(rules.length)
})
