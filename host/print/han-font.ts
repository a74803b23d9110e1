import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fontFace, fontPieces, hanNeed, hanWeights, pieceFile, withFaces } from '@shared/derive/report'

/** Beside the built window, else the package as installed; both from the source tree and from the built command line. */
const places = ['../renderer/fonts', '../../node_modules/@fontsource/noto-sans-sc'].map((place) =>
  join(import.meta.dirname, place),
)

export interface FontedPage {
  readonly html: string
  /** Characters that the font does not hold: whether they show is up to the fonts of the computer. */
  readonly unheld: readonly string[]
}

/**
 * The page with the pieces of the Chinese font that its characters need: paper looks the same everywhere and needs no font of the
 * computer. A page in English stays as it is.
 */
export function withHanFont(html: string, folders: readonly string[] = places): FontedPage {
  for (const folder of folders) {
    try {
      const list: unknown = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'))
      const { pieces, unheld } = hanNeed(html, fontPieces(list))
      const faces = pieces.flatMap((piece) =>
        hanWeights.map(({ weight, css }) => {
          const data = readFileSync(join(folder, pieceFile(piece, weight))).toString('base64')
          return fontFace(piece, css, `data:font/woff2;base64,${data}`)
        }),
      )
      return { html: withFaces(html, faces), unheld }
    } catch {
      // Not there, or not whole: the next place.
    }
  }
  return { html, unheld: hanNeed(html, []).unheld }
}
