import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowser } from './browser'

/** Printing failed; the message says what to do. */
export class PrintProblem extends Error {}

const LIMIT_MS = 120_000

/** Prints a page without scripts to a PDF file, by a Chromium of the system. The file appears only when it is whole. */
export async function printToPdf(html: string, target: string): Promise<void> {
  const browser = findBrowser()
  if (browser === undefined) {
    throw new PrintProblem(
      'no Chromium, Chrome or Edge was found to print with: install one, name one in LANESCOPE_CHROMIUM, or use --html and print from any browser',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'lanescope-print-'))
  try {
    const page = join(folder, 'report.html')
    const printed = join(folder, 'report.pdf')
    writeFileSync(page, html)
    await run(browser, [...flags(folder), `--print-to-pdf=${printed}`, pathToFileURL(page).href])
    if (!isThere(printed)) throw new PrintProblem(`${browser} printed nothing`)
    copyFileSync(printed, resolve(target))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
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
    '--no-pdf-header-footer',
    `--user-data-dir=${join(folder, 'profile')}`,
    ...root,
  ]
}

function run(program: string, words: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], timeout: LIMIT_MS })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)))
    child.on('error', (error) => fail(new PrintProblem(`${program} could not be started: ${error.message}`)))
    child.on('exit', (code) => {
      if (code === 0) done()
      else fail(new PrintProblem(`${program} failed (${code ?? 'stopped'}): ${said.trim().split('\n').at(-1) ?? ''}`))
    })
  })
}

function isThere(path: string): boolean {
  try {
    return statSync(path).size > 0
  } catch {
    return false
  }
}
