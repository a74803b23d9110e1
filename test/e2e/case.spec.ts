import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyCase } from '../../shared/contract/case'
import { expect, test } from './app'

test('a case keeps inputs and notes, and opens again when the inputs are gone', async ({
  lanescope,
  main,
  scratch,
}) => {
  const input = join(scratch, 'topo.txt')
  const saved = join(scratch, 'site.lanescope')
  writeFileSync(input, 'admin@node01:~$ nvidia-smi topo -m\n\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n')
  await lanescope.evaluate(
    ({ dialog }, [open, save]) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [open ?? ''] })
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: save ?? '' })
    },
    [input, saved],
  )
  const nodes = () =>
    main.evaluate(async () => {
      const state = await window.lanescope?.invoke('session.current', null)
      if (!state?.ok || state.value.working) return undefined
      return {
        nodes: state.value.session?.nodes.map((node) => node.name),
        notes: state.value.notes?.note,
        names: state.value.names,
      }
    })

  await main.evaluate(() => window.lanescope?.invoke('open.dialog', { kind: 'files', add: false }))
  await expect.poll(nodes).toEqual({ nodes: ['node01'], notes: undefined, names: ['topo.txt'] })
  const notes = { ...emptyCase, note: 'seen on Monday', names: { node01: 'left rack' } }
  const answer = await main.evaluate((said) => window.lanescope?.invoke('case.save', { notes: said, as: false }), notes)
  expect(answer).toMatchObject({ ok: true, value: { name: 'site.lanescope' } })

  await main.evaluate(() => window.lanescope?.invoke('session.close', null))
  rmSync(input)
  await lanescope.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
    // Saving again needs no dialog: the case knows its place.
    dialog.showSaveDialog = () => Promise.reject(new Error('asked for a place'))
  }, saved)
  await main.evaluate(() => window.lanescope?.invoke('case.open', null))
  await expect.poll(nodes).toEqual({ nodes: ['left rack'], notes: 'seen on Monday', names: ['site.lanescope'] })
  const again = await main.evaluate((said) => window.lanescope?.invoke('case.save', { notes: said, as: false }), notes)
  expect(again).toMatchObject({ ok: true, value: { name: 'site.lanescope' } })
})

test('a file that is no case says so', async ({ lanescope, main, scratch }) => {
  const file = join(scratch, 'broken.lanescope')
  writeFileSync(file, 'not a zip')
  await lanescope.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] })
  }, file)
  const answer = await main.evaluate(() => window.lanescope?.invoke('case.open', null))
  expect(answer).toMatchObject({ ok: false, error: { code: 'unreadable' } })
})

const topology = 'admin@node01:~$ nvidia-smi topo -m\n\tGPU0\tGPU1\nGPU0\t X \tNV18\nGPU1\tNV18\t X \n'

test.describe('unsaved notes', () => {
  test('are asked about before the window closes, unless they are undone', async ({ lanescope, main, scratch }) => {
    const input = join(scratch, 'topo.txt')
    writeFileSync(input, topology)
    await lanescope.evaluate(({ dialog }, path) => {
      const asked: string[] = []
      Object.assign(globalThis, { lanescopeAsked: asked })
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
      dialog.showMessageBox = (...given: unknown[]) => {
        asked.push(JSON.stringify(given.at(-1)))
        // Cancel.
        return Promise.resolve({ response: 2, checkboxChecked: false })
      }
    }, input)
    const asked = () =>
      lanescope.evaluate(() => (globalThis as { lanescopeAsked?: string[] }).lanescopeAsked?.length ?? 0, null)
    await main.evaluate(() => window.lanescope?.invoke('open.dialog', { kind: 'files', add: false }))
    await main.getByRole('button', { name: 'Add note…' }).first().click()
    await main.getByRole('textbox', { name: 'Note' }).fill('rack 4, second from below')
    await main.getByRole('button', { name: /^OK/ }).click()
    await expect(main.getByText('rack 4, second from below').first()).toBeVisible()
    await expect(main.getByTitle('Unsaved changes')).toBeVisible()

    await main.evaluate(() => window.lanescope?.invoke('session.close', null))
    expect(await asked()).toBe(1)
    await lanescope.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((one) => one.close()), null)
    await expect.poll(asked).toBe(2)
    await expect(main.getByText('rack 4, second from below').first()).toBeVisible()

    // Undone, there is nothing to ask about.
    await main.keyboard.press('Control+z')
    await expect(main.getByTitle('Unsaved changes')).toHaveCount(0)
    await main.evaluate(() => window.lanescope?.invoke('session.close', null))
    expect(await asked()).toBe(2)
    await expect(main.getByText('Drop files, folders or archives anywhere')).toBeVisible()
  })

  test('come back after a crash', async ({ lanescope, main, scratch }) => {
    const input = join(scratch, 'topo.txt')
    writeFileSync(input, topology)
    const folder = join(await lanescope.evaluate(({ app }) => app.getPath('userData'), null), 'drafts')
    mkdirSync(folder, { recursive: true })
    const draft = {
      keptAt: Date.UTC(2026, 0, 5),
      names: ['topo.txt'],
      inputs: [{ kind: 'path', path: input }],
      notes: { ...emptyCase, comments: [{ on: { kind: 'node', node: 'node01' }, text: 'swapped on Monday' }] },
    }
    const file = join(folder, '00000000-0000-4000-8000-000000000000.json')
    writeFileSync(file, JSON.stringify(draft))
    await main.reload()
    await main.getByRole('button', { name: 'Restore' }).click()
    await expect(main.getByText('swapped on Monday').first()).toBeVisible()
    await expect(main.getByTitle('Unsaved changes')).toBeVisible()
    // Kept anew by this run, so the old draft may go.
    await expect.poll(() => existsSync(file)).toBe(false)
    await expect.poll(() => readdirSync(folder).length).toBe(1)
  })
})
