// Finds a Chromium that is already on this computer; nothing is downloaded. `node scripts/browser.mjs` prints its path.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'msedge']

/** Places outside the PATH where installers put a browser. */
const places = {
  linux: ['/usr/bin/chromium', '/snap/bin/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const base = process.env[name]
    return base === undefined
      ? []
      : [join(base, 'Google/Chrome/Application/chrome.exe'), join(base, 'Microsoft/Edge/Application/msedge.exe')]
  }),
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function playwrightsOwn() {
  try {
    const { chromium } = await import('@playwright/test')
    const path = chromium.executablePath()
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** Path of a browser, or undefined. LANESCOPE_CHROMIUM wins, even over a better one. */
export async function findBrowser() {
  const chosen = process.env.LANESCOPE_CHROMIUM
  if (chosen !== undefined && chosen !== '') return runs(chosen) ? chosen : undefined
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name + suffix)))
  return [...onPath, ...(places[process.platform] ?? [])].find(runs) ?? (await playwrightsOwn())
}

export const howToGetBrowser =
  'No Chromium was found. Install one (Debian: apt-get install chromium; or Chrome, Chromium, Edge from your system, or ' +
  '`npx playwright install chromium`), or name one in LANESCOPE_CHROMIUM.'

/** Quiet, offline and, where we are root, without Chromium's own sandbox, which root cannot have. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await findBrowser()
  console.log(found ?? howToGetBrowser)
  process.exitCode = found === undefined ? 1 : 0
}
