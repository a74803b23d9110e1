import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findBrowser } from '@host/print/browser'
import { planted, plantedDump } from '../../support/planted'
import { carriedText } from './support/carried'
import { runCli } from './support/run-cli'

const folder = mkdtempSync(join(tmpdir(), 'lanescope-redaction-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dump = join(folder, 'in')
for (const [name, text] of Object.entries(plantedDump())) {
  mkdirSync(dirname(join(dump, name)), { recursive: true })
  writeFileSync(join(dump, name), text)
}

/** Secrets that a text still holds, also escaped as JSON, XML or Markdown do. */
function left(text: string): readonly string[] {
  const plain = text.replaceAll('\\/', '/').replaceAll('\\_', '_').replaceAll('&#39;', "'").toLowerCase()
  return planted.filter((secret) => plain.includes(secret.toLowerCase()))
}

const paths = [join(dump, 'orchidmotors-dump')]
const noViewer = !existsSync(join(import.meta.dirname, '../../../out/viewer/viewer.html'))

function programs(...names: readonly string[]): boolean {
  return names.every((name) =>
    (process.env['PATH'] ?? '').split(':').some((place) => place !== '' && existsSync(join(place, name))),
  )
}

describe('sixty secrets', () => {
  test('are all in the dump, in its text or its names', () => {
    const all = Object.entries(plantedDump()).flat().join('\n')
    expect(planted.length).toBeGreaterThanOrEqual(60)
    expect(left(all)).toEqual([...planted])
  })

  test.each([['--json'], ['--ndjson'], ['--markdown'], []])('none is in check %s', async (...flags) => {
    const { out } = await runCli(['check', ...paths, '--redact', 'all', '-q', ...flags])
    expect(out.length).toBeGreaterThan(500)
    expect(left(out)).toEqual([])
  })

  test.skipIf(noViewer)('none is in the one-file viewer (skipped where it is not built)', async () => {
    const target = join(folder, 'viewer.html')
    const { err } = await runCli(['check', ...paths, '--redact', 'all', '--html', target])
    const page = readFileSync(target, 'utf8')
    expect(left(page)).toEqual([])
    const data = carriedText(page)
    expect(data.length).toBeGreaterThan(5000)
    expect(left(data)).toEqual([])
    // What is said aloud names classes and counts only.
    expect(left(err)).toEqual([])
  })

  test('none is in the report as HTML and Markdown, which say what was hidden', async () => {
    const [html, markdown] = [join(folder, 'r.html'), join(folder, 'r.md')]
    await runCli(['report', ...paths, '--redact', 'all', '--html', html, '--markdown', markdown])
    const [page, text] = [readFileSync(html, 'utf8'), readFileSync(markdown, 'utf8')]
    expect(left(page)).toEqual([])
    expect(left(text)).toEqual([])
    expect(page.includes('Redacted')).toBe(true)
    expect(text.includes('host-1')).toBe(true)
  })

  test.skipIf(findBrowser() === undefined || !programs('pdftotext', 'pdfinfo', 'qpdf'))(
    'none is in the PDF: text, metadata, bookmarks, names (skipped without Chromium, poppler or qpdf)',
    { timeout: 240_000 },
    async () => {
      const target = join(folder, 'out', 'report.pdf')
      mkdirSync(dirname(target))
      await runCli(['report', ...paths, '--redact', 'all', '--pdf', target])
      const run = (program: string, ...words: readonly string[]): string =>
        execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1e9 })
      // Wrapped lines are joined again: a secret that breaks over two lines is still one.
      const text = run('pdftotext', '-raw', target, '-')
      expect(text.length).toBeGreaterThan(2000)
      expect(left(text)).toEqual([])
      expect(left(text.replaceAll(/\s/g, ''))).toEqual([])
      expect(left(run('pdfinfo', target))).toEqual([])
      expect(left(run('qpdf', '--qdf', '--object-streams=disable', target, '-').replaceAll('\0', ''))).toEqual([])
      expect(readdirSync(dirname(target))).toEqual(['report.pdf'])
    },
  )

  test('none is left after only those that the sender sees', async () => {
    const { err } = await runCli([
      'report',
      ...paths,
      '--redact',
      'all',
      '--show-redactions',
      '--html',
      join(folder, 's.html'),
    ])
    // The preview is for the sender: it names the values.
    expect(left(err).length).toBeGreaterThan(20)
    expect(left(readFileSync(join(folder, 's.html'), 'utf8'))).toEqual([])
  })
})

describe('--redact', () => {
  test('hides passwords and people by default, and hosts only when asked', async () => {
    const target = join(folder, 'default.html')
    await runCli(['report', ...paths, '--html', target])
    const page = readFileSync(target, 'utf8')
    expect(page.includes('orchid-rack12-gpu07')).toBe(true)
    expect(page.includes('hunter2hunter2')).toBe(false)
    await runCli(['report', ...paths, '--redact', 'host', '--html', target])
    expect(readFileSync(target, 'utf8').includes('orchid-rack12-gpu07')).toBe(false)
  })

  test('takes words of the sender', async () => {
    const target = join(folder, 'words.html')
    await runCli(['report', ...paths, '--redact', 'none', '--words', 'orchid, Falcon', '--html', target])
    expect(/orchid|falcon/i.test(readFileSync(target, 'utf8'))).toBe(false)
  })

  test('names the classes that there are', async () => {
    const { status, err } = await runCli(['report', ...paths, '--redact', 'hots', '--html', join(folder, 'x.html')])
    expect(status).toBe(2)
    expect(err).toContain('did you mean host?')
  })
})
