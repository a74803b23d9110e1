import { fontPieces, hanNeed } from '@shared/derive/report'

/** Any of them makes the message; a capture full of noise need not be drawn whole. */
const MOST_LOOKED_AT = 200

/** Characters of a report that neither the font beside the window nor one of the computer has: they would print as boxes. */
export async function unshown(html: string): Promise<readonly string[]> {
  const list: unknown = await fetch('./fonts/unicode.json')
    .then((answer) => answer.json())
    .catch(() => undefined)
  const { unheld } = hanNeed(html, fontPieces(list))
  // A character that looks like one which Unicode has never given away is the box of a missing font.
  const missing = drawn('\u0378')
  return unheld.slice(0, MOST_LOOKED_AT).filter((character) => drawn(character) === missing)
}

function drawn(text: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = 32
  canvas.height = 32
  const pen = canvas.getContext('2d')
  if (!pen) return text
  pen.font = '24px sans-serif'
  pen.fillText(text, 2, 26)
  return pen.getImageData(0, 0, 32, 32).data.join()
}
