import type { PageChannel } from '../../shared/contract/bridge'
import { expect, test } from './app'

test('the page gets the bridge and nothing else', async ({ main }) => {
  const reach = await main.evaluate(() => ({
    require: typeof Reflect.get(globalThis, 'require'),
    process: typeof Reflect.get(globalThis, 'process'),
    bridge: Object.keys(window.lanescope ?? {}).sort(),
    frozen: Object.isFrozen(window.lanescope),
  }))
  expect(reach).toEqual({
    require: 'undefined',
    process: 'undefined',
    bridge: ['invoke', 'on', 'openFiles'],
    frozen: true,
  })
})

test('a channel that is not in the contract is refused, and so is one that only the preload may call', async ({
  main,
}) => {
  for (const channel of ['shell', 'open.paths', '__proto__', 'constructor']) {
    const answer = await main.evaluate((name) => window.lanescope?.invoke(name as PageChannel, null as never), channel)
    expect(answer).toMatchObject({ ok: false, error: { code: 'unknown-channel' } })
  }
})

test('a request of another shape is refused with the place of the fault', async ({ main }) => {
  const answer = await main.evaluate(() =>
    window.lanescope?.invoke('documents.window', { document: 'd1', fromLine: 0, count: 10 }),
  )
  expect(answer).toMatchObject({ ok: false, error: { code: 'bad-request' } })
  expect(JSON.stringify(answer)).toContain('fromLine')
  const extra = await main.evaluate(() =>
    window.lanescope?.invoke('open.sample', { id: 'a', path: '/etc/passwd' } as never),
  )
  expect(extra).toMatchObject({ ok: false, error: { code: 'bad-request' } })
})

test('the policy of the page holds: no inline script, no eval, no network', async ({ main }) => {
  const violation = await main.evaluate(
    () =>
      new Promise<string>((done) => {
        document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective), { once: true })
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.pwned = 1' }))
      }),
  )
  expect(violation).toBe('script-src-elem')
  expect(
    await main.evaluate(() =>
      fetch('https://example.invalid/').then(
        () => 'sent',
        () => 'blocked',
      ),
    ),
  ).toBe('blocked')
  // Playwright's own evaluate bypasses a policy, a script of the page does not: ask through a timer with a text.
  const evaluated = await main.evaluate(
    () =>
      new Promise<string>((done) => {
        document.addEventListener('securitypolicyviolation', (event) => done(event.blockedURI), { once: true })
        setTimeout('window.pwned = 2')
      }),
  )
  expect(evaluated).toBe('eval')
  expect(await main.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined()
})

test('the page cannot leave the app', async ({ main, lanescope }) => {
  const before = main.url()
  await main.evaluate(() => location.assign('https://example.invalid/away'))
  await main.evaluate(() => window.open('https://example.invalid/popup'))
  await main.evaluate(() => window.open('https://docs.nvidia.com/deploy/xid-errors/'))
  if (lanescope.standin)
    await expect.poll(() => lanescope.standin?.opened).toEqual(['https://docs.nvidia.com/deploy/xid-errors/'])
  expect(main.url()).toBe(before)
  expect(await main.evaluate(() => typeof window.lanescope)).toBe('object')
  expect(lanescope.standin?.outside ?? []).toEqual([])
})

test('files outside the window folder are not served', async ({ main }) => {
  const statuses = await main.evaluate(() =>
    Promise.all(
      [
        '/../main/index.js',
        '/%2e%2e/main/index.js',
        '/..%2fmain%2findex.js',
        '/index.html%00.js',
        '/missing.js',
        '/index.html',
      ].map((path) => fetch(path).then((answer) => answer.status)),
    ),
  )
  expect(statuses).toEqual([404, 404, 404, 404, 404, 200])
})

test('permissions are refused (skipped on real Electron, which keeps the handlers to itself)', async ({
  lanescope,
}) => {
  test.skip(lanescope.standin === undefined, 'asked of the stand-in: real Electron keeps the handlers to itself')
  const asked: boolean[] = []
  const { request, check } = lanescope.standin?.permissions ?? {}
  if (typeof request === 'function') request(null, 'media', (granted: boolean) => asked.push(granted))
  expect(asked).toEqual([false])
  expect(typeof check === 'function' && check(null, 'geolocation', '')).toBe(false)
})

test('the menu has the usual items under stable ids', async ({ lanescope, main }) => {
  await expect(main.locator('body')).toBeVisible()
  const ids = [
    'open-files',
    'open-folder',
    'add-files',
    'paste-text',
    'save-case',
    'print-report',
    'find',
    'command-palette',
    'show-links',
    'quit',
  ]
  const found = await lanescope.evaluate(
    ({ Menu }, wanted) => wanted.map((id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.label ?? `no ${id}`),
    ids,
  )
  expect(found).toEqual([
    'Open Files…',
    'Open Folder…',
    'Add Files…',
    'Paste Text',
    'Save Case',
    'Report as PDF…',
    'Find…',
    'Command Palette…',
    'Links',
    'Quit',
  ])
})

test('a menu command reaches the page', async ({ lanescope, main }) => {
  const received = main.evaluate(
    () => new Promise<string>((done) => window.lanescope?.on('command', ({ command }) => done(command))),
  )
  // The listener stands once the evaluation above has begun: a second round trip comes after it.
  await main.evaluate(() => undefined)
  await lanescope.evaluate(({ Menu }) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById('show-links')
    item?.click()
  }, null)
  expect(await received).toBe('show-links')
})

test('settings are kept, and told to the page', async ({ main }) => {
  const answer = await main.evaluate(async () => {
    const told = new Promise((done) => window.lanescope?.on('settings', done))
    const set = await window.lanescope?.invoke('settings.set', { theme: 'dark' })
    const get = await window.lanescope?.invoke('settings.get', null)
    return { set, get, told: await told }
  })
  const expected = { theme: 'dark', language: 'system', systemLanguage: 'en' }
  expect(answer).toEqual({ set: { ok: true, value: expected }, get: { ok: true, value: expected }, told: expected })
})
