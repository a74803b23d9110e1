import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SessionView } from '../../shared/derive/session-view'
import { artefacts, dropPaths, expect, test } from './app'

/** `nvidia-smi topo -m` of a two-GPU node with one NVLink bond, as its driver prints it. */
function topology(cell: string): string {
  const rows = [
    ['', 'GPU0', 'GPU1', 'CPU Affinity', 'NUMA Affinity', 'GPU NUMA ID'],
    ['GPU0', ' X ', cell, '0-31', '0', 'N/A'],
    ['GPU1', cell, ' X ', '0-31', '0', 'N/A'],
  ]
  return rows.map((row) => row.join('\t')).join('\n')
}

function capture(host: string, cell = 'NV18'): string {
  return `admin@${host}:~$ nvidia-smi topo -m\n${topology(cell)}\nadmin@${host}:~$ \n`
}

async function currentSession(page: Page): Promise<SessionView | null> {
  return page.evaluate(async () => {
    const state = await window.lanescope?.invoke('session.current', null)
    return state?.ok && state.value.working === null ? state.value.session : null
  })
}

/** The names of the nodes, once nothing is being read any more. */
async function nodes(page: Page): Promise<readonly string[] | undefined> {
  return (await currentSession(page))?.nodes.map((node) => node.name).sort()
}

test.describe('given on the command line', () => {
  const folder = join(artefacts, 'given')
  const file = join(folder, 'node01-topo.txt')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, capture('node01'))
  test.use({ given: [file] })

  test('a file is open when the window is there', async ({ main }) => {
    await expect.poll(() => nodes(main)).toEqual(['node01'])
    await expect(main.locator('body')).toContainText('node01')
  })
})

test('each sample is one click away', async ({ lanescope, main }) => {
  const listed = await main.evaluate(() => window.lanescope?.invoke('samples.list', null))
  expect(listed).toEqual({ ok: true, value: [{ id: 'bad-lane' }, { id: 'healthy' }, { id: 'mis-set-nccl' }] })
  await lanescope.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('sample:bad-lane')?.click(), null)
  await expect.poll(() => nodes(main)).toEqual(['gn-a07', 'gn-a08'])
  const rules = (await currentSession(main))?.findings.flatMap((finding) =>
    [finding, ...finding.folds].map(({ rule }) => rule),
  )
  // Whichever of the two is shown as the cause of the other.
  expect(rules).toContain('nvlink-inactive')
  await main.screenshot({ path: join(artefacts, 'sample.png') })
  const missing = await main.evaluate(() => window.lanescope?.invoke('open.sample', { id: '../../package.json' }))
  expect(missing).toMatchObject({ ok: false, error: { code: 'not-found' } })
})

test('the open dialog reads what was chosen, beside what is open or instead of it', async ({
  lanescope,
  main,
  scratch,
}) => {
  for (const host of ['node01', 'node02', 'node03']) writeFileSync(join(scratch, `${host}.txt`), capture(host))
  const choose = (names: readonly string[]) =>
    lanescope.evaluate(
      ({ dialog }, filePaths) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: filePaths.length === 0, filePaths: [...filePaths] })
      },
      names.map((name) => join(scratch, name)),
    )
  const open = (add: boolean) =>
    main.evaluate((beside) => window.lanescope?.invoke('open.dialog', { kind: 'files', add: beside }), add)

  await choose(['node01.txt'])
  expect(await open(false)).toEqual({ ok: true, value: { job: 1 } })
  await expect.poll(() => nodes(main)).toEqual(['node01'])
  await choose(['node02.txt'])
  await open(true)
  await expect.poll(() => nodes(main)).toEqual(['node01', 'node02'])
  await choose([])
  expect(await open(false)).toEqual({ ok: true, value: null })
  await choose(['node03.txt'])
  await open(false)
  await expect.poll(() => nodes(main)).toEqual(['node03'])

  const recent = await main.evaluate(() => window.lanescope?.invoke('recent.list', null))
  expect(recent).toMatchObject({
    ok: true,
    value: [{ names: ['node03.txt'] }, { names: ['node01.txt', 'node02.txt'] }, { names: ['node01.txt'] }],
  })
})

test('dropped files are read', async ({ main, scratch }) => {
  const file = join(scratch, 'gn-a07.txt')
  writeFileSync(file, capture('gn-a07'))
  await expect(main.locator('body')).toBeVisible()
  await dropPaths(main, [file])
  await expect.poll(() => nodes(main)).toEqual(['gn-a07'])
})

test('a File that the page made has no path, and opens nothing', async ({ main }) => {
  const answer = await main.evaluate(() => window.lanescope?.openFiles([new File(['x'], 'passwd')], false))
  expect(answer).toEqual({ ok: true, value: 'no-path' })
})

test('pasted text is read', async ({ main }) => {
  await main.evaluate((text) => window.lanescope?.invoke('open.text', { text, add: false }), capture('gn-a08'))
  await expect.poll(() => nodes(main)).toEqual(['gn-a08'])
})

test('the clipboard is read only when asked', async ({ lanescope, main }) => {
  await lanescope.evaluate(({ clipboard }, text) => clipboard.writeText(text), capture('gn-a09'))
  expect(await main.evaluate(() => window.lanescope?.invoke('open.clipboard', { add: false }))).toEqual({
    ok: true,
    value: { job: 1 },
  })
  await expect.poll(() => nodes(main)).toEqual(['gn-a09'])
})

test('another start of the app hands its files over', async ({ lanescope, main, scratch }) => {
  const file = join(scratch, 'node07.txt')
  writeFileSync(file, capture('node07'))
  await lanescope.evaluate(({ app }, paths) => void app.emit('second-instance', {}, [], '', { paths }), [file])
  await expect.poll(() => nodes(main)).toEqual(['node07'])
})

test('lines of a document can be read again, and searched', async ({ main }) => {
  await main.evaluate((text) => window.lanescope?.invoke('open.text', { text, add: false }), capture('node01'))
  await expect.poll(() => nodes(main)).toEqual(['node01'])
  const document = (await currentSession(main))?.documents[0]?.id ?? ''
  const answers = await main.evaluate(async (id) => {
    const ask = { document: id, regex: false, caseSensitive: true, from: 1, limit: 10 }
    return {
      window: await window.lanescope?.invoke('documents.window', { document: id, fromLine: 1, count: 1 }),
      found: await window.lanescope?.invoke('documents.search', { ...ask, pattern: 'NV18' }),
      broken: await window.lanescope?.invoke('documents.search', { ...ask, pattern: '(', regex: true }),
      missing: await window.lanescope?.invoke('documents.window', { document: 'none', fromLine: 1, count: 1 }),
    }
  }, document)
  expect(answers.window).toEqual({ ok: true, value: { fromLine: 1, lines: ['admin@node01:~$ nvidia-smi topo -m'] } })
  expect(answers.found).toMatchObject({ ok: true, value: { matches: [{ line: 3 }, { line: 4 }], more: false } })
  expect(answers.broken).toMatchObject({ ok: false, error: { code: 'bad-pattern' } })
  expect(answers.missing).toMatchObject({ ok: false, error: { code: 'not-found' } })
})

test('a name that the user gives holds in the session', async ({ main }) => {
  await main.evaluate((text) => window.lanescope?.invoke('open.text', { text, add: false }), capture('node01'))
  await expect.poll(() => nodes(main)).toEqual(['node01'])
  await main.evaluate(() =>
    window.lanescope?.invoke('session.identify', { names: { node01: 'left rack' }, merges: {} }),
  )
  await expect.poll(() => nodes(main)).toEqual(['left rack'])
})

test('a reading can be cancelled, and a closed session is gone', async ({ main }) => {
  const events = await main.evaluate(async (text) => {
    const bridge = window.lanescope
    if (!bridge) return []
    const seen: string[] = []
    bridge.on('failed', ({ cancelled }) => seen.push(`cancelled ${cancelled}`))
    bridge.on('session', () => seen.push('session'))
    await bridge.invoke('open.text', { text, add: false })
    await bridge.invoke('session.cancel', null)
    await bridge.invoke('session.current', null)
    return seen
  }, capture('node01').repeat(2000))
  expect(events).toEqual(['cancelled true'])
  expect(await currentSession(main)).toBeNull()
  await main.evaluate((text) => window.lanescope?.invoke('open.text', { text, add: false }), capture('node01'))
  await expect.poll(() => nodes(main)).toEqual(['node01'])
  await main.evaluate(() => window.lanescope?.invoke('session.close', null))
  expect(await currentSession(main)).toBeNull()
})

test('a picture is saved where the user says, whole', async ({ lanescope, main, scratch }) => {
  const target = join(scratch, 'links.svg')
  await lanescope.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, target)
  const saved = await main.evaluate(() =>
    window.lanescope?.invoke('export.save', {
      kind: 'svg',
      suggestedName: 'links',
      data: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  )
  expect(saved).toEqual({ ok: true, value: { name: 'links.svg', bytes: 41 } })
  expect(readFileSync(target, 'utf8')).toBe('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const bytes = await main.evaluate(() =>
    window.lanescope?.invoke('export.save', {
      kind: 'png',
      suggestedName: 'links',
      data: new Uint8Array([137, 80, 78, 71]),
    }),
  )
  expect(bytes).toMatchObject({ ok: true, value: { bytes: 4 } })
  expect([...readFileSync(target)]).toEqual([137, 80, 78, 71])
})

test('a report is printed to PDF, its scripts left out', async ({ lanescope, main, scratch }) => {
  const target = join(scratch, 'report.pdf')
  await lanescope.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, target)
  const html =
    '<!doctype html><html lang="en"><title>Report</title><style>h1 { color: #024 }</style><h1>Lanescope</h1><p id="p">unchanged</p><script>document.getElementById("p").textContent = "changed"</script></html>'
  const saved = await main.evaluate(
    (page) =>
      window.lanescope?.invoke('report.pdf', { html: page, suggestedName: 'report', pageSize: 'A4', landscape: false }),
    html,
  )
  expect(saved).toMatchObject({ ok: true, value: { name: 'report.pdf' } })
  expect(readFileSync(target).subarray(0, 5).toString()).toBe('%PDF-')
  copyFileSync(target, join(artefacts, 'printed-page.pdf'))
})

for (const sample of ['bad-lane', 'mis-set-nccl']) {
  test(`no view of the sample ${sample} breaks the policy of the page or throws`, async ({ main }) => {
    const faults: string[] = []
    main.on('pageerror', (error) => faults.push(error.message))
    main.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    await main.evaluate((id) => window.lanescope?.invoke('open.sample', { id }), sample)
    await expect.poll(async () => (await nodes(main))?.length).toBeGreaterThan(0)
    for (let view = 1; view <= 9; view++) {
      await main.keyboard.press(`Control+${view}`)
      await main.screenshot({ path: join(artefacts, `${sample}-${view}.png`) })
    }
    expect(faults).toEqual([])
  })
}
