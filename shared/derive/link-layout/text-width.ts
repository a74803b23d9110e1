/**
 * Widths of text without a font at hand. The figures are those of DejaVu Sans (per 1000 of the font size), the widest font that
 * the window falls back to: what fits by them fits in every other. Layout must be the same in the window, the PDF and a test.
 */
const narrow = "iljtfrI.,:;|!'()[]/-"
const wide = 'mwMW@%'

function advance(character: string): number {
  if (character >= '0' && character <= '9') return 636
  if (character === ' ') return 318
  if (wide.includes(character)) return 950
  if (narrow.includes(character)) return 400
  if (character >= 'A' && character <= 'Z') return 710
  // Wide scripts (Chinese) take a full square.
  if (character > '\u2e7f') return 1000
  return 620
}

/** Width in px of `text` at `size`; `strong` is the 600 weight. */
export function textWidth(text: string, size: number, strong = false): number {
  let sum = 0
  for (const character of text) sum += advance(character)
  return (sum / 1000) * size * (strong ? 1.08 : 1)
}

/** Monospaced faces are 0.602 of their size. */
export function monoWidth(text: string, size: number): number {
  return [...text].length * 0.602 * size
}

/** Cuts in the middle so that head and tail stay readable: `ibp198s0f0` becomes `ibp1…f0`. */
export function cutMiddle(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  if (most < 3) return characters.slice(0, Math.max(0, most)).join('')
  const tail = Math.max(1, Math.floor((most - 1) / 3))
  return `${characters.slice(0, most - 1 - tail).join('')}…${characters.slice(characters.length - tail).join('')}`
}

/** Cuts a monospaced name to a width in px. */
export function cutMono(text: string, size: number, width: number): string {
  return cutMiddle(text, Math.floor(width / (0.602 * size)))
}
