import type { LineCursor, Note } from '../../../model/format'
import { detach } from '../../../segment/detach'
import type { BenchMatrix } from '../bench-types'

const LABEL = /^\d{1,4}$/
const VALUE = /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|N\/A|-?nan|-?inf)$/i

/** `0  1  2  3`, with or without a corner word (`D\D`, `GPU`): the column numbers of a table. */
export function readColumnRow(
  text: string,
): { readonly corner: string; readonly labels: readonly string[] } | undefined {
  const words = text.trim().split(/\s+/)
  const corner = words[0] !== undefined && !LABEL.test(words[0]) ? words[0] : ''
  const labels = corner === '' ? words : words.slice(1)
  if (labels.length === 0 || labels.length > 1024 || !/^(?:D\\D|GPU|CPU|)$/.test(corner)) return undefined
  // Columns count up; a row of results never does.
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] ?? ''
    if (!LABEL.test(label) || (i > 0 && Number(label) <= Number(labels[i - 1]))) return undefined
  }
  return { corner, labels }
}

export function readRow(
  text: string,
  columns: number,
): { readonly label: string; readonly values: readonly (number | null)[] } | undefined {
  const words = text.trim().split(/\s+/)
  const label = words[0] ?? ''
  const cells = words.slice(1)
  if (!LABEL.test(label) || cells.length === 0 || cells.length > columns || !cells.every((cell) => VALUE.test(cell)))
    return undefined
  return { label, values: cells.map(numberOrNull) }
}

export function numberOrNull(word: string): number | null {
  const value = Number(word)
  return /^-?\d/.test(word) && Number.isFinite(value) ? value : null
}

/**
 * Takes the column row at the cursor and the rows below it. Copies lose leading blanks, so the header is known by its whole
 * numbers, not by its place. Rows that the capture cuts are filled up with null.
 */
export function takeMatrix(
  lines: LineCursor,
  note: Note,
  title: string,
  unit: BenchMatrix['unit'],
): { readonly matrix: BenchMatrix; readonly corner: string; readonly cut: boolean } | undefined {
  const head = lines.peek()
  const columns = head ? readColumnRow(head.text) : undefined
  if (!head || !columns) return undefined
  lines.next()
  const rowLabels: string[] = []
  const values: (number | null)[][] = []
  let end = head.number
  let cut = false
  for (let line = lines.peek(); line; line = lines.peek()) {
    const row = readRow(line.text, columns.labels.length)
    if (!row || rowLabels.includes(row.label)) break
    lines.next()
    end = line.number
    rowLabels.push(detach(row.label))
    const filled = [...row.values]
    if (filled.length < columns.labels.length) {
      cut = true
      note.damaged('a row of the matrix is cut', line)
      while (filled.length < columns.labels.length) filled.push(null)
    }
    values.push(filled)
  }
  const matrix = {
    title: detach(title),
    unit,
    rowLabels,
    columnLabels: columns.labels.map(detach),
    values,
    line: head.number,
    endLine: end,
  }
  return { matrix, corner: columns.corner, cut: cut || rowLabels.length === 0 }
}
