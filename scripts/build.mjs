#!/usr/bin/env node
// Builds the command line (out/cli) and the one-file viewer page (out/viewer). `node scripts/build.mjs cli|viewer|all`.
// electron-vite builds main, preload and renderer; these two have no Electron in them.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const alias = { '@shared': join(root, 'shared'), '@host': join(root, 'host') }

export async function buildCli() {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias },
    json: { stringify: true },
    ssr: { noExternal: true, external: ['vite'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'out/cli',
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { main: join(root, 'cli/main.ts') },
        output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}

export async function buildViewer() {
  const config = join(root, 'renderer/viewer/vite.config.mjs')
  if (!existsSync(config)) return
  await build({ configFile: config, logLevel: 'warn' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const what = process.argv[2] ?? 'all'
  if (what === 'cli' || what === 'all') await buildCli()
  if (what === 'viewer' || what === 'all') await buildViewer()
}
