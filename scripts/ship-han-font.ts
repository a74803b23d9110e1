// The Chinese font beside the built window: paper takes pieces of it (host/print/han-font.ts), and the window falls back on it where
// the computer has no Chinese font. The package holds nine weights in two file formats; two weights in one are shipped.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { fontFace, fontPieces, hanWeights, pieceFile } from '../shared/derive/report/page/han-font'

const require = createRequire(import.meta.url)

/** A plugin of the window's build: `fonts/` with the files, their list, a style sheet, and the licence. */
export function shipHanFont(): Plugin {
  const source = dirname(require.resolve('@fontsource/noto-sans-sc/unicode.json'))
  return {
    name: 'han-font',
    apply: 'build',
    generateBundle() {
      const emit = (name: string, data: string | Uint8Array): string =>
        this.emitFile({ type: 'asset', fileName: `fonts/${name}`, source: data })
      const list = readFileSync(join(source, 'unicode.json'), 'utf8')
      const faces = fontPieces(JSON.parse(list)).flatMap((piece) =>
        hanWeights.map(({ weight, css }) => {
          const file = pieceFile(piece, weight)
          emit(file, readFileSync(join(source, file)))
          return fontFace(piece, css, file)
        }),
      )
      emit('unicode.json', list)
      emit('han.css', faces.join('\n'))
      emit('LICENSE.txt', readFileSync(join(source, 'LICENSE')))
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'link', attrs: { rel: 'stylesheet', href: './fonts/han.css' }, injectTo: 'head' }],
    },
  }
}
