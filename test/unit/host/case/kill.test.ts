import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCase } from '../../../../host/case/read-case'

const saves = 200
const longestMs = 30_000
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lanescope-kill-test-'))
  const root = resolve(import.meta.dirname, '../../../..')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': join(root, 'shared'), '@host': join(root, 'host') } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join(folder, 'built'),
      minify: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'support/save-in-a-loop.ts'),
        output: { format: 'esm', entryFileNames: 'save.mjs' },
      },
    },
  })
  mkdirSync(join(folder, 'site'))
  // Big enough for a save to take a few milliseconds, and too irregular to pack away.
  const lines = Array.from({ length: 1500 }, (_, i) => `[${i}] ${(i * 2654435761) % 4294967296} rank${i % 8} step`)
  writeFileSync(join(folder, 'site/train.log'), lines.join('\n'))
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs saves from number `from` on, until the process is killed `afterMs` later; answers the last save that it reported. */
function saveUntilKilled(target: string, from: number, afterMs: number): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(folder, 'built/save.mjs'), target, join(folder, 'site'), String(from)])
    let said = ''
    let wrong = ''
    child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
    child.stdout.on('data', (chunk: Buffer) => {
      if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
      said += chunk.toString()
    })
    child.on('error', failed)
    child.on('exit', () => {
      if (wrong !== '') failed(new Error(wrong))
      // The last line may be cut by the end of the process.
      else done(Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1)))
    })
  })
}

it.skipIf(process.platform === 'win32')(
  `the old or the new case is whole whenever the process is killed during ${saves} saves (no SIGKILL on Windows)`,
  async () => {
    const target = join(folder, 'site.lanescope')
    const log = readFileSync(join(folder, 'site/train.log'))
    const began = performance.now()
    let saved = 0
    let kills = 0
    let between = 0
    while (saved < saves && performance.now() - began < longestMs) {
      const reported = await saveUntilKilled(target, saved + 1, 1 + Math.random() * 250)
      kills++
      const unpacked = join(folder, `unpacked-${kills}`)
      mkdirSync(unpacked)
      const opened = await readCase(target, unpacked)
      const number = Number(opened.notes.note.split(' ')[0])
      // What was reported as saved is there; at most the save that was under way came after it.
      expect([reported, reported + 1]).toContain(number)
      expect(opened.notes.note).toBe(`${number} ${'x'.repeat(number * 10)}`)
      expect(readFileSync(join(unpacked, 'inputs/site/train.log')).equals(log)).toBe(true)
      if (readdirSync(folder).some((name) => name.endsWith('.part'))) between++
      for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name))
      rmSync(unpacked, { recursive: true })
      saved = number
    }
    expect(saved).toBeGreaterThanOrEqual(20)
    expect(kills).toBeGreaterThan(1)
    // Otherwise no kill fell into a save, and the test has shown nothing.
    expect(between).toBeGreaterThan(0)
    console.info(`${saved} saves, ${kills} kills, ${between} of them in the middle of a save`)
  },
  longestMs + 30_000,
)
