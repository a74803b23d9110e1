/** Text for a terminal: colour, width, wrapping, and captured text made harmless. */

export type Tone = 'error' | 'warning' | 'info' | 'good' | 'dim' | 'bold'

const codes: Readonly<Record<Tone, string>> = {
  error: '1;31',
  warning: '1;33',
  info: '1;36',
  good: '32',
  dim: '2',
  bold: '1',
}

export type Paint = (tone: Tone, text: string) => string

export function painter(colour: boolean): Paint {
  return colour ? (tone, text) => `\u001b[${codes[tone]}m${text}\u001b[0m` : (_, text) => text
}

/** A captured line as it may go to a terminal: no escape sequences, no control characters, tabs opened up. */
export function harmless(text: string): string {
  const plain = text
    .replaceAll(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
  const [first = '', ...rest] = plain.split('\t')
  return rest.reduce((line, part) => line.padEnd((Math.floor(line.length / 8) + 1) * 8) + part, first)
}

/** Columns that a text takes: Chinese characters take two. */
export function width(text: string): number {
  let columns = 0
  for (const character of text) columns += isWide(character.codePointAt(0) ?? 0) ? 2 : 1
  return columns
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x20000 && code <= 0x3fffd)
  )
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)))
}

/** Cuts to `columns` with an ellipsis. */
export function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text
  let kept = ''
  let used = 0
  for (const character of text) {
    const next = width(character)
    if (used + next > columns - 1) break
    kept += character
    used += next
  }
  return `${kept}…`
}

/** Wraps at blanks (and between Chinese characters), each line behind `indent`. */
export function wrap(text: string, columns: number, indent = '', firstIndent = indent): string[] {
  const room = Math.max(20, columns - width(indent))
  const lines: string[] = []
  let line = ''
  for (const word of words(text)) {
    const joined = line + word
    if (line !== '' && width(joined.trimEnd()) > room) {
      lines.push(line.trimEnd())
      line = word.trimStart()
    } else line = joined
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines.map((one, i) => (i === 0 ? firstIndent : indent) + one)
}

/** Pieces between which a line may break, blanks kept at their end; a command between back-ticks stays whole, to be copied. */
function words(text: string): string[] {
  return text.match(WORD) ?? []
}

const CJK = '\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\uff00-\\uff60'
const WORD = new RegExp(`\`[^\`]+\`[^\\s${CJK}]* *|[${CJK}][、。，：；）]? *|[^\\s\`${CJK}]+\\s*|\`|\\s+`, 'g')

/** Rows of cells as aligned columns. */
export function table(rows: readonly (readonly string[])[], gap = '  '): string[] {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, width(cell))))
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : padEnd(cell, widths[i] ?? 0)))
      .join(gap)
      .trimEnd(),
  )
}
