import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { BrowserContext, Route } from '@playwright/test'
import type * as Electron from 'electron'
import { inward, isApp } from './addresses'
import { type CallHandler, StandinWindow, type WindowHost, windowOf } from './window'

/**
 * Test-only stand-in for the `electron` module: the real built main bundle and the real preload run against it, each
 * BrowserWindow being a page in a plain Chromium. `satisfies` ties every part to Electron's own types, so that drift shows.
 * It cannot show isolated worlds, real sandboxing, privileges of schemes, native menus and dialogs, asar or fuses.
 */
export function createStandin(profile: string) {
  const handlers = new Map<string, CallHandler>()
  const schemes = new Map<string, (request: Request) => Response | Promise<Response>>()
  const windows: StandinWindow[] = []
  /** Requests that left the app: must stay empty of everything but what a test provokes. */
  const outside: string[] = []
  const opened: string[] = []
  const copied: string[] = []
  let give: (context: BrowserContext) => void = () => undefined
  const context = new Promise<BrowserContext>((resolve) => (give = resolve))
  let isReady = false

  const app = Object.assign(new EventEmitter(), {
    isPackaged: false,
    enableSandbox: () => undefined,
    whenReady: () => context.then(() => undefined),
    isReady: () => isReady,
    getPath: (name: string) => join(profile, name),
    getVersion: () => '0.0.0-test',
    getAppPath: () => process.cwd(),
    getLocale: () => 'en-US',
    requestSingleInstanceLock: () => true,
    addRecentDocument: () => undefined,
    quit(): void {
      for (const window of [...windows]) window.close()
    },
  }) satisfies Parts<
    'app',
    | 'isPackaged'
    | 'enableSandbox'
    | 'whenReady'
    | 'isReady'
    | 'getPath'
    | 'getVersion'
    | 'getAppPath'
    | 'getLocale'
    | 'requestSingleInstanceLock'
    | 'addRecentDocument'
    | 'quit'
  >

  const host: WindowHost = {
    context,
    handlers,
    windows,
    created: (contents) => app.emit('web-contents-created', {}, contents),
    allClosed: () => app.emit('window-all-closed'),
  }
  class BrowserWindow extends StandinWindow {
    constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
      super(host, options)
    }
    static getAllWindows = (): StandinWindow[] => [...windows]
    static getFocusedWindow = (): StandinWindow | null => windows[0] ?? null
    static fromWebContents = (contents: unknown): StandinWindow | null =>
      windows.find((window) => window.webContents === contents) ?? null
  }

  const ipcMain = {
    handle(channel, listener): void {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
      handlers.set(channel, listener)
    },
    removeHandler: (channel) => void handlers.delete(channel),
  } satisfies Parts<'ipcMain', 'handle' | 'removeHandler'>

  const dialog = {
    showOpenDialog: () => Promise.resolve({ canceled: true, filePaths: [] }),
    showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
    showMessageBox: () => Promise.resolve({ response: 0, checkboxChecked: false }),
  } satisfies Parts<'dialog', 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'>

  const protocol = {
    registerSchemesAsPrivileged(): void {
      if (isReady) throw new Error('registerSchemesAsPrivileged must run before ready')
    },
    handle: (scheme, handler) => void schemes.set(scheme, handler),
  } satisfies Parts<'protocol', 'registerSchemesAsPrivileged' | 'handle'>

  const permissions: { request: unknown; check: unknown; device: unknown } = {
    request: null,
    check: null,
    device: null,
  }
  const session = {
    defaultSession: {
      setPermissionRequestHandler: (handler) => void (permissions.request = handler),
      setPermissionCheckHandler: (handler) => void (permissions.check = handler),
      setDevicePermissionHandler: (handler) => void (permissions.device = handler),
    } satisfies Pick<
      Electron.Session,
      'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
    >,
  }
  const shell = {
    openExternal: async (url) => {
      opened.push(url)
    },
  } satisfies Parts<'shell', 'openExternal'>
  const clipboard = {
    writeText: async (text) => {
      copied.push(text)
    },
    readText: () => Promise.resolve(copied.at(-1) ?? ''),
  } satisfies Parts<'clipboard', 'writeText' | 'readText'>
  const screen = {
    getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } } as Electron.Display],
  } satisfies Parts<'screen', 'getAllDisplays'>
  const nativeTheme = Object.assign(new EventEmitter(), {
    shouldUseDarkColors: false,
    themeSource: 'system' as Electron.NativeTheme['themeSource'],
  }) satisfies Parts<'nativeTheme', 'shouldUseDarkColors' | 'themeSource'>

  let applicationMenu: StandinMenu | null = null
  const Menu = {
    buildFromTemplate: (items: readonly Electron.MenuItemConstructorOptions[]) => new StandinMenu(items),
    setApplicationMenu: (menu: StandinMenu | null) => void (applicationMenu = menu),
    getApplicationMenu: () => applicationMenu,
  }

  /** The harness calls this once, after it has imported the main bundle: the app becomes ready. */
  async function start(browser: BrowserContext): Promise<void> {
    await browser.route('**/*', fulfil)
    isReady = true
    give(browser)
    app.emit('ready')
  }

  async function fulfil(route: Route): Promise<void> {
    const request = route.request()
    const window = await windowOf(windows, request)
    if (request.isNavigationRequest()) {
      if (!window) return refusePopup(route)
      const own = window.webContents
      const top = request.frame().parentFrame() === null
      // 'aborted' leaves the page where it is, as a prevented navigation does.
      if (top && !own.loading && !own.mayNavigate(request.url())) return route.abort('aborted')
    }
    const scheme = schemes.get('app')
    if (!isApp(request.url()) || !scheme) {
      outside.push(request.url())
      return route.abort('blockedbyclient')
    }
    const response = await scheme(
      new Request(inward(request.url()), { method: request.method(), headers: request.headers() }),
    )
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  }

  /** A popup exists before its opener can be asked; no window of the app may open one, so any window's handler will do. */
  async function refusePopup(route: Route): Promise<void> {
    const url = inward(route.request().url())
    const details: Electron.HandlerDetails = {
      url,
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    }
    if (windows[0]?.webContents.openHandler(details).action !== 'deny') outside.push(url)
    await route.abort('aborted')
    const browser = await context
    const own = await Promise.all(windows.map((window) => window.webContents.page))
    for (const page of browser.pages()) if (!own.includes(page)) await page.close()
  }

  const electron = {
    app,
    BrowserWindow,
    clipboard,
    dialog,
    ipcMain,
    Menu,
    nativeTheme,
    protocol,
    screen,
    session,
    shell,
  }
  return { electron, start, windows, outside, opened, copied, permissions }
}

export type Standin = ReturnType<typeof createStandin>

/** The named members of one part of Electron, typed as Electron types them. */
type Parts<Part extends keyof typeof Electron, Names extends keyof (typeof Electron)[Part]> = Pick<
  (typeof Electron)[Part],
  Names
>

/** A menu as a tree of templates: enough to find an item by its id and to click it. */
export class StandinMenu {
  constructor(readonly items: readonly Electron.MenuItemConstructorOptions[]) {}
  getMenuItemById(id: string): Electron.MenuItemConstructorOptions | null {
    return find(this.items, id)
  }
}

function find(
  items: readonly Electron.MenuItemConstructorOptions[],
  id: string,
): Electron.MenuItemConstructorOptions | null {
  for (const item of items) {
    if (item.id === id) return item
    const below = Array.isArray(item.submenu) ? find(item.submenu, id) : null
    if (below) return below
  }
  return null
}
