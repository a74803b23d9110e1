import { hanFamily } from '../../link-layout/fonts'

/** Which files of the Chinese font a page needs follows from the page's characters. */

/** From here on are the characters that Western fonts lack. What is below stays with them: box drawings must keep their width. */
const FIRST = 0x2e80

/** One file of the font, which is cut in pieces of some hundred characters, and the characters that it holds. */
export interface FontPiece {
  readonly name: string
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

/** Weights that the files come in, with what CSS asks of each: half-bold headings take the bold. */
export const hanWeights = [
  { weight: 400, css: '400 500' },
  { weight: 700, css: '600 700' },
] as const

/** Reads the list that comes with the font: `{ "[4]": "U+1f1e9-1f1f5,U+1f21a", ... }`. Anything else in it is passed over. */
export function fontPieces(list: unknown): readonly FontPiece[] {
  if (typeof list !== 'object' || list === null) return []
  return Object.entries(list).flatMap(([key, text]) => {
    const name = /^\[(\d{1,3})\]$/.exec(key)?.[1]
    if (name === undefined || typeof text !== 'string') return []
    const ranges = [...text.matchAll(/U\+([0-9a-f]{1,6})(?:-([0-9a-f]{1,6}))?/gi)].flatMap(
      ([, low = '', high = low]): [number, number][] => {
        const [first, last] = [Math.max(FIRST, Number.parseInt(low, 16)), Number.parseInt(high, 16)]
        return first <= last ? [[first, last]] : []
      },
    )
    return ranges.length > 0 ? [{ name, ranges }] : []
  })
}

/** Place of a piece in the folder of the font. */
export function pieceFile({ name }: FontPiece, weight: number): string {
  return `files/noto-sans-sc-${name}-${weight}-normal.woff2`
}

/** What a piece holds, as CSS says it: `U+4e00-4e05,U+4e08`. */
export function unicodeRange({ ranges }: FontPiece): string {
  return ranges.map(([first, last]) => `U+${first.toString(16)}${last === first ? '' : `-${last.toString(16)}`}`).join()
}

export function fontFace(piece: FontPiece, css: string, source: string): string {
  return `@font-face{font-family:'${hanFamily}';font-weight:${css};src:url(${source}) format('woff2');unicode-range:${unicodeRange(piece)}}`
}

export interface HanNeed {
  readonly pieces: readonly FontPiece[]
  /** Characters of other scripts, or rare ones, that no piece holds. */
  readonly unheld: readonly string[]
}

export function hanNeed(text: string, pieces: readonly FontPiece[]): HanNeed {
  const needed = new Set<FontPiece>()
  const unheld: string[] = []
  for (const character of new Set(text)) {
    const point = character.codePointAt(0) ?? 0
    if (point < FIRST || /[\p{C}\p{M}]/u.test(character)) continue
    const piece = pieces.find(({ ranges }) => ranges.some(([first, last]) => point >= first && point <= last))
    if (piece) needed.add(piece)
    else unheld.push(character)
  }
  return { pieces: pieces.filter((piece) => needed.has(piece)), unheld }
}

/** Puts faces into a page that was made without them; its policy allows fonts inside the page alone. */
export function withFaces(html: string, faces: readonly string[]): string {
  return faces.length === 0 ? html : html.replace('</head>', () => `<style>${faces.join('\n')}</style>\n</head>`)
}
