import { csvCells } from '../../support/csv-line'
import type { CsvColumn } from './query-csv-fields'
import { csvColumn } from './query-csv-fields'

export interface CsvHeader {
  readonly columns: readonly { readonly column: CsvColumn; readonly unit?: string }[]
}

/** The header line of a query, or null. All titles must be ones that nvidia-smi prints. */
export function csvHeader(line: string): CsvHeader | null {
  if (line.length > 20_000 || !/^[\s"\ufeff]*[a-z]/.test(line)) return null
  const titles = csvCells(line.replace('\ufeff', ''))
  const columns = titles.flatMap((title) => csvColumn(title) ?? [])
  if (columns.length !== titles.length) return null
  // One title alone is a header only if no prose could be it.
  if (titles.length === 1)
    return /[._].*|\[.+\]/.test(titles[0] ?? '') && columns[0]?.column.kind !== 'other' ? { columns } : null
  return columns.some(({ column }) => column.kind !== 'other') || /\[[A-Za-z%/]+\]/.test(line) ? { columns } : null
}

const QUERY = /--query-(?:gpu|compute-apps|accounted-apps|retired-pages|remapped-rows)[= ]["']?([A-Za-z0-9_.,]{2,4000})/

/** Columns of a `noheader` output: only the command line knows them. */
export function headerFromCommand(command: string | undefined): CsvHeader | null {
  if (command === undefined || !/--format[= ]\S*noheader/.test(command)) return null
  const fields = QUERY.exec(command)?.[1]
    ?.split(',')
    .filter((name) => name !== '')
  if (!fields) return null
  return { columns: fields.map((name) => csvColumn(name) ?? { column: { kind: 'other' } }) }
}

/** Cells of a row, or null when the line is no row of this header. Commas in process names are put back. */
export function csvRow(line: string, header: CsvHeader): readonly string[] | null {
  if (line.length > 20_000) return null
  const cells = csvCells(line)
  const want = header.columns.length
  if (cells.length > want) {
    const names = header.columns.findIndex(({ column }) => column.kind === 'process')
    if (names < 0) return null
    const extra = cells.length - want
    cells.splice(names, extra + 1, cells.slice(names, names + extra + 1).join(', '))
  }
  if (cells.length !== want) return null
  return header.columns.every(({ column }, i) => fits(column, cells[i] ?? '')) ? cells : null
}

const MISSING = /^(?:\[[^\]]{1,80}\]|N\/A|)$/
/** The shapes of values: a number with or without unit, a mask, a word that nvidia-smi uses. */
const VALUE =
  /^(?:-?\d[\d.]*x?(?: ?[A-Za-z%/]{1,6})?|0x[0-9A-Fa-f]{1,20}|Enabled|Disabled|Default|Exclusive_Process|Prohibited|P\d{1,2}|(?:Not )?Active|(?:Not )?Supported|Yes|No|Pass-Through|None|Completed|Success|In Progress|Not Started)$/

function fits(column: CsvColumn, cell: string): boolean {
  if (MISSING.test(cell)) return true
  if (column.kind === 'index' || column.kind === 'pid') return /^\d{1,10}$/.test(cell)
  if (column.kind === 'time') return /^\d{4}\/\d\d\/\d\d /.test(cell)
  if (column.kind === 'field' && column.field === 'uuid') return /^(?:GPU|MIG)-/.test(cell)
  if (column.kind === 'field' && column.field === 'busId') return /^[0-9A-Fa-f:.]{5,20}$/.test(cell)
  if (column.kind === 'field' && /^(?:pcie\.|memory\.|power\.|clocks\.|utilization\.)/.test(column.field))
    return VALUE.test(cell)
  return cell.length <= 4000
}

/** For a query of one column, whose rows no comma marks: the cell must look like a value of it. */
export function isLoneCell(header: CsvHeader, cell: string): boolean {
  const column = header.columns[0]?.column
  if (column?.kind === 'field' && column.field === 'name')
    return /^(?:NVIDIA|Tesla|Quadro|GeForce|GRID|Graphics)\b/.test(cell)
  if (column?.kind === 'head') return /^\d[\d.]*$/.test(cell)
  return (
    cell !== '' &&
    (MISSING.test(cell) ||
      VALUE.test(cell) ||
      (column?.kind === 'field' && (column.field === 'uuid' || column.field === 'busId')))
  )
}
