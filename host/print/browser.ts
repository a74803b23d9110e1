import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A Chromium of the system, which can print a page to PDF without a window. The desktop app does not need it. */
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
  'chrome',
]

const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/snap/bin/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'],
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
  ),
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env['LANESCOPE_CHROMIUM']
  if (named) return isProgram(named) ? named : undefined
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name + suffix)))
  return [...onPath, ...(places[process.platform] ?? [])].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
