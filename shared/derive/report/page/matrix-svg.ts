import type { MatrixView } from '../../link-graph'
import { escapeXml, uiFont } from '../../link-layout'
import { cutMiddle, textWidth } from '../../link-layout/text-width'
import type { MatrixDrawing } from '../types'
import { paper } from './paper-palette'

type MatrixDevice = MatrixView['devices'][number]
type MatrixCell = MatrixView['cells'][number][number]

const SIZE = 9.5
/** Of the product or device behind a name: 6.75 pt. */
const NOTE = 9
const ROW = 17
const HEAD = 20

const n = (value: number): string => String(Math.round(value * 10) / 10)

/** The captured matrix, or a tile of it, as one SVG element. */
export function matrixSvg({ view, rows, columns, title, names }: MatrixDrawing): string {
  const device = (i: number): MatrixDevice | undefined => view.devices[i]
  const label = (i: number): string => names?.get(i) ?? device(i)?.name ?? ''
  const note = (i: number): string => cutMiddle(device(i)?.note ?? '', 12)
  const gutter = 10 + Math.max(...rows.map((i) => textWidth(label(i), SIZE, true) + 6 + textWidth(note(i), NOTE)), 40)
  const cellWidth = Math.max(
    24,
    ...columns.map((column) => textWidth(label(column), SIZE, true) + 6),
    ...rows.flatMap((row) => columns.map((column) => cellRoom(view.cells[row]?.[column]))),
  )
  const width = gutter + columns.length * cellWidth + 1
  const height = HEAD + rows.length * ROW + 1
  const parts: string[] = []
  columns.forEach((column, c) => {
    parts.push(words(gutter + (c + 0.5) * cellWidth, 13, label(column), 'middle', paper.text2, true))
  })
  rows.forEach((row, r) => {
    const y = HEAD + r * ROW
    parts.push(words(0, y + 12, label(row), 'start', paper.text, true))
    const note12 = note(row)
    if (note12 !== '')
      parts.push(words(textWidth(label(row), SIZE, true) + 6, y + 12, note12, 'start', paper.text3, false, NOTE))
    columns.forEach((column, c) => {
      const cell = view.cells[row]?.[column]
      if (cell) parts.push(cellOf(cell, gutter + c * cellWidth, y, cellWidth))
    })
  })
  parts.push(...grid(view.devices, rows, columns, gutter, cellWidth, width, height))
  const name = escapeXml(title)
  return `<svg class="matrix" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}" role="img" aria-label="${name}" font-family="${uiFont}"><title>${name}</title>${parts.join('')}</svg>`
}

/** What deviates has a tint, a frame and weight: three cues, of which two survive a copier. */
function cellOf(cell: MatrixCell, x: number, y: number, width: number): string {
  const off = cell.state === 'degraded' || cell.state === 'dead'
  const fill = off
    ? cell.state === 'dead'
      ? paper.deadBg
      : paper.degradedBg
    : cell.kind === 'nv'
      ? paper.goodBg
      : cell.kind === 'self'
        ? paper.surface3
        : 'none'
  const color = off
    ? cell.state === 'dead'
      ? paper.dead
      : paper.degraded
    : cell.kind === 'nv'
      ? paper.good
      : cell.kind === 'unknown'
        ? paper.unknown
        : paper.text2
  const ground =
    fill === 'none' ? '' : `<rect x="${n(x)}" y="${y}" width="${n(width)}" height="${ROW}" fill="${fill}"/>`
  const frame = off
    ? `<rect x="${n(x + 1)}" y="${y + 1}" width="${n(width - 2)}" height="${ROW - 2}" fill="none" stroke="${color}" stroke-width="1.2"/>`
    : ''
  const text = cell.kind === 'self' ? '' : cell.text === '' ? '?' : cell.text
  return (
    ground +
    frame +
    (text === '' ? '' : words(x + width / 2, y + 12, text + (cell.asymmetric ? '*' : ''), 'middle', color, off))
  )
}

/** Room of a cell by what is written in it: its mark and its weight count; a frame stands closer than the lines of the grid. */
function cellRoom(cell: MatrixCell | undefined): number {
  if (!cell) return 0
  const off = cell.state === 'degraded' || cell.state === 'dead'
  return textWidth(cell.text + (cell.asymmetric ? '*' : ''), SIZE, off) + (off || cell.asymmetric ? 4 : 8)
}

function words(
  x: number,
  y: number,
  text: string,
  anchor: 'start' | 'middle',
  color: string,
  bold: boolean,
  size = SIZE,
): string {
  return `<text x="${n(x)}" y="${n(y)}" font-size="${size}" text-anchor="${anchor}" fill="${color}"${bold ? ' font-weight="600"' : ''}>${escapeXml(text)}</text>`
}

/** Thin lines, and strong ones where another NUMA node or the NICs begin. */
function grid(
  devices: readonly MatrixDevice[],
  rows: readonly number[],
  columns: readonly number[],
  gutter: number,
  cellWidth: number,
  width: number,
  height: number,
): readonly string[] {
  const stroke = (strong: boolean): string =>
    ` stroke="${strong ? paper.lineStrong : paper.line}" stroke-width="${strong ? 1 : 0.6}"`
  const lines: string[] = []
  for (let r = 0; r <= rows.length; r++) {
    const row = rows[r]
    const strong = r === 0 || r === rows.length || (row !== undefined && devices[row]?.border === true)
    lines.push(`<path d="M${n(gutter)} ${HEAD + r * ROW}H${n(width)}" fill="none"${stroke(strong)}/>`)
  }
  for (let c = 0; c <= columns.length; c++) {
    const column = columns[c]
    const strong = c === 0 || c === columns.length || (column !== undefined && devices[column]?.border === true)
    lines.push(`<path d="M${n(gutter + c * cellWidth)} ${HEAD}V${n(height - 1)}" fill="none"${stroke(strong)}/>`)
  }
  return lines
}
