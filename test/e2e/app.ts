import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { register } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type Page, _electron, chromium, test as base } from '@playwright/test'
import type * as Electron from 'electron'
import { browserFlags, findBrowser, howToGetBrowser } from '../../scripts/browser.mjs'
import { findElectron, hasDisplay } from '../../scripts/electron.mjs'
import { type Standin, createStandin } from '../standin/electron'

/** The part of Playwright's ElectronApplication that specs may use: real Electron and the stand-in both provide it. */
export interface AppHandle {
  firstWindow(): Promise<Page>
  evaluate<R, A>(fn: (electron: typeof Electron, arg: A) => R | Promise<R>, arg: A): Promise<R>
  close(): Promise<void>
  /** What only the stand-in knows; undefined on real Electron. */
  readonly standin?: Standin
}

const root = join(import.meta.dirname, '../..')
/** Pictures and papers that a run leaves for people and for the checks after it. */
export const artefacts = join(root, 'artefacts')
const mainBundle = join(root, 'out/main/index.js')
// A window of the real Electron needs a display.
const electronBinary = hasDisplay() ? findElectron() : undefined

const standins = new Map<string, Standin['electron']>()
Object.defineProperty(globalThis, Symbol.for('lanescope.standins'), { value: standins })
let runs = 0

async function launchStandin(browser: Browser, profile: string, given: readonly string[]): Promise<AppHandle> {
  if (runs === 0) register(pathToFileURL(join(root, 'test/standin/hooks.mjs')).href)
  const run = String(++runs)
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const standin = createStandin(profile)
  standins.set(run, standin.electron)
  const first = context.waitForEvent('page')
  const argv = process.argv
  process.argv = ['electron', root, ...given]
  try {
    await import(`${pathToFileURL(mainBundle).href}?run=${run}`)
  } finally {
    process.argv = argv
  }
  await standin.start(context)
  const page = await first
  return {
    standin,
    firstWindow: async () => {
      await page.waitForURL(/app\.test/)
      return page
    },
    // Specs may touch only what the stand-in has; its parts are tied to Electron's types there.
    evaluate: async (fn, arg) => fn(standin.electron as unknown as typeof Electron, arg),
    close: async () => {
      for (const window of [...standin.windows]) window.destroy()
      await context.close()
      standins.delete(run)
    },
  }
}

async function launchElectron(profile: string, given: readonly string[]): Promise<AppHandle> {
  const unsandboxed = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const app = await _electron.launch({
    executablePath: electronBinary ?? '',
    args: [`--user-data-dir=${profile}`, ...unsandboxed, root, ...given],
  })
  return {
    firstWindow: () => app.firstWindow(),
    // Playwright types `fn` by what it can send; functions of specs take and give plain data.
    evaluate: (fn, arg) => app.evaluate(fn as never, arg as never),
    close: async () => {
      // A question about unsaved notes would wait for an answer that nobody gives.
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.destroy()))
      await app.close()
    },
  }
}

/** Pages that hold the one-file viewer in place of the app. */
export const viewerPages = new WeakSet<Page>()

/** A browser page without network, for a viewer that is opened from the disk. What it asks of the network is a fault. */
async function openViewer(browser: Browser): Promise<AppHandle> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', offline: true })
  const page = await context.newPage()
  viewerPages.add(page)
  const asked: string[] = []
  const wrong: string[] = []
  page.on('request', (request) => {
    if (!/^(?:file|data|blob|about):/.test(request.url())) asked.push(request.url())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  return {
    firstWindow: () => Promise.resolve(page),
    evaluate: () => Promise.reject(new Error('the viewer has no main process: tag the test @app')),
    close: async () => {
      await context.close()
      if (asked.length + wrong.length > 0)
        throw new Error(`the viewer asked for or threw: ${[...asked, ...wrong].join('; ')}`)
    },
  }
}

interface Fixtures {
  /** The one-file viewer of each sample, from a file: address, in place of the app. */
  viewer: boolean
  /** Files on the command line. */
  given: readonly string[]
  /** A folder of the test's own, removed afterwards. */
  scratch: string
  lanescope: AppHandle
  main: Page
}

export const test = base.extend<Fixtures, { chromiumBrowser: Browser | null }>({
  chromiumBrowser: [
    async ({ browserName: _anyOfThem }, use) => {
      if (electronBinary !== undefined) return use(null)
      if (!existsSync(mainBundle)) throw new Error('out/main is not there: run `npm run build` first (npm test does)')
      const executablePath = await findBrowser()
      if (executablePath === undefined) throw new Error(howToGetBrowser)
      const browser = await chromium.launch({ executablePath, args: browserFlags })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  viewer: [false, { option: true }],
  given: [[], { option: true }],
  scratch: async ({ given: _given }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'lanescope-test-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  lanescope: async ({ chromiumBrowser, given, scratch, viewer }, use, info) => {
    const profile = join(scratch, 'profile')
    // A page from the disk is for browsers: real Electron has none to lend.
    info.skip(viewer && !chromiumBrowser, 'no browser')
    const handle = !chromiumBrowser
      ? await launchElectron(profile, given)
      : viewer
        ? await openViewer(chromiumBrowser)
        : await launchStandin(chromiumBrowser, profile, given)
    await use(handle)
    await handle.close()
  },
  main: async ({ lanescope }, use) => use(await lanescope.firstWindow()),
})

/** Drops files of the disk on the page, as a file manager does. */
export async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(
    (known) => {
      window.__standinPaths = known
      const input = Object.assign(document.createElement('input'), {
        type: 'file',
        multiple: true,
        hidden: true,
        id: 'test-drop',
      })
      document.body.append(input)
    },
    Object.fromEntries(paths.map((path) => [basename(path), path])),
  )
  await page.locator('#test-drop').setInputFiles([...paths])
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#test-drop')
    const dataTransfer = new DataTransfer()
    for (const file of input?.files ?? []) dataTransfer.items.add(file)
    input?.remove()
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }
  })
}

export { expect } from '@playwright/test'
