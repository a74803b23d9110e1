import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf } from '@cli/commands/report'
import { findBrowser } from '@host/print/browser'
import { findElectron } from '@host/print/desktop'
import { analyseInputs } from '@host/session'
import { findingText } from '@shared/messages'
import { withFolds } from '@shared/derive/findings'
import { runCli } from './support/run-cli'

const folder = mkdtempSync(join(tmpdir(), 'lanescope-report-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const samples = join(import.meta.dirname, '../../../resources/samples')
const sample = join(samples, 'bad-lane')

function programs(...names: readonly string[]): boolean {
  return names.every((name) =>
    (process.env['PATH'] ?? '').split(':').some((place) => place !== '' && existsSync(join(place, name))),
  )
}
const cannotLook = findBrowser() === undefined || !programs('pdftotext', 'pdfinfo', 'pdffonts', 'qpdf')
const run = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1e9 })
const joined = (text: string): string => text.replaceAll(/\s/g, '')

describe('lanescope report', () => {
  test('says where a report can go', async () => {
    const { status, err } = await runCli(['report', sample])
    expect(status).toBe(2)
    expect(err).toContain('--pdf FILE, --html FILE or --markdown FILE')
  })

  test('prints Markdown', async () => {
    const { status, out } = await runCli([
      'report',
      sample,
      '--markdown',
      '-',
      '--customer',
      'Site *A*',
      '--date',
      '2026-11-30',
    ])
    expect(status).toBe(0)
    expect(out).toMatch(/^# GPU node report: gn-a07, gn-a08\n/)
    expect(out).toContain('- Customer: Site \\*A\\*')
    expect(out).toContain('- Date: 30 November 2026')
  })

  test('takes title, note, logo and language into HTML', async () => {
    const logo = join(folder, 'logo.png')
    writeFileSync(logo, Buffer.from('iVBORw0KGgo=', 'base64'))
    const target = join(folder, 'a.html')
    const words = ['--title', 'Rack 7', '--note', 'two\nlines', '--logo', logo, '--lang', 'zh', '--paper', 'letter']
    await runCli(['report', sample, '--html', target, ...words])
    const page = readFileSync(target, 'utf8')
    expect(page).toContain('<h1>Rack 7</h1>')
    expect(page).toContain('data:image/png;base64,iVBORw0KGgo=')
    expect(page).toContain('size: 215.9mm 279.4mm')
    expect(page).toContain('诊断结果')
  })

  test('refuses what it does not know, each with what there is', async () => {
    const html = join(folder, 'b.html')
    expect((await runCli(['report', sample, '--html', html, '--parts', 'cover,finding'])).err).toContain(
      'no such part of a report: finding',
    )
    expect((await runCli(['report', sample, '--html', html, '--compare', 'gn-a07,gn-x'])).err).toContain(
      'no node gn-x; there are gn-a07, gn-a08',
    )
    expect((await runCli(['report', sample, '--html', html, '--logo', sample])).err).toContain('no picture')
    expect((await runCli(['report', sample, '--html', join(folder, 'none/b.html')])).err).toContain('was not written')
    expect(existsSync(html)).toBe(false)
  })

  test('parts are chosen or left out', () => {
    expect(partsOf(undefined)).toHaveLength(12)
    expect(partsOf('findings,cover')).toEqual(['cover', 'findings'])
    expect(partsOf('-evidence,-sources')).toHaveLength(10)
  })

  test('without a browser says plainly how to get a PDF', async () => {
    const before = process.env['LANESCOPE_CHROMIUM']
    process.env['LANESCOPE_CHROMIUM'] = join(folder, 'no-browser')
    try {
      const { status, err } = await runCli(['report', sample, '--pdf', join(folder, 'none.pdf')])
      expect(status).toBe(2)
      expect(err).toContain('install Chromium, Chrome or Edge, or name one in LANESCOPE_CHROMIUM; or use --html')
    } finally {
      if (before === undefined) delete process.env['LANESCOPE_CHROMIUM']
      else process.env['LANESCOPE_CHROMIUM'] = before
    }
  })

  test('prints with the desktop app where it is named and there is a display', () => {
    expect(findElectron({ LANESCOPE_ELECTRON: process.execPath, DISPLAY: ':0' })).toBe(process.execPath)
    if (process.platform === 'linux') expect(findElectron({ LANESCOPE_ELECTRON: process.execPath })).toBeUndefined()
    expect(findElectron({ LANESCOPE_ELECTRON: join(folder, 'gone'), DISPLAY: ':0' })).toBeUndefined()
  })
})

describe.skipIf(cannotLook)('the PDF (skipped without Chromium, poppler or qpdf)', () => {
  const cases = [
    ['bad-lane', 'en', 'a4', '595', '842'],
    ['mis-set-nccl', 'zh', 'letter', '612', '792'],
  ] as const

  describe.each(cases)('of %s in %s on %s', (name, lang, paper, width, height) => {
    const target = join(folder, `${name}.pdf`)
    let text = ''
    beforeAll(async () => {
      const { status, err } = await runCli([
        'report',
        join(samples, name),
        '--pdf',
        target,
        '--lang',
        lang,
        '--paper',
        paper,
        '--customer',
        'Site A',
      ])
      expect([status, err]).toEqual([0, expect.stringMatching(/\d+ pages/)])
      text = run('pdftotext', '-layout', target, '-')
    }, 180_000)

    test('is sound, tagged, titled, in its language, on its paper', () => {
      expect(run('qpdf', '--check', target)).toContain('No syntax or stream encoding errors found')
      const info = run('pdfinfo', target)
      expect(info).toMatch(/^Tagged:\s+yes$/m)
      expect(info).toMatch(lang === 'zh' ? /^Title:\s+GPU 节点报告/m : /^Title:\s+GPU node report: gn-a07, gn-a08$/m)
      const [, w, h] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info) ?? []
      expect([Math.round(Number(w)), Math.round(Number(h))]).toEqual([Number(width), Number(height)])
      const raw = readFileSync(target, 'latin1')
      expect(raw).toContain(lang === 'zh' ? '/Lang (zh-Hans)' : '/Lang (en)')
      expect(readFileSync(target).length).toBeLessThan(3_000_000)
    })

    test('has every font inside', () => {
      const fonts = run('pdffonts', target)
        .split('\n')
        .slice(2)
        .filter((line) => line.trim() !== '')
      expect(fonts.length).toBeGreaterThan(0)
      // Columns from the right: object ID (two), uni, sub, emb.
      expect(fonts.map((line) => line.trim().split(/\s+/).at(-5)).every((embedded) => embedded === 'yes')).toBe(true)
    })

    test('says every finding with its folds', async () => {
      const { session, documents } = await analyseInputs([join(samples, name)])
      documents.close()
      const found = joined(run('pdftotext', '-raw', target, '-'))
      const titles = session.findings.flatMap(withFolds).map((one) => findingText(one, lang).title)
      expect(titles.length).toBeGreaterThan(0)
      expect(titles.filter((title) => !found.includes(joined(title)))).toEqual([])
    })

    test('has bookmarks, and contents that name the right pages', () => {
      const outlines = JSON.stringify(JSON.parse(run('qpdf', '--json', '--json-key=outlines', target)))
      expect(outlines).toContain(lang === 'zh' ? '诊断结果' : 'Findings')
      const contents = text.slice(0, text.indexOf('\f'))
      const rows = [...contents.matchAll(/^ *(\S.*?) {2,}(\d+)$/gm)].map(([, title = '', page = '']) => ({
        title,
        page: Number(page),
      }))
      expect(rows.length).toBeGreaterThan(5)
      const pages = text.split('\f')
      expect(rows.filter(({ title, page }) => !joined(pages[page - 1] ?? '').includes(joined(title)))).toEqual([])
    })

    test('numbers its pages', () => {
      const count = Number(/^Pages:\s+(\d+)/m.exec(run('pdfinfo', target))?.[1])
      const last = text.split('\f')[count - 1] ?? ''
      expect(joined(last)).toContain(lang === 'zh' ? `第${count}页，共${count}页` : `Page${count}of${count}`)
    })
  })

  test('leaves nothing but the PDF', () => {
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })
})
