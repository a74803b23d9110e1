// Builds the one-file viewer: the window with script and style inside the page, allowed by their hashes alone.
// out/viewer/viewer.html is a template; shared/derive/viewer-data.ts fills in the data.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '../..')

const hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`

/** Puts the only script and the style sheets into the page, behind a policy that allows nothing else. */
function singleFile() {
  return {
    name: 'single-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const page = files.find((file) => file.fileName.endsWith('.html'))
      const scripts = files.filter((file) => file.type === 'chunk')
      const styles = files.filter((file) => file.fileName.endsWith('.css'))
      if (!page || scripts.length !== 1) this.error(`expected one page and one script, not ${scripts.length}`)
      // `</script` and `<!--` inside a script element end or confuse it; both only occur in strings, where `\x3c` is the same.
      const script = scripts[0].code.replaceAll('</script', '\\x3c/script').replaceAll('<!--', '\\x3c!--')
      const style = styles.map((file) => String(file.source)).join('\n')
      const policy = [
        "default-src 'none'",
        `script-src ${hash(script)}`,
        `style-src ${hash(style)}`,
        // Sizes and places of drawings and menus; such an attribute can load nothing under this policy.
        "style-src-attr 'unsafe-inline'",
        'img-src data: blob:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ')
      const html = String(page.source)
        .replace(/<script type="module"[^>]*><\/script>\s*/g, '')
        .replace(/<link rel="(?:stylesheet|modulepreload)"[^>]*>\s*/g, '')
        .replace(
          /(<script type="application\/json" id="lanescope-data">)\s*(__LANESCOPE_DATA__)\s*(<\/script>)/,
          '$1$2$3',
        )
        .replace(
          '<meta charset="utf-8" />',
          () => `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        )
        .replace('</head>', () => `<style>${style}</style>\n  </head>`)
        .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`)
      for (const file of files) Reflect.deleteProperty(bundle, file.fileName)
      this.emitFile({ type: 'asset', fileName: 'viewer.html', source: html })
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  configFile: false,
  publicDir: false,
  resolve: { alias: { '@shared': resolve(root, 'shared') } },
  plugins: [svelte({ configFile: resolve(root, 'svelte.config.js') }), singleFile()],
  build: {
    outDir: resolve(root, 'out/viewer'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    cssCodeSplit: false,
    assetsInlineLimit: 100_000_000,
    modulePreload: false,
    rolldownOptions: {
      input: resolve(import.meta.dirname, 'index.html'),
      output: { codeSplitting: false },
    },
  },
})
