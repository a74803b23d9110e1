import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { shipHanFont } from './scripts/ship-han-font'

const root = import.meta.dirname
const alias = { '@shared': resolve(root, 'shared'), '@host': resolve(root, 'host') }

export default defineConfig({
  main: {
    resolve: { alias },
    build: {
      outDir: 'out/main',
      rolldownOptions: {
        input: {
          index: resolve(root, 'electron/main/index.ts'),
          // The middle of the pipeline runs in a worker that main starts by path.
          worker: resolve(root, 'host/worker/entry.ts'),
          prove: resolve(root, 'host/worker/prove.ts'),
        },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      outDir: 'out/preload',
      rolldownOptions: {
        input: { index: resolve(root, 'electron/preload/index.ts') },
        // sandbox: true needs the preload as one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'renderer'),
    resolve: { alias },
    plugins: [svelte({ configFile: resolve(root, 'svelte.config.js') }), shipHanFont()],
    build: {
      outDir: resolve(root, 'out/renderer'),
      emptyOutDir: true,
      rolldownOptions: { input: resolve(root, 'renderer/index.html') },
    },
  },
})
