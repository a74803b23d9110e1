import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withHanFont } from '@host/print/han-font'

const page = (text: string): string => `<html><head><title>x</title></head><body>${text}</body></html>`

test('an English page stays as it is', () => {
  expect(withHanFont(page('NVLink → 18 links'))).toEqual({ html: page('NVLink → 18 links'), unheld: [] })
})

test('a Chinese page brings both weights of the pieces that it needs, and no more', () => {
  const { html, unheld } = withHanFont(page('节点'))
  expect(unheld).toEqual([])
  expect([2, 4]).toContain(html.match(/@font-face/g)?.length)
  expect(html.length).toBeLessThan(250_000)
})

test('the font holds every character that our own texts use', () => {
  const shared = join(import.meta.dirname, '../../../../shared')
  const texts = readdirSync(shared, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(shared, file), 'utf8'))
  expect(withHanFont(page(texts.join(''))).unheld).toEqual([])
})

test('without the font the page stays whole, and what it lacks is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanescope-font-'))
  try {
    expect(withHanFont(page('节点'), [folder])).toEqual({ html: page('节点'), unheld: ['节', '点'] })
    writeFileSync(join(folder, 'unicode.json'), '{"[1]":"U+4e00-9fff"}')
    expect(withHanFont(page('节点'), [folder])).toEqual({ html: page('节点'), unheld: ['节', '点'] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
