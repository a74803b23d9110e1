import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from 'vite'
import { gzipSync } from 'node:zlib'
import { searchLines, type SearchQuery } from '@host/search'
import { analyseInputs, type ReadProgress } from '@host/session'
import { startWorker, WorkerRefusal, type ReadingWorker } from '@host/worker/client'
import { createSandbox } from './support/read-all'
import { buildTar } from './support/tar-builder'

const root = join(import.meta.dirname, '../../..')
const sandbox = createSandbox()
afterAll(() => sandbox.remove())

describe('analyseInputs', () => {
  test('every document has its facts, and windows can be read from archives', async () => {
    const tar = gzipSync(
      buildTar([
        { name: 'n1/a.txt', text: 'one\ntwo\nthree\n' },
        { name: 'n1/core', text: Buffer.from([0, 1, 2, 3]) },
      ]),
    )
    const path = sandbox.write('dump.tgz', tar)
    const progress: ReadProgress[] = []
    const { session, documents } = await analyseInputs([path], { onProgress: (at) => progress.push(at) })
    expect(
      session.documents.map(({ id, name, lines, encoding, problem }) => [id, name, lines, encoding, problem?.code]),
    ).toEqual([
      ['d1', 'dump.tgz/n1/a.txt', 3, 'utf-8', undefined],
      ['d2', 'dump.tgz/n1/core', 0, 'binary', 'binary-file'],
    ])
    expect(session.documents[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(session.documents[0]?.bytes).toBe(14)
    expect(documents.readWindow('d1', 2, 5)).toEqual(['two', 'three'])
    expect(() => documents.readWindow('d9', 1, 1)).toThrow(/no document/)
    expect(progress.at(-1)).toMatchObject({ stage: 'combine', documents: 2, done: tar.length, total: tar.length })
    documents.close()
  })

  test('partial sessions come while the rest is read', async () => {
    for (let i = 0; i < 40; i++) sandbox.write(`slow/f${i}.txt`, 'filler line of a log\n'.repeat(100_000))
    const seen: number[] = []
    const { session } = await analyseInputs([join(sandbox.folder, 'slow')], {
      onPartial: (partial) => seen.push(partial.documents.length),
    })
    expect(session.documents).toHaveLength(40)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
  })

  test('an aborted reading rejects', async () => {
    await expect(analyseInputs([join(sandbox.folder, 'slow')], { signal: AbortSignal.abort() })).rejects.toThrow(
      /abort/i,
    )
  })
})

describe('search', () => {
  const lines = ['NCCL INFO one', 'nothing', 'nccl info two', 'NCCL WARN three (a+b)']
  const source = {
    *linesFrom(from: number): Generator<string> {
      yield* lines.slice(from - 1)
    },
  }
  const search = (query: Partial<SearchQuery>) =>
    searchLines(source, { pattern: '', regex: false, caseSensitive: false, from: 1, limit: 100, ...query })

  test('literal text, with and without case', () => {
    expect(search({ pattern: 'nccl info' }).matches.map(({ line }) => line)).toEqual([1, 3])
    expect(search({ pattern: 'nccl info', caseSensitive: true }).matches).toEqual([
      { line: 3, start: 0, end: 9, text: 'nccl info two' },
    ])
    expect(search({ pattern: '(a+b)' }).matches[0]).toMatchObject({ line: 4, start: 16, end: 21 })
  })

  test('regular expressions, limits and going on', () => {
    expect(search({ pattern: 'o\\w', regex: true }).matches.map(({ line }) => line)).toEqual([1, 2])
    const first = search({ pattern: 'n', limit: 2 })
    expect(first.more).toBe(true)
    const next = search({ pattern: 'n', limit: 2, from: (first.matches.at(-1)?.line ?? 0) + 1 })
    expect([...first.matches, ...next.matches].map(({ line }) => line)).toEqual([1, 2, 3, 4])
    expect(next.more).toBe(false)
  })

  test('a pattern that is wrong or runs away is refused', () => {
    expect(() => search({ pattern: '(', regex: true })).toThrow(/regular expression/i)
    const slow = {
      *linesFrom(): Generator<string> {
        yield 'a'.repeat(60) + '!'
      },
    }
    const runaway = { pattern: '^(a+)+$', regex: true, caseSensitive: true, from: 1, limit: 1 }
    expect(() => searchLines(slow, runaway)).toThrow(/too long/)
  })
})

describe('worker', () => {
  let script = ''
  beforeAll(async () => {
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      resolve: { alias: { '@shared': join(root, 'shared'), '@host': join(root, 'host') } },
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: join(sandbox.folder, 'worker'),
        rolldownOptions: {
          input: join(root, 'host/worker/entry.ts'),
          output: { format: 'esm', entryFileNames: 'entry.mjs' },
        },
      },
    })
    script = join(sandbox.folder, 'worker/entry.mjs')
  }, 60_000)

  test('reads, answers windows and searches, and ends', async () => {
    const path = sandbox.write('work.txt', 'alpha\nbeta\ngamma\n')
    let worker: ReadingWorker | undefined
    const session = await new Promise((resolve, reject) => {
      worker = startWorker(
        script,
        [path],
        {},
        { progress: () => undefined, partial: () => undefined, done: resolve, failed: reject },
      )
    })
    expect(session).toMatchObject({ documents: [{ id: 'd1', name: 'work.txt', lines: 3 }] })
    expect(await worker?.window({ document: 'd1', fromLine: 2, count: 9 })).toEqual({
      fromLine: 2,
      lines: ['beta', 'gamma'],
    })
    const query = { document: 'd1', pattern: 'am', regex: false, caseSensitive: true, from: 1, limit: 9 }
    expect((await worker?.search(query))?.matches).toEqual([{ line: 3, start: 1, end: 3, text: 'gamma' }])
    await expect(worker?.search({ ...query, pattern: '[', regex: true })).rejects.toMatchObject({
      error: { code: 'bad-pattern' },
    })
    await expect(worker?.window({ document: 'd7', fromLine: 1, count: 1 })).rejects.toMatchObject({
      error: { code: 'not-found' },
    })
    worker?.end()
    await expect(worker?.window({ document: 'd1', fromLine: 1, count: 1 })).rejects.toBeInstanceOf(WorkerRefusal)
  })

  test('can be ended in the middle of a file, and says nothing after that', async () => {
    const path = sandbox.write('huge.txt', 'a line of a log that goes on and on\n'.repeat(2_000_000))
    const said: string[] = []
    const worker = await new Promise<ReadingWorker>((resolve) => {
      const started = startWorker(
        script,
        [path],
        {},
        {
          progress: () => resolve(started),
          partial: () => said.push('partial'),
          done: () => said.push('done'),
          failed: () => said.push('failed'),
        },
      )
    })
    worker.end()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(said).toEqual([])
  })

  test('a worker that cannot start fails once', async () => {
    const failures: string[] = []
    await new Promise<void>((resolve) => {
      startWorker(
        join(sandbox.folder, 'none.mjs'),
        [],
        {},
        {
          progress: () => undefined,
          partial: () => undefined,
          done: () => undefined,
          failed: (error) => {
            failures.push(error.code)
            resolve()
          },
        },
      )
    })
    expect(failures).toEqual(['failed'])
  })
})
