import { defineBlockFormat } from '../../model/format'
import type { Line, LineCursor, Note } from '../../model/format'
import { QueryText } from './support/query-text-reader'
import { isTextSection, textField } from './support/query-text-fields'
import { inforomWarning, normalKey, queryLine } from './support/query-text-lines'
import type { QueryLine } from './support/query-text-lines'
import type { QueryCapture } from './support/query-types'
import { isBlank, isElision, tidy } from './support/tidy'

/**
 * `nvidia-smi -q`, whole or `-d SECTION`, R270 to R610. Four blanks per level, `key : value` with the colon in a column that moves
 * with the driver; sections have no colon. The same key name occurs in many sections, so fields are known by their path.
 *
 *     ==============NVSMI LOG==============
 *     Driver Version                                         : 590.48.01
 *     Attached GPUs                                          : 8
 *     GPU 00000000:18:00.0
 *         PCI
 *             GPU Link Info
 *                 PCIe Generation
 *                     Max                                    : 5
 */
export const queryText = defineBlockFormat<QueryCapture>({
  id: 'nvidia-smi/query-text',
  title: 'Full query',
  command: 'nvidia-smi -q',
  example: '==============NVSMI LOG==============\n\nDriver Version                            : 580.159.04',
  anchors: [
    'NVSMI LOG',
    'Attached GPUs',
    'Driver Version  ',
    'GPU 0',
    'GPU 1',
    'Product Name  ',
    'GPU Link Info',
    'Retired Pages',
    'Remapped Rows',
    'Fabric',
  ],
  begins: (line, _hint, lines) => begins(line, lines),
  parse,
})

/** Keys that stand above the first GPU. */
const HEAD =
  /^(?:Timestamp|Driver Version|CUDA Version|KMD Version|CUDA UMD Version|Attached GPUs|Attached Units|HIC Information)$/

function begins(raw: string, lines: LineCursor): boolean {
  const line = queryLine(raw)
  if (!line) return false
  if (line.kind === 'log') return true
  if (line.kind === 'gpu') return isInside(lines.peek(1)?.text)
  if (line.kind === 'value' && HEAD.test(line.key)) {
    if (!line.aligned && !/^(?:Attached GPUs)$/.test(line.key)) return false
    return line.key === 'Attached GPUs'
      ? wholeCount(line.value)
      : [1, 2, 3, 4].some((i) => headKey(lines.peek(i)?.text) || gpuLine(lines.peek(i)?.text))
  }
  // The head is cut off: a line of a GPU's block, with another below it.
  if (line.kind === 'value')
    return (
      line.aligned && textField(normalKey(line.key)) !== undefined && line.indent > 0 && isInside(lines.peek(1)?.text)
    )
  return line.indent > 0 && isTextSection(normalKey(line.key)) && isInside(lines.peek(1)?.text)
}

function isInside(text: string | undefined): boolean {
  const line = text === undefined ? null : queryLine(text)
  return (
    line !== null &&
    line.kind !== 'log' &&
    (line.kind === 'gpu' ||
      (line.kind === 'value' ? line.aligned || line.indent > 0 : line.indent > 0 || isTextSection(normalKey(line.key))))
  )
}

function headKey(text: string | undefined): boolean {
  const line = text === undefined ? null : queryLine(text)
  return line?.kind === 'value' && HEAD.test(line.key)
}

function gpuLine(text: string | undefined): boolean {
  return text !== undefined && queryLine(text)?.kind === 'gpu'
}

function wholeCount(value: string): boolean {
  return /^\d{1,3}$/.test(value)
}

/** The next line that is not blank: mails may have a blank line below each line. */
function filled(lines: LineCursor, from: number): string | undefined {
  for (let i = from; i < from + 2; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined || !isBlank(text)) return text
  }
  return undefined
}

/** Lines in a row that are not understood before the block is given up. */
const PATIENCE = 3

function parse(lines: LineCursor, note: Note): QueryCapture | null {
  const reader = new QueryText()
  let taken = 0
  for (;;) {
    let skip = 0
    while (skip < 4 && isBlank(lines.peek(skip)?.text ?? 'x')) skip++
    const line = lines.peek(skip)
    if (!line) break
    const take = () => {
      for (let i = 0; i <= skip; i++) lines.next()
      taken++
    }
    const warning = inforomWarning(line.text)
    if (warning) {
      take()
      reader.warn({ ...warning, line: line.number })
      continue
    }
    const read = queryLine(line.text)
    if (read?.kind === 'log') {
      // A second log is the next capture.
      if (taken > 0) break
      take()
      continue
    }
    if (read && !reader.inGpu && (read.kind === 'gpu' || (taken === 0 && !headKey(line.text))))
      reader.flat = isFlat(lines, skip)
    if (
      read &&
      reader.accepts(read, skip) &&
      (read.kind !== 'section' || isSection(read, filled(lines, skip + 1), reader))
    ) {
      take()
      reader.read(read, line.number)
      continue
    }
    if (taken > 0 && isElision(tidy(line.text)) && goesOn(lines, skip + 1, reader)) {
      take()
      reader.elide()
      note.damaged('lines were left out', line)
      continue
    }
    if (!takeUnknown(lines, skip, reader, note)) break
  }
  if (taken === 0) return null
  const capture = reader.build(note)
  return capture.gpus.length === 0 && !capture.driver && !capture.attachedGpus ? null : capture
}

/** Whether the lines of a GPU all stand in one column: sections then have nothing deeper below them. */
function isFlat(lines: LineCursor, from: number): boolean {
  const indents = new Set<number>()
  let values = 0
  for (let i = from + 1; i < from + 200 && values < 40; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) break
    const line = queryLine(text)
    if (line?.kind === 'gpu' || line?.kind === 'log') break
    if (line?.kind !== 'value' || HEAD.test(line.key)) continue
    indents.add(line.indent)
    values++
  }
  return values >= 3 && indents.size === 1 && hasSection(lines, from)
}

function hasSection(lines: LineCursor, from: number): boolean {
  for (let i = from + 1; i < from + 80; i++) {
    const line = queryLine(lines.peek(i)?.text ?? '')
    const below = queryLine(filled(lines, i + 1) ?? '')
    if (line?.kind === 'section' && below?.kind === 'value' && below.indent > line.indent) return false
    if (line?.kind === 'section' && isTextSection(normalKey(line.key)) && below?.kind === 'value') return true
  }
  return false
}

/** A heading of words that no driver we know prints is one only with deeper lines below it. */
function isSection(line: QueryLine & { kind: 'section' }, below: string | undefined, reader: QueryText): boolean {
  if (reader.isKnown(line)) return true
  const next = below === undefined ? null : queryLine(below)
  if (next === null || next.kind === 'log' || next.kind === 'gpu') return false
  return reader.flat ? next.kind === 'value' && next.indent === line.indent : next.indent > line.indent
}

/** A foreign or broken line inside the block: taken if the block goes on right behind it. */
function takeUnknown(lines: LineCursor, skip: number, reader: QueryText, note: Note): boolean {
  if (!reader.inGpu) return false
  for (let i = 0; i < PATIENCE; i++) {
    const next = lines.peek(skip + i + 1)
    if (!next) return false
    const read = queryLine(next.text)
    if (!read || read.kind === 'log' || read.kind === 'gpu') continue
    if (!reader.continues(read) || !reader.isKnown(read)) continue
    for (let j = 0; j <= skip + i; j++) {
      const line: Line | undefined = lines.next()
      if (line && !isBlank(line.text)) note.unread(line)
    }
    return true
  }
  return false
}

function goesOn(lines: LineCursor, from: number, reader: QueryText): boolean {
  for (let i = from; i < from + 3; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (isBlank(text)) continue
    const read = queryLine(text)
    return read !== null && read.kind !== 'log' && (read.kind === 'gpu' || reader.continues(read))
  }
  return false
}
