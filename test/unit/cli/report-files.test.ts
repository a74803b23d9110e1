import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findBrowser } from '@host/print/browser'
import { createSandbox } from '../host/support/read-all'
import { carried } from './support/carried'
import { runCli } from './support/run-cli'

const sandbox = createSandbox()
afterAll(() => sandbox.remove())

const capture = sandbox.write(
  'nvlink.txt',
  [
    'GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-00000000-1111-2222-3333-444444444444)',
    ...Array.from({ length: 18 }, (_, link) => `\t Link ${link}: ${link === 3 ? '<inactive>' : '26.562 GB/s'}`),
  ].join('\n') + '\n',
)

const noViewer = !existsSync(join(import.meta.dirname, '../../../out/viewer/viewer.html'))

describe('--html', () => {
  test.skipIf(noViewer)(
    'writes the views as one page that can load nothing (skipped where the viewer is not built)',
    async () => {
      const target = join(sandbox.folder, 'report.html')
      await runCli(['check', capture, '--html', target])
      const page = readFileSync(target, 'utf8')
      expect(page).toContain(`default-src 'none'`)
      // The script holds the printed report's own markup, so only what stands outside it is looked at.
      const markup = page.replaceAll(/(<script\b[^>]*>)[^]*?<\/script>/g, '$1')
      expect(markup.length).toBeLessThan(page.length)
      expect(markup).not.toMatch(/<link[^>]+href|\bsrc="(?!data:)/)
      expect(JSON.stringify(carried(page).texts)).toContain('Link 3: <inactive>')
      expect(carried(page)).not.toHaveProperty('fonts')
      expect(Buffer.byteLength(page)).toBeLessThan(3_000_000)
    },
  )

  test.skipIf(noViewer)(
    'opens in Chinese where that was asked for, with the letters that its words need (skipped where the viewer is not built)',
    async () => {
      const target = join(sandbox.folder, 'zh.html')
      await runCli(['check', capture, '--html', target, '--lang', 'zh'])
      const page = readFileSync(target, 'utf8')
      const { language, fonts = [] } = carried(page)
      expect(language).toBe('zh')
      const held = fonts.flatMap(({ range }) =>
        range.split(',').map((part) =>
          part
            .replace('U+', '')
            .split('-')
            .map((point) => Number.parseInt(point, 16)),
        ),
      )
      const holds = (point: number): boolean =>
        held.some(([first = NaN, last = first]) => point >= first && point <= last)
      const words = [...new Set(page)].filter((character) => (character.codePointAt(0) ?? 0) >= 0x2e80)
      expect(words.length).toBeGreaterThan(500)
      expect(words.filter((character) => !holds(character.codePointAt(0) ?? 0))).toEqual([])
      for (const { data } of fonts) expect(Buffer.from(data, 'base64').subarray(0, 4).toString('latin1')).toBe('wOF2')
      expect(Buffer.byteLength(page)).toBeLessThan(3_000_000)
    },
  )

  test.skipIf(noViewer)('a place that cannot be written is named (skipped where the viewer is not built)', async () => {
    const { status, err } = await runCli(['check', capture, '--html', join(sandbox.folder, 'none/report.html')])
    expect(status).toBe(2)
    expect(err).toMatch(/report\.html was not written/)
  })
})

const noBrowser = findBrowser() === undefined

describe('--pdf', () => {
  test.skipIf(noBrowser)('prints the page (skipped where no Chromium is installed)', { timeout: 120_000 }, async () => {
    const target = join(sandbox.folder, 'report.pdf')
    await runCli(['check', capture, '--pdf', target])
    expect(readFileSync(target).subarray(0, 5).toString('latin1')).toBe('%PDF-')
  })

  test('without a browser it says how to get one, and leaves nothing behind', async () => {
    const before = process.env['LANESCOPE_CHROMIUM']
    process.env['LANESCOPE_CHROMIUM'] = join(sandbox.folder, 'no-browser')
    try {
      const target = join(sandbox.folder, 'none.pdf')
      const { status, err } = await runCli(['check', capture, '--pdf', target])
      expect(status).toBe(2)
      expect(err).toMatch(/install Chromium, Chrome or Edge/)
      expect(existsSync(target)).toBe(false)
    } finally {
      if (before === undefined) delete process.env['LANESCOPE_CHROMIUM']
      else process.env['LANESCOPE_CHROMIUM'] = before
    }
  })
})
