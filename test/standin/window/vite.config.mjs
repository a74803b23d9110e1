// The window in a plain browser, over a synthetic session: `npx vite --config test/standin/window/vite.config.mjs`,
// then /test/standin/window/index.html?case=rack (or one, empty) &theme=dark &lang=zh.
import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

export default defineConfig({
  root,
  configFile: false,
  resolve: { alias: { '@shared': resolve(root, 'shared') } },
  plugins: [svelte({ configFile: resolve(root, 'svelte.config.js') })],
  server: { port: 5199, strictPort: true, fs: { allow: [root] } },
  build: {
    outDir: resolve(root, 'artefacts/window'),
    emptyOutDir: true,
    target: 'chrome140',
    rolldownOptions: { input: resolve(root, 'test/standin/window/index.html') },
  },
})
