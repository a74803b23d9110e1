import { defineBlockFormat } from '../../model/format'
import type { LineCursor, Note } from '../../model/format'
import type { QueryCapture } from './support/query-types'
import { inforomWarning } from './support/query-text-lines'
import { TableReader } from './support/table-reader'
import { isBlank, tidy } from './support/tidy'

/**
 * `nvidia-smi` without arguments. 79 columns up to R5xx, 91 since; product names are cut to the column (`Tesla V100-SXM2...`);
 * the MIG line exists since R450. R610 prints `KMD Version` and `CUDA UMD Version` in the banner.
 *
 *     | NVIDIA-SMI 580.159.04             Driver Version: 580.159.04     CUDA Version: 13.0     |
 *     |   0  NVIDIA H200                    On  |   00000000:00:06.0 Off |                    0 |
 *     | N/A   42C    P0            110W /  700W |       0MiB / 143771MiB |      0%      Default |
 */
export const smiTable = defineBlockFormat<QueryCapture>({
  id: 'nvidia-smi/table',
  title: 'nvidia-smi table',
  command: 'nvidia-smi',
  example: '| NVIDIA-SMI 580.159.04             Driver Version: 580.159.04     CUDA Version: 13.0     |',
  anchors: ['| NVIDIA-SMI', '+-----', 'Mon ', 'Tue ', 'Wed ', 'Thu ', 'Fri ', 'Sat ', 'Sun '],
  begins: (line, _hint, lines) => linesBeforeBanner(line, lines) !== null,
  parse,
})

const BANNER = /^\s*\|\s*NVIDIA-SMI\s+\d/
const FRAME = /^\s*[+|][-=+|]{10,}\s*$/
const DATE = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]?\d \d\d:\d\d:\d\d \d{4}\s*$/

/** The banner is the first line, or stands below a frame line, or below date and frame. */
function linesBeforeBanner(raw: string, lines: LineCursor): number | null {
  if (raw.length > 400) return null
  if (BANNER.test(tidy(raw))) return 0
  if (!FRAME.test(tidy(raw)) && !DATE.test(tidy(raw))) return null
  for (let i = 1; i <= 4; i++) {
    const text = tidy(lines.peek(i)?.text.slice(0, 400) ?? '')
    if (BANNER.test(text)) return i
    if (!FRAME.test(text) && !isBlank(text)) return null
  }
  return null
}

function parse(lines: LineCursor, note: Note): QueryCapture | null {
  const before = linesBeforeBanner(lines.peek()?.text ?? '', lines)
  if (before === null) return null
  const reader = new TableReader()
  for (let i = 0; i < before; i++) {
    const line = lines.next()
    if (line && DATE.test(tidy(line.text))) reader.date(tidy(line.text).trim(), line.number)
  }
  // Mails may have a blank line below each line; else a gap parts the tables.
  const gap = isBlank(lines.peek(1)?.text ?? 'x') ? 1 : 0
  for (;;) {
    let skip = 0
    while (skip < 3 && isBlank(lines.peek(skip)?.text ?? 'x')) skip++
    const line = lines.peek(skip)
    if (!line) break
    const text = tidy(line.text)
    const below = lines.peek(skip + 1 + gap)?.text ?? ''
    const warning = inforomWarning(text)
    const wrapped = isWrapped(text, lines.peek(skip + 1)?.text)
    if (!warning && !wrapped && !FRAME.test(text) && !/^\s*\|.*\|\s*$/.test(text)) break
    if (reader.hasBanner && (BANNER.test(text) || BANNER.test(below))) break
    if (skip > gap && !warning && !(FRAME.test(text) && LATER_TABLE.test(below))) break
    for (let i = 0; i <= skip; i++) lines.next()
    if (warning) reader.warn({ ...warning, line: line.number })
    else if (!FRAME.test(text)) {
      const row = wrapped ? `${text.trim()} ${tidy(lines.next()?.text ?? '').trim()}` : text.trim()
      if (!reader.row(row, line.number)) note.unread(line)
    }
  }
  return reader.hasBanner ? reader.build(note) : null
}

const LATER_TABLE = /^\s*\|\s*(?:MIG devices|Processes|Compute processes)/

/** A row that a mail program broke at column 78: its end stands on the next line. */
function isWrapped(text: string, next: string | undefined): boolean {
  return /^\s*\|/.test(text) && next !== undefined && /^[^|+]{1,60}(?:\|[^|]{0,60}){0,2}\|\s*$/.test(next)
}
