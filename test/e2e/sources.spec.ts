import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './app'
import { currentSession, documentLines, dropFolder, openSample, settled, show, tab } from './steps'

/** The Sources view: every document with its sections, its text, and the way from a line to its findings. */

test('every document stands in the tree, and its text is what the file holds', async ({ main }) => {
  await openSample(main, 'healthy')
  await show(main, 'Sources')
  const { documents } = await currentSession(main)
  const tree = main.getByRole('tree')
  for (const { name } of documents)
    await expect(
      tree
        .getByRole('treeitem')
        .filter({ hasText: name.split('/').at(-1) ?? name })
        .first(),
    ).toBeVisible()
  const document = documents.find(({ name }) => name.endsWith('nvidia-smi-topo-m.txt'))
  await tree
    .getByRole('treeitem', { name: /nvidia-smi-topo-m\.txt/ })
    .first()
    .click()
  const shown = main.locator('.viewer .l .t')
  const lines = await documentLines(main, document?.id ?? '', 1, 5)
  for (const [i, line] of lines.entries())
    expect((await shown.nth(i).textContent())?.replaceAll('␛', '\u001b')).toBe(line)
  await expect(main.getByText(`${document?.lines ?? 0} lines`, { exact: false }).first()).toBeVisible()
})

test('a line number is gone to, and a line names the findings that rest on it', async ({ main }) => {
  await openSample(main, 'bad-lane')
  const session = await currentSession(main)
  const finding = session.findings[0]
  const evidence = finding?.evidence[0]
  await show(main, 'Sources')
  await main
    .getByRole('treeitem')
    .filter({
      hasText:
        session.documents
          .find(({ id }) => id === evidence?.document)
          ?.name.split('/')
          .at(-1) ?? '?',
    })
    .first()
    .click()
  await main.keyboard.press('Control+g')
  await main.keyboard.type(String(evidence?.line ?? 1))
  await main.keyboard.press('Enter')
  await expect(main.locator('.viewer .l.on .no')).toHaveText(String(evidence?.line))
  const links = main.locator('.bar .list').getByRole('button')
  await expect(links.first()).toBeVisible()
  const title = await links.first().innerText()
  await links.first().click()
  await expect(tab(main, 'Findings')).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('article').getByRole('heading', { level: 2 }).first()).toHaveText(title.trim())
})

test('lines that nobody understood stay visible and are counted', { tag: '@app' }, async ({ main, scratch }) => {
  const folder = join(scratch, 'notes')
  const { mkdirSync } = await import('node:fs')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'mail.txt'),
    'Dear support,\nthe node is slow.\n\nGPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-11111111-2222-3333-4444-555555555555)\n',
  )
  await expect(main.locator('body')).toBeVisible()
  await dropFolder(main, folder)
  await settled(main)
  await show(main, 'Sources')
  await expect(main.getByText('Dear support,')).toBeVisible()
  const unread = (await currentSession(main)).documents[0]?.unrecognisedLines ?? 0
  expect(unread).toBe(2)
  await expect(main.getByRole('treeitem', { name: /mail\.txt/ })).toContainText(`${unread} ?`)
  await expect(main.getByRole('contentinfo')).toContainText(`${unread} not recognised`)
})

test('search over all documents leads to each match', async ({ main }) => {
  await openSample(main, 'bad-lane')
  await show(main, 'Sources')
  await main.getByRole('button', { name: 'All documents' }).click()
  await main.getByRole('searchbox').first().fill('<inactive>')
  await main.keyboard.press('Enter')
  const session = await currentSession(main)
  const dead = session.nodes.flatMap(({ gpus }) =>
    gpus.flatMap(({ links }) => links.filter(({ state }) => state === 'inactive')),
  )
  const found = main.locator('main').getByRole('button').filter({ hasText: '<inactive>' })
  await expect(found).toHaveCount(dead.length)
  await found.first().click()
  await expect(main.locator('.viewer .l.on')).toContainText('<inactive>')
})
