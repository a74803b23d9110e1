import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowser } from './browser'
import { startDevTools, type DevTools } from './devtools'
import { findElectron, printWithElectron } from './desktop'
import { PrintProblem } from './problem'

const LIMIT_MS = 240_000

export interface Printing {
  /** Prints a page without scripts and gives the bytes of the PDF: tagged, with an outline, on the paper that the page names. */
  print(html: string): Promise<Uint8Array>
  /** Which of these characters no font of the printing program has; undefined where that cannot be told. */
  unshown(characters: readonly string[]): Promise<readonly string[] | undefined>
  end(): Promise<void>
}

/**
 * A program that prints: the Electron of the desktop app where it is, else a Chromium of the system. The same program prints
 * several pages, since a report is printed twice (its contents need the page numbers of the first printing).
 */
export async function startPrinting(env: NodeJS.ProcessEnv = process.env): Promise<Printing> {
  const electron = findElectron(env)
  if (electron !== undefined)
    return {
      print: (html) => printWithElectron(electron, html),
      unshown: () => Promise.resolve(undefined),
      end: () => Promise.resolve(),
    }
  const browser = findBrowser(env)
  if (browser === undefined) {
    throw new PrintProblem(
      'no program to print with was found: install Chromium, Chrome or Edge, or name one in LANESCOPE_CHROMIUM; or use --html and print that page from any browser',
    )
  }
  return printWithBrowser(browser)
}

async function printWithBrowser(browser: string): Promise<Printing> {
  const folder = mkdtempSync(join(tmpdir(), 'lanescope-print-'))
  const tools = startDevTools(browser, flags(folder), LIMIT_MS)
  const end = async (): Promise<void> => {
    await tools.end()
    removeFolder(folder)
  }
  try {
    const session = await openTab(tools)
    return {
      print: (html) => printPage(tools, session, folder, html),
      unshown: (characters) => unshown(tools, session, characters),
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** The page goes first: it holds what was captured. The browser's profile may be held for a moment longer. */
function removeFolder(folder: string): void {
  rmSync(join(folder, 'report.html'), { force: true })
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  } catch {
    // An empty profile that stays behind in the temporary folder is no reason to lose the report.
  }
}

async function openTab(tools: DevTools): Promise<string> {
  const { targetId } = await tools.call('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await tools.call('Target.attachToTarget', { targetId, flatten: true })
  const session = String(sessionId)
  await tools.call('Page.enable', {}, session)
  return session
}

async function printPage(tools: DevTools, session: string, folder: string, html: string): Promise<Uint8Array> {
  const page = join(folder, 'report.html')
  writeFileSync(page, html)
  const loaded = tools.once('Page.loadEventFired', session)
  await tools.call('Page.navigate', { url: pathToFileURL(page).href }, session)
  await loaded
  const { data } = await tools.call(
    'Page.printToPDF',
    {
      printBackground: true,
      preferCSSPageSize: true,
      displayHeaderFooter: false,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      transferMode: 'ReturnAsBase64',
    },
    session,
  )
  if (typeof data !== 'string' || data === '') throw new PrintProblem('the browser printed nothing')
  return new Uint8Array(Buffer.from(data, 'base64'))
}

/** A character that looks like one which Unicode has never given away is the box of a missing font. */
async function unshown(
  tools: DevTools,
  session: string,
  characters: readonly string[],
): Promise<readonly string[] | undefined> {
  const expression = `((characters) => {
    const draw = (text) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 32
      const pen = canvas.getContext('2d')
      pen.font = '24px sans-serif'
      pen.fillText(text, 2, 26)
      return pen.getImageData(0, 0, 32, 32).data.join()
    }
    const missing = draw('\\u0378')
    return characters.filter((character) => draw(character) === missing)
  })(${JSON.stringify(characters)})`
  const { result } = await tools.call('Runtime.evaluate', { expression, returnByValue: true }, session)
  const value = typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined
}

/** Chromium's sandbox cannot run as root; the page has no scripts and its policy forbids all loading. */
function flags(folder: string): readonly string[] {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return [
    '--headless',
    '--disable-gpu',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-dev-shm-usage',
    `--user-data-dir=${join(folder, 'profile')}`,
    ...root,
  ]
}

/** The file appears only when it is whole. */
export function writeWhole(target: string, data: string | Uint8Array): void {
  const beside = `${resolve(target)}.${process.pid}.part`
  try {
    writeFileSync(beside, data)
    renameSync(beside, resolve(target))
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
