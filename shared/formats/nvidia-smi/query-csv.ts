import { defineBlockFormat } from '../../model/format'
import type { Hint, LineCursor, Note } from '../../model/format'
import { csvHeader, csvRow, headerFromCommand, isLoneCell } from './support/query-csv-header'
import type { CsvHeader } from './support/query-csv-header'
import { QueryCsv } from './support/query-csv-reader'
import type { QueryCapture } from './support/query-types'
import { isBlank, tidy } from './support/tidy'

/**
 * `nvidia-smi --query-gpu=... --format=csv` and the other queries. Comma and blank, no quotes; the header keeps the unit also with
 * `nounits`. Without a header (`noheader`) only the command line above can tell the columns.
 *
 *     index, name, pci.bus_id, pcie.link.gen.current, power.draw [W]
 *     0, NVIDIA H200, 00000000:00:06.0, 5, 81.69 W
 */
export const queryCsv = defineBlockFormat<QueryCapture>({
  id: 'nvidia-smi/query-csv',
  title: 'Selected fields, CSV',
  command: 'nvidia-smi --query-gpu=index,name,pci.bus_id --format=csv',
  example: 'index, name, pci.bus_id, pcie.link.gen.current, power.draw [W]',
  anchors: [
    ...[
      'name,',
      'index,',
      'uuid,',
      'timestamp,',
      'pid,',
      'gpu_uuid',
      'gpu_bus_id',
      'pci.bus_id',
      'driver_version',
      'vbios_version',
      'pstate',
    ],
    ...[
      'pcie.link',
      'power.draw',
      'power.limit',
      'temperature.',
      'utilization.',
      'memory.used',
      'memory.total',
      'memory.free',
      'memory [',
    ],
    ...[
      'clocks.',
      'clocks_',
      'ecc.',
      'fabric.',
      'remapped_rows',
      'retired_pages',
      'mig.mode',
      'compute_',
      'used_memory',
      'used_gpu_memory',
    ],
    // Rows without a header.
    ...[', GPU-', 'NVIDIA ', 'Tesla ', '0000:', ' MiB', ' MHz'],
  ],
  begins,
  parse,
})

function begins(line: string, hint: Hint, lines: LineCursor): boolean {
  const text = tidy(line)
  const header = csvHeader(text)
  if (header) return header.columns.length > 1 || isRow(header, lines.peek(1)?.text)
  const asked = hint.command?.includes('noheader') === true ? headerFromCommand(hint.command) : null
  return asked !== null && isRow(asked, text) && asked.columns.some(({ column }) => column.kind !== 'other')
}

function isRow(header: CsvHeader, text: string | undefined): boolean {
  if (text === undefined) return false
  const cells = csvRow(tidy(text), header)
  return cells !== null && (cells.length > 1 || isLoneCell(header, cells[0] ?? ''))
}

function parse(lines: LineCursor, note: Note): QueryCapture | null {
  const first = lines.peek()
  if (!first) return null
  const title = tidy(first.text)
  const printed = csvHeader(title)
  const header = printed ?? headerFromCommand(lines.hint.command)
  if (!header) return null
  if (printed) lines.next()
  const reader = new QueryCsv(header)
  for (;;) {
    const line = lines.peek()
    if (!line) break
    if (isBlank(line.text)) {
      // Samples of a loop may have a blank line between; nothing else has.
      const next = lines.peek(1)?.text
      if (next === undefined || !(isRow(header, next) || (printed && tidy(next) === title))) break
      lines.next()
      continue
    }
    const text = tidy(line.text)
    if (printed && text === title) {
      lines.next()
      continue
    }
    const cells = csvRow(text, header)
    if (cells && (cells.length > 1 || isLoneCell(header, cells[0] ?? ''))) {
      lines.next()
      reader.add(cells, line.number)
      continue
    }
    if (
      text.includes(', ') &&
      (lines.peek(1) === undefined || isRow(header, lines.peek(1)?.text)) &&
      header.columns.length > 1
    ) {
      lines.next()
      note.damaged('a row is cut', line)
      note.unread(line)
      continue
    }
    break
  }
  return reader.build(note)
}
