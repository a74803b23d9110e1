import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  fontFace,
  fontPieces,
  hanNeed,
  hanWeights,
  pieceFile,
  unicodeRange,
  withFaces,
  type FontPiece,
} from '@shared/derive/report'
import type { ViewerFont } from '@shared/derive/viewer-data'

/** Beside the built window, else the package as installed; both from the source tree and from the built command line. */
const places = ['../renderer/fonts', '../../node_modules/@fontsource/noto-sans-sc'].map((place) =>
  join(import.meta.dirname, place),
)

export interface FontedPage {
  readonly html: string
  /** Characters that the font does not hold: whether they show is up to the fonts of the computer. */
  readonly unheld: readonly string[]
}

interface Need<T> {
  readonly faces: readonly T[]
  readonly unheld: readonly string[]
}

/** What `use` makes of the pieces that a text needs, from the first folder that holds them all; none where none does. */
function needOf<T>(
  text: string,
  folders: readonly string[],
  use: (piece: FontPiece, read: (weight: number) => string) => readonly T[],
): Need<T> {
  for (const folder of folders) {
    try {
      const list: unknown = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'))
      const { pieces, unheld } = hanNeed(text, fontPieces(list))
      const faces = pieces.flatMap((piece) =>
        use(piece, (weight) => readFileSync(join(folder, pieceFile(piece, weight))).toString('base64')),
      )
      return { faces, unheld }
    } catch {
      // Not there, or not whole: the next place.
    }
  }
  return { faces: [], unheld: hanNeed(text, []).unheld }
}

/**
 * The page with the pieces of the Chinese font that its characters need: paper looks the same everywhere and needs no font of the
 * computer. A page in English stays as it is.
 */
export function withHanFont(html: string, folders: readonly string[] = places): FontedPage {
  const { faces, unheld } = needOf(html, folders, (piece, read) =>
    hanWeights.map(({ weight, css }) => fontFace(piece, css, `data:font/woff2;base64,${read(weight)}`)),
  )
  return { html: withFaces(html, faces), unheld }
}

/** The same for a page that makes its faces by itself: one weight, since the browser can draw bold from it and size counts. */
export function viewerFonts(text: string, folders: readonly string[] = places): readonly ViewerFont[] {
  return needOf(text, folders, (piece, read) => [{ range: unicodeRange(piece), data: read(400) }]).faces
}
