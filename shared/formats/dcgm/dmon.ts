import { defineBlockFormat, type Line, type LineCursor, type Note } from '../../model/format'
import { readEntity, type DcgmEntity } from './support/entity'
import { DmonSeriesCollector, type DmonSeries } from './support/dmon-series'
import { keep } from './support/text'

export interface DmonColumn {
  /** Short name of the field in the header: `NVLTX`. Decide by it, never by the id of the command line: ids were reused. */
  readonly tag: string
  /** Second header row; mostly empty and a hint only. */
  readonly unit?: string
}

export interface DmonRow {
  /** 0-based; a tick ends when an entity comes again. */
  readonly tick: number
  readonly entity: DcgmEntity
  /** One cell a column, as printed; '' where the row shows nothing; `N/A` is kept and is no zero. */
  readonly cells: readonly string[]
  /** Fewer cells than columns: up to 3.x, cells move left over a missing field, so which column a cell belongs to is not certain. */
  readonly shifted?: boolean
  readonly line: number
}

/** `dcgmi dmon`. A header with other names begins another section. */
export interface DcgmDmon {
  readonly columns: readonly DmonColumn[]
  readonly headerLine: number
  /** Guessed from the width of the first column; `unknown` when trailing blanks or the layout are gone. */
  readonly generation: '2.1' | '2.2-3.x' | '4.0-4.5' | '4.6+' | 'unknown'
  /** In order of the capture; thinned evenly by whole ticks above 60000 rows, see `stride`. */
  readonly rows: readonly DmonRow[]
  /** Every how many-th tick `rows` holds: 1 for all. */
  readonly stride: number
  readonly ticks: number
  readonly series: readonly DmonSeries[]
  /** `-d` of the command line above, in milliseconds (1 is a millisecond, not a second). */
  readonly intervalMs?: number
  /** `-e` of the command line above. */
  readonly fieldIds?: readonly number[]
}

const MOST_ROWS = 60_000
/** A longer capture goes on as another section, at one of its own headers: the segmenter holds the lines of a block. */
const MOST_SECTION_ROWS = 150_000
const HEADER = /^\s*#\s?Entity\s+\S/
// The unit row: `ID` alone or with units, 2.1 right-justifies `Id`.
const UNITS = /^\s*I[Dd](?:\s|$)/
// The entity and what stands behind it. Kinds with a blank inside come first.
const ENTITY =
  /^\s*(?:GPU \d+ LINK \d+|SW \d+ LINK \d+|GPU-CI \d+|GPU-I \d+|GPU \d+|Switch \d+|LINK \d+|CPU Core \d+|CPU \d+|CX \d+|vGPU \d+|UNKNOWN \d+)(?=\s|$)/
// Ctrl-C: `dmon was stopped due to SIGINT signal.` and the like.
const STOPPED = /^\s*(?:\^C)?\s*dmon\b.*(?:stopp|terminat)/i

/**
 * Columns are left-justified: a cell begins where its short name begins (right-justified in 2.1, where it ends there). In 2.x and
 * 3.x a field that the host engine did not return is left out and the cells behind it move left; 4.x prints an empty cell.
 */
export const dcgmDmon = defineBlockFormat<DcgmDmon>({
  id: 'dcgm/dmon',
  title: 'DCGM samples over time',
  command: 'dcgmi dmon -e 1011,1012 -d 1000 -c 10',
  example: '#Entity   NVLTX                       NVLRX',
  anchors: ['#Entity', '# Entity'],
  begins: (line) => HEADER.test(line),
  parse(lines, note) {
    const header = lines.next()
    if (!header) return null
    const layout = readLayout(header.text)
    let units: readonly string[] = []
    const unitLine = lines.peek()
    if (unitLine && UNITS.test(unitLine.text)) {
      units = unitsOf(unitLine.text, layout)
      lines.next()
    } else note.remark('the row of units is missing', header)
    const reader = new RowReader(layout, note)
    readRows(lines, header.text, reader)
    const { command } = lines.hint
    return {
      columns: layout.tags.map((tag, i) => ({ tag, unit: units[i] || undefined })),
      headerLine: header.number,
      generation: layout.generation,
      rows: reader.rows,
      stride: reader.stride,
      ticks: reader.ticks,
      series: reader.series.all(),
      intervalMs: intervalOf(command),
      fieldIds: fieldIdsOf(command),
    }
  },
})

interface Layout {
  readonly tags: readonly string[]
  readonly starts: readonly number[]
  readonly generation: DcgmDmon['generation']
}

function readLayout(header: string): Layout {
  const tags: string[] = []
  const starts: number[] = []
  const word = /\S+/g
  const skip = /^\s*#\s?Entity/.exec(header)?.[0].length ?? 0
  word.lastIndex = skip
  for (let found = word.exec(header); found; found = word.exec(header)) {
    tags.push(keep(found[0]))
    starts.push(found.index)
  }
  return { tags, starts, generation: generationOf(header, starts[0] ?? 0) }
}

// First column: 10 characters up to 3.x, 11 in 4.0, 16 in 4.6; 2.1 writes `# Entity` right-justified.
function generationOf(header: string, first: number): Layout['generation'] {
  if (/^\s*# Entity/.test(header)) return '2.1'
  if (first === 10) return '2.2-3.x'
  if (first === 11) return '4.0-4.5'
  if (first === 16) return '4.6+'
  return 'unknown'
}

function unitsOf(text: string, layout: Layout): string[] {
  return layout.starts.map((start, i) => text.slice(start, layout.starts[i + 1] ?? text.length).trim())
}

function readRows(lines: LineCursor, header: string, reader: RowReader): void {
  const names = header.trim().split(/\s+/).join(' ')
  for (let line = lines.peek(); line; line = lines.peek()) {
    const text = line.text
    if (ENTITY.test(text)) reader.read(line)
    else if (HEADER.test(text)) {
      // The header comes again after some ticks; one with other names is another table.
      if (text.trim().split(/\s+/).join(' ') !== names || reader.total > MOST_SECTION_ROWS) return
    } else if (!UNITS.test(text) && !STOPPED.test(text)) {
      if (text.trim() !== '' || !goesOn(lines)) return
    }
    lines.next()
  }
}

/** Blank lines stand between a row and what Ctrl-C adds, and in copies. */
function goesOn(lines: LineCursor): boolean {
  for (let i = 1; i <= 3; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined) return false
    if (text.trim() !== '') return ENTITY.test(text) || STOPPED.test(text)
  }
  return false
}

class RowReader {
  rows: DmonRow[] = []
  stride = 1
  ticks = 0
  total = 0
  readonly series = new DmonSeriesCollector()
  readonly #layout: Layout
  readonly #note: Note
  readonly #entities = new Map<string, DcgmEntity>()
  readonly #seen = new Set<string>()
  #shifted = 0

  constructor(layout: Layout, note: Note) {
    this.#layout = layout
    this.#note = note
  }

  read(line: Line): void {
    const found = ENTITY.exec(line.text)
    const text = found?.[0].trim() ?? ''
    const entity = this.#entityOf(text)
    if (!found || !entity) return
    this.total++
    if (this.ticks === 0 || this.#seen.has(text)) {
      this.#seen.clear()
      this.ticks++
    }
    this.#seen.add(text)
    const tick = this.ticks - 1
    const { cells, shifted } = this.#cells(line.text, found[0].length)
    if (shifted && this.#shifted++ === 0) this.#note.remark('a row has fewer cells than the header has columns', line)
    this.#layout.tags.forEach((tag, i) => this.series.add(entity, tag, cells[i] ?? '', shifted, line.number))
    if (tick % this.stride !== 0) return
    this.rows.push({ tick, entity, cells, ...(shifted ? { shifted } : {}), line: line.number })
    if (this.rows.length > MOST_ROWS) this.#thin()
  }

  #entityOf(text: string): DcgmEntity | undefined {
    const known = this.#entities.get(text)
    if (known) return known
    const entity = readEntity(keep(text))
    if (entity) this.#entities.set(entity.text, entity)
    return entity ?? undefined
  }

  #cells(text: string, from: number): { cells: readonly string[]; shifted: boolean } {
    const { tags, starts, generation } = this.#layout
    const words = text.slice(from).trim().split(/\s+/)
    const filled = words[0] === '' ? 0 : words.length
    if (filled === tags.length) return { cells: words.map(keep), shifted: false }
    const byColumn = starts.map((start, i) => keep(text.slice(start, starts[i + 1] ?? text.length).trim()))
    // More words than columns: a string with blanks (a GPU name). Columns hold unless a cell ran over its edge.
    if (filled > tags.length) return { cells: byColumn, shifted: !fits(text, starts, from) }
    const aligned = fits(text, starts, from)
    // 4.x prints an empty cell in place; before, what is missing is not known from the row.
    if (aligned && generation !== '2.2-3.x' && generation !== '2.1' && generation !== 'unknown')
      return { cells: byColumn, shifted: false }
    return { cells: aligned ? byColumn : tags.map((_, i) => keep(words[i] ?? '')), shifted: true }
  }

  /** Keeps every second tick of what is kept. */
  #thin(): void {
    this.stride *= 2
    this.rows = this.rows.filter((row) => row.tick % this.stride === 0)
  }
}

/** Every word of the row begins at a column start (or inside a column that began with a word). */
function fits(text: string, starts: readonly number[], from: number): boolean {
  return starts.every((start) => start < from || start === 0 || start >= text.length || text[start - 1] === ' ')
}

function intervalOf(command: string | undefined): number | undefined {
  const found = /\sdmon\s(?:[^|;]*?\s)?(?:-d|--delay)[= ]?(\d{1,9})(?!\d)/.exec(command ?? '')
  return found ? Number(found[1]) : undefined
}

function fieldIdsOf(command: string | undefined): readonly number[] | undefined {
  const found = /\sdmon\s(?:[^|;]*?\s)?(?:-e|--field-id)[= ]?(\d[\d,]*)/.exec(command ?? '')
  return found ? (found[1] ?? '').split(',').filter(Boolean).map(Number) : undefined
}
