import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrintProblem } from './problem'

const LIMIT_MS = 120_000

/**
 * The binary of the desktop app: the program that runs this, where that is Electron itself, or the one that LANESCOPE_ELECTRON
 * names. It needs a display, except on macOS and Windows, which always have one.
 */
export function findElectron(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const display =
    process.platform === 'darwin' || process.platform === 'win32' || env['DISPLAY'] || env['WAYLAND_DISPLAY']
  if (!display) return undefined
  const named = env['LANESCOPE_ELECTRON']
  if (named) return existsSync(named) ? named : undefined
  return process.versions['electron'] === undefined ? undefined : process.execPath
}

/** Runs in Electron, which is given the page and the place of the PDF as its last two words. */
const program = `
const { app, BrowserWindow } = require('electron')
const { writeFileSync } = require('node:fs')
const [page, target] = process.argv.slice(-2)
app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false } })
  await window.loadURL(page)
  const pdf = await window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true, generateTaggedPDF: true, generateDocumentOutline: true })
  writeFileSync(target, pdf)
  app.exit(0)
}).catch((error) => { console.error(String(error)); app.exit(1) })
`

export async function printWithElectron(binary: string, html: string): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'lanescope-print-'))
  try {
    const [script, page, target] = [join(folder, 'main.cjs'), join(folder, 'report.html'), join(folder, 'report.pdf')]
    writeFileSync(script, program)
    writeFileSync(page, html)
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    await run(binary, [...root, `--user-data-dir=${join(folder, 'profile')}`, script, pathToFileURL(page).href, target])
    if (!existsSync(target)) throw new PrintProblem(`${binary} printed nothing`)
    return new Uint8Array(readFileSync(target))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function run(binary: string, words: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env
    const child = spawn(binary, words, { stdio: ['ignore', 'ignore', 'pipe'], timeout: LIMIT_MS, env })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)))
    child.on('error', (error) => fail(new PrintProblem(`${binary} could not be started: ${error.message}`)))
    child.on('exit', (code) => {
      if (code === 0) done()
      else fail(new PrintProblem(`${binary} failed (${code ?? 'stopped'}): ${said.trim().split('\n').at(-1) ?? ''}`))
    })
  })
}
