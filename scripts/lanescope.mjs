#!/usr/bin/env node
// Runs the command line from the source tree: builds out/cli first when a source is newer (about two seconds, once).
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWhenNeeded, root } from './freshness.mjs'

await buildWhenNeeded('out/cli/.built', ['shared', 'host', 'cli'], async () => {
  const { buildCli } = await import('./build.mjs')
  await buildCli()
})
// The one-file page carries the window's own views.
if (process.argv.some((word) => word === '--html' || word.startsWith('--html='))) {
  await buildWhenNeeded('out/viewer/.built', ['shared', 'renderer', 'svelte.config.js'], async () => {
    const { buildViewer } = await import('./build.mjs')
    await buildViewer()
  })
}
const { main } = await import(pathToFileURL(join(root, 'out/cli/main.mjs')).href)
process.exitCode = await main(process.argv.slice(2))
