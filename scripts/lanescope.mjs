#!/usr/bin/env node
// Runs the command line from the source tree: builds out/cli first when a source is newer (about two seconds, once).
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const built = join(root, 'out/cli/main.mjs')

function newest(folder) {
  let time = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return time
}

const stamp = join(root, 'out/cli/.built')
const sources = Math.max(...['shared', 'host', 'cli'].map((folder) => newest(join(root, folder))), statSync(join(root, 'package-lock.json')).mtimeMs)
if (!existsSync(built) || !existsSync(stamp) || statSync(stamp).mtimeMs < sources) {
  const started = new Date()
  const { buildCli } = await import('./build.mjs')
  await buildCli()
  writeFileSync(stamp, started.toISOString())
}
const { main } = await import(pathToFileURL(built).href)
process.exitCode = await main(process.argv.slice(2))
