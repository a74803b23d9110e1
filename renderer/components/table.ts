import type { IconState } from './icons'

/** One column of a Table. `value` sorts and copies; null is unknown and stands last in both directions. */
export interface Column<Row> {
  readonly id: string
  readonly title: string
  readonly align?: 'left' | 'right'
  readonly mono?: boolean
  readonly strong?: boolean
  readonly dim?: boolean
  /** Language of the texts, where it is not that of the window. */
  readonly lang?: string
  value(row: Row): string | number | null
  /** As shown and copied; without it the value itself, and `unknown` for null. */
  text?(row: Row): string
  /** Draws an icon and, for degraded and dead, tints the cell. */
  state?(row: Row): IconState | undefined
  /** Said when the pointer rests on the cell. */
  hint?(row: Row): string | undefined
  /** A long text that may be cut with an ellipsis at this many pixels. */
  readonly maxWidth?: number
  /** Takes the width that the others leave, and is cut where that is little. */
  readonly fill?: boolean
}

export interface Sort {
  readonly column: string
  readonly descending: boolean
}

export function cellText<Row>(column: Column<Row>, row: Row, unknown: string): string {
  if (column.text) return column.text(row)
  const value = column.value(row)
  return value === null ? unknown : String(value)
}

/** Sorted copy; equal rows keep their order. Text compares as people read it: gn-a2 before gn-a10. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column)
  if (!sort || !column) return rows
  const sign = sort.descending ? -1 : 1
  const keyed = rows.map((row) => ({ row, value: column.value(row) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return (a.value === null ? 1 : 0) - (b.value === null ? 1 : 0)
    if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value)
    return sign * collator.compare(String(a.value), String(b.value))
  })
  return keyed.map(({ row }) => row)
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Tab-separated text with a head line: what a spreadsheet and a ticket both take. */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[], unknown: string): string {
  const clean = (text: string): string => text.replace(/[\t\r\n]+/g, ' ')
  const lines = [
    columns.map(({ title }) => clean(title)),
    ...rows.map((row) => columns.map((column) => clean(cellText(column, row, unknown)))),
  ]
  return lines.map((cells) => cells.join('\t')).join('\n')
}

/** The same as comma-separated values (RFC 4180). */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const quote = (value: string | number | null): string => {
    const text = value === null ? '' : String(value)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = [
    columns.map(({ title }) => quote(title)),
    ...rows.map((row) => columns.map((column) => quote(column.value(row)))),
  ]
  return lines.map((cells) => cells.join(',')).join('\r\n') + '\r\n'
}
