// Finds the Electron binary, and gets it where the network allows: the npm package brings none along.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const packageFolder = join(root, 'node_modules/electron')

/** Path of the binary, or undefined when it is not here. LANESCOPE_ELECTRON names another one. */
export function findElectron() {
  const chosen = process.env.LANESCOPE_ELECTRON
  if (chosen !== undefined && chosen !== '') return existsSync(chosen) ? chosen : undefined
  const pathFile = join(packageFolder, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const path = join(packageFolder, 'dist', readFileSync(pathFile, 'utf8'))
  return existsSync(path) ? path : undefined
}

/** Lets the package's own installer download the binary (about 110 MB), unless its site does not answer at all. */
export async function downloadElectron() {
  const site = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/'
  try {
    // The installer waits for minutes where packets are dropped; five seconds tell as much.
    await fetch(site, { method: 'HEAD', signal: AbortSignal.timeout(5000) })
  } catch {
    return undefined
  }
  console.log('Downloading Electron, once...')
  const { status } = spawnSync(process.execPath, [join(packageFolder, 'install.js')], {
    stdio: 'ignore',
    timeout: 10 * 60_000,
  })
  return status === 0 ? findElectron() : undefined
}

/** A screen to show a window on: always on macOS and Windows, named by the environment elsewhere. */
export function hasDisplay() {
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}
