#!/usr/bin/env node
// Type-checks every layer with its own tsconfig: shared sees neither Node nor DOM, the preload no Node, and so on.
import { spawnSync } from 'node:child_process'

const layers = ['shared', 'host', 'cli', 'electron/main', 'electron/preload', 'test']
const only = process.argv.slice(2)
let failed = 0
for (const layer of layers) {
  if (only.length > 0 && !only.includes(layer)) continue
  const { status } = spawnSync('npx', ['tsc', '-p', `${layer}/tsconfig.json`], { stdio: 'inherit' })
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} types ${layer}`)
  if (status !== 0) failed++
}
if (only.length === 0 || only.includes('renderer')) {
  const { status } = spawnSync('npx', ['svelte-check', '--tsconfig', 'renderer/tsconfig.json', '--fail-on-warnings'], {
    stdio: 'inherit',
  })
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} types renderer`)
  if (status !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
