import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page, Request as PageRequest } from '@playwright/test'
import type * as Electron from 'electron'
import { inward, outward } from './addresses'
import { installRequire } from './page-side'

export type CallHandler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown

/** What the windows of one run share. */
export interface WindowHost {
  readonly context: Promise<BrowserContext>
  readonly handlers: ReadonlyMap<string, CallHandler>
  readonly windows: StandinWindow[]
  created(contents: StandinContents): void
  allClosed(): void
}

type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse

/** The part of WebContents that main uses, over a page. */
export class StandinContents extends EventEmitter {
  url = ''
  /** Main itself loads an address: Electron sends no will-navigate then. */
  loading = false
  openHandler: OpenHandler = () => ({ action: 'allow' })
  readonly sent: { readonly channel: string; readonly args: readonly unknown[] }[] = []

  constructor(readonly page: Promise<Page>) {
    super()
  }
  getURL = (): string => this.url
  setWindowOpenHandler = (handler: OpenHandler): void => void (this.openHandler = handler)

  send(channel: string, ...args: unknown[]): void {
    const copy = structuredClone(args)
    this.sent.push({ channel, args: copy })
    void this.page.then((page) =>
      page
        .evaluate(([name, values]) => window.__standinReceive(name, values), [channel, copy] as const)
        // The page went away in the meantime: Electron drops such a message as well.
        .catch(() => undefined),
    )
  }

  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    const {
      pageSize,
      landscape,
      printBackground,
      preferCSSPageSize,
      generateTaggedPDF: tagged,
      generateDocumentOutline: outline,
    } = options
    const format = typeof pageSize === 'string' ? pageSize : 'Letter'
    return (await this.page).pdf({ format, landscape, printBackground, preferCSSPageSize, tagged, outline })
  }

  /** Asks main about a navigation that the page wants; false when main prevents it. */
  mayNavigate(url: string): boolean {
    let prevented = false
    this.emit('will-navigate', { url: inward(url), preventDefault: () => (prevented = true) })
    return !prevented
  }
}

const secure = { contextIsolation: true, nodeIntegration: false, sandbox: true } as const

/** The part of BrowserWindow that main uses. It refuses web preferences that would open the sandbox. */
export class StandinWindow extends EventEmitter {
  readonly webContents: StandinContents
  private visible: boolean
  private maximized = false
  private title: string
  private readonly bounds: Electron.Rectangle

  constructor(
    private readonly host: WindowHost,
    options: Electron.BrowserWindowConstructorOptions,
  ) {
    super()
    const { x = 0, y = 0, width = 800, height = 600, show = true, title = '', webPreferences = {} } = options
    for (const key of ['contextIsolation', 'nodeIntegration', 'sandbox'] as const) {
      if (webPreferences[key] !== secure[key])
        throw new Error(`stand-in refuses webPreferences.${key} other than ${secure[key]}`)
    }
    this.visible = show
    this.title = title
    this.bounds = { x, y, width, height }
    this.webContents = new StandinContents(this.open(webPreferences.preload))
    host.windows.push(this)
    host.created(this.webContents)
  }

  private async open(preload: string | undefined): Promise<Page> {
    const page = await (await this.host.context).newPage()
    await page.setViewportSize({ width: this.bounds.width, height: this.bounds.height })
    await page.exposeBinding('__standinInvoke', async (source, channel: string, args: unknown[]) => {
      const handler = this.host.handlers.get(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      const parent = source.frame.parentFrame()
      const senderFrame = { url: inward(source.frame.url()), parent: parent && { url: inward(parent.url()) } }
      // The handler is typed for Electron; it may look at the sender and its frame only, which are given here.
      const event = { sender: this.webContents, senderFrame } as unknown as Electron.IpcMainInvokeEvent
      return structuredClone(await handler(event, ...args))
    })
    if (preload !== undefined) {
      // The preload's text is part of the init script's own text: no eval, so the page's policy does not matter.
      const source = readFileSync(preload, 'utf8')
      await page.addInitScript({
        content: `if (window === top) ((require) => {\n${source}\n})((${installRequire.toString()})())`,
      })
    }
    page.on('domcontentloaded', () => this.emit('ready-to-show'))
    page.on('close', () => {
      const index = this.host.windows.indexOf(this)
      if (index < 0) return
      this.host.windows.splice(index, 1)
      this.emit('closed')
      if (this.host.windows.length === 0) this.host.allClosed()
    })
    return page
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.webContents.page
    this.webContents.url = url
    this.webContents.loading = true
    try {
      await page.goto(outward(url))
    } finally {
      this.webContents.loading = false
    }
  }
  show = (): void => void (this.visible = true)
  focus = (): void => void (this.visible = true)
  isVisible = (): boolean => this.visible
  isMinimized = (): boolean => false
  restore = (): void => undefined
  maximize = (): void => void (this.maximized = true)
  isMaximized = (): boolean => this.maximized
  getNormalBounds = (): Electron.Rectangle => this.bounds
  setTitle = (title: string): void => void (this.title = title)
  getTitle = (): string => this.title
  isDestroyed = (): boolean => !this.host.windows.includes(this)
  close(): void {
    let prevented = false
    this.emit('close', { preventDefault: () => (prevented = true) })
    if (!prevented) this.destroy()
  }
  destroy(): void {
    void this.webContents.page.then((page) => page.close())
  }
}

/** The window whose page made a request; undefined for a popup that no window of ours is. */
export async function windowOf(
  windows: readonly StandinWindow[],
  request: PageRequest,
): Promise<StandinWindow | undefined> {
  let page: Page
  try {
    page = request.frame().page()
  } catch {
    // The first navigation of a popup has no frame yet.
    return undefined
  }
  for (const window of windows) if ((await window.webContents.page) === page) return window
  return undefined
}
