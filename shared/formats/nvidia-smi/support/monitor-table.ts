import { detach } from '../../../segment/detach'
import type { LineCursor, Note } from '../../../model/format'
import { csvCells } from '../../support/csv-line'
import type { MonitorColumn, MonitorRow, MonitorTable } from './small-types'
import { ThinnedSeries } from './thinned-series'
import { isBlank, tidy } from './tidy'

/** `dmon` and `pmon` print a header of names and one of units, repeat both now and then, and a row per device and tick. */
export interface MonitorHeader {
  readonly names: readonly string[]
  readonly csv: boolean
}

/** `# gpu    pwr  gtemp`, with `-o DT` `#Date       Time        gpu   pwr`, with `--format csv` `#gpu, pwr`. */
export function monitorHeader(raw: string): MonitorHeader | null {
  if (raw.length > 1000) return null
  const text = tidy(raw).trim()
  if (!text.startsWith('#')) return null
  const csv = text.includes(',')
  const names = csv ? csvCells(text.slice(1)) : text.slice(1).trim().split(/\s+/)
  const gpu = names.indexOf('gpu')
  if (gpu < 0 || names.length < 3 || !names.slice(0, gpu).every((name) => name === 'Date' || name === 'Time'))
    return null
  return names.every((name) => /^[A-Za-z][\w/]{0,15}$/.test(name)) ? { names, csv } : null
}

export function isProcessHeader(header: MonitorHeader): boolean {
  return header.names.includes('pid')
}

export function takeMonitor(lines: LineCursor, note: Note): MonitorTable | null {
  const first = lines.next()
  const header = first && monitorHeader(first.text)
  if (!header) return null
  const title = tidy(first.text).trim()
  const units = takeUnits(lines, header)
  const columns = header.names.map((name, i): MonitorColumn => ({ name, unit: units[i] ?? '' }))
  const series = new ThinnedSeries<MonitorRow>()
  for (;;) {
    const skip = isBlank(lines.peek()?.text ?? 'x') ? 1 : 0
    const line = lines.peek(skip)
    if (!line) break
    const text = tidy(line.text).trim()
    if (text === title) {
      for (let i = 0; i <= skip; i++) lines.next()
      takeUnits(lines, header)
      continue
    }
    const row = rowOf(text, header, line.number)
    if (!row) {
      const next = lines.peek(skip + 1)
      if (skip === 0 && /^\d/.test(text) && next && rowOf(tidy(next.text).trim(), header, next.number)) {
        lines.next()
        note.unread(line, 'a row is cut')
        continue
      }
      break
    }
    for (let i = 0; i <= skip; i++) lines.next()
    series.add(String(row.gpu ?? ''), row)
  }
  series.remark(note)
  return { columns, rows: series.kept() }
}

function takeUnits(lines: LineCursor, header: MonitorHeader): readonly string[] {
  const skip = isBlank(lines.peek()?.text ?? 'x') ? 1 : 0
  const text = tidy(lines.peek(skip)?.text ?? '').trim()
  if (!text.startsWith('#') || monitorHeader(text) || !/\bIdx\b/.test(text)) return []
  for (let i = 0; i <= skip; i++) lines.next()
  const units = header.csv ? csvCells(text.slice(1)) : text.slice(1).trim().split(/\s+/)
  return units.length === header.names.length ? units.map((unit) => (unit === 'Idx' || unit === '#' ? '' : unit)) : []
}

function rowOf(text: string, header: MonitorHeader, line: number): MonitorRow | null {
  if (text.length > 2000 || !/^\d/.test(text)) return null
  let cells = header.csv ? csvCells(text) : text.split(/\s+/)
  const want = header.names.length
  // The last column of pmon is a command, and may have blanks.
  if (cells.length > want && header.names[want - 1] === 'command')
    cells = [...cells.slice(0, want - 1), cells.slice(want - 1).join(' ')]
  if (cells.length !== want) return null
  const at = header.names.indexOf('gpu')
  const gpu = cells[at] ?? ''
  if (!/^\d{1,3}$/.test(gpu) || cells.slice(at).some((cell) => cell.length > 200)) return null
  const values: { [column: string]: string } = {}
  header.names.forEach((name, i) => {
    const cell = cells[i] ?? ''
    if (i > at && cell !== '-' && cell !== '') values[name] = detach(cell)
  })
  return { line, gpu: Number(gpu), ...(at > 0 && { time: detach(cells.slice(0, at).join(' ')) }), cells: values }
}
