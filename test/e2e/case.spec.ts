import { rmSync, writeFileSync } from 'node:fs'
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
