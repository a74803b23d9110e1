import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAppProtocol, fileBelow } from '../../../electron/main/app-protocol'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanescope-pages-'))
  mkdirSync(join(folder, 'renderer/assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.js'), 'secret')
  writeFileSync(join(folder, 'renderer/index.html'), '<p>page</p>')
  writeFileSync(join(folder, 'renderer/assets/a b.css'), 'p {}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('app:// pages', () => {
  const answer = (url: string, method = 'GET') =>
    createAppProtocol(join(folder, 'renderer')).answer(new Request(url, { method }))

  it('serves the page with its policy and type', async () => {
    const reply = await answer('app://lanescope/')
    expect(reply.status).toBe(200)
    expect(await reply.text()).toBe('<p>page</p>')
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe-eval')
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('decodes names', async () => {
    expect((await answer('app://lanescope/assets/a%20b.css')).headers.get('content-type')).toBe(
      'text/css; charset=utf-8',
    )
  })

  it.each([
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/..%5csecret.js',
    '/assets/../../secret.js',
    '/%',
    '/index.html%00',
    '/assets',
    '//etc/passwd',
  ])('refuses %s', (path) => {
    expect(fileBelow(join(folder, 'renderer'), path)).toBeNull()
  })

  it('refuses another host and another method', async () => {
    expect((await answer('app://elsewhere/index.html')).status).toBe(404)
    expect((await answer('app://lanescope/index.html', 'POST')).status).toBe(405)
    expect((await answer('app://lanescope/none.js')).status).toBe(404)
  })

  it('holds a print page until it is removed, and lets it run nothing', async () => {
    const pages = createAppProtocol(join(folder, 'renderer'))
    const page = pages.addPrintPage('<h1>report</h1>')
    const reply = await pages.answer(new Request(page.url))
    expect(await reply.text()).toBe('<h1>report</h1>')
    expect(reply.headers.get('content-security-policy')).not.toContain('script-src')
    page.remove()
    expect((await pages.answer(new Request(page.url))).status).toBe(404)
  })
})
