#!/usr/bin/env node
// `npm start [-- FILE...]`: the app with a sample (or FILEs). Where no window can be shown it says so in one line, prints the
// analysis here and writes the one-file viewer, which any browser opens from disk.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { downloadElectron, findElectron, hasDisplay } from './electron.mjs'
import { buildWhenNeeded, root } from './freshness.mjs'

const windowSources = ['shared', 'host', 'electron', 'renderer', 'electron.vite.config.ts', 'svelte.config.js']

/** The sample with a bad lane shows most; any other will do. */
function sample() {
  const folder = join(root, 'resources/samples')
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !/^\.|\.md$/i.test(name))
        .sort()
    : []
  const name = names.find((one) => /lane/.test(one)) ?? names[0]
  if (name === undefined) throw new Error('resources/samples is empty')
  return join(folder, name)
}

function node(...words) {
  return spawnSync(process.execPath, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

async function startWindow(electron, paths) {
  await buildWhenNeeded('out/main/.built', windowSources, () => {
    if (!node('node_modules/electron-vite/bin/electron-vite.js', 'build'))
      throw new Error('the window could not be built: npm run build')
  })
  // Chromium's sandbox cannot run as root; the app asks for it in every other case.
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(electron, [...flags, root, ...paths], { cwd: root, stdio: 'inherit' })
  return new Promise((done) => {
    child.on('error', () => done(1))
    child.on('exit', (code) => done(code ?? 1))
  })
}

function viewerPath() {
  try {
    accessSync(root, constants.W_OK)
    return join(root, 'lanescope-sample.html')
  } catch {
    return join(mkdtempSync(join(tmpdir(), 'lanescope-')), 'lanescope-sample.html')
  }
}

function openInBrowser(path) {
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', path]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', path]
        : ['xdg-open', path]
  spawn(command, words, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}

async function startWithoutWindow(paths) {
  await buildWhenNeeded('out/viewer/.built', ['shared', 'renderer', 'svelte.config.js'], async () => {
    const { buildViewer } = await import('./build.mjs')
    await buildViewer()
  })
  const viewer = viewerPath()
  const words = ['scripts/lanescope.mjs', 'check', ...paths, '--html', viewer]
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' })
  // 1 says that the capture has findings, which is what a sample is for.
  if (status !== 0 && status !== 1) return status ?? 2
  if (!existsSync(viewer) || statSync(viewer).size === 0) return 2
  console.log(`\nThe same as one file for any browser, without network: ${viewer}`)
  if (hasDisplay()) openInBrowser(viewer)
  return 0
}

const given = process.argv.slice(2).map((path) => resolve(process.env.INIT_CWD ?? process.cwd(), path))
const paths = given.length > 0 ? given : [sample()]
const electron = hasDisplay() ? (findElectron() ?? (await downloadElectron())) : undefined
if (electron === undefined) {
  const why = hasDisplay()
    ? "Electron's binary is not here and could not be downloaded"
    : 'there is no display for a window'
  console.log(`Lanescope's window was not started (${why}): the analysis follows.\n`)
}
process.exitCode = electron === undefined ? await startWithoutWindow(paths) : await startWindow(electron, paths)
