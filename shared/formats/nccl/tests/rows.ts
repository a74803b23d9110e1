import type { Line } from '../../../model/format'
import { detach } from '../../../segment/detach'
import type { TestsMeasure, TestsRow } from '../tests-types'
import { readPreamble, rowWords, splitTimestamp, UNKNOWN_COLUMNS, type Columns, type Preamble } from './layout'

/** Rows kept of one run: -N 0 cycles for ever. */
const MOST_ROWS = 20_000

interface OpenRow {
  readonly line: number
  endLine: number
  readonly preamble: Preamble
  readonly values: string[]
}

/**
 * Collects data rows. nccl-tests prints a row in pieces (preamble, first group, second group), so log lines of the same stdout may
 * stand between them; a bare tail of one or two groups belongs to the row that is still open.
 */
export class RowCollector {
  columns: Columns = UNKNOWN_COLUMNS
  readonly rows: TestsRow[] = []
  unfinished: number | undefined
  tooMany = false
  #open: OpenRow | undefined

  get open(): boolean {
    return this.#open !== undefined
  }

  /** A row, or the front part of one. */
  takeRow(line: Line): boolean {
    const preamble = readPreamble(line.text, this.columns)
    if (!preamble || !numbersOnly(preamble.rest, this.columns)) return false
    this.finish()
    this.#open = { line: line.number, endLine: line.number, preamble, values: [...preamble.rest] }
    if (this.#open.values.length >= this.#wanted) this.finish()
    return true
  }

  /** A bare tail for the open row. */
  takeTail(line: Line): boolean {
    const values = this.tail(line.text)
    if (!values || !this.#open) return false
    this.#open.values.push(...values)
    this.#open.endLine = line.number
    if (this.#open.values.length >= this.#wanted) this.finish()
    return true
  }

  /** The values of a tail that fits the open row, else undefined. */
  tail(text: string): readonly string[] | undefined {
    if (!this.#open) return undefined
    const words = rowWords(text)
    const { values } = splitTimestamp(words, this.columns)
    const { perGroup } = this.columns
    const room = this.#wanted - this.#open.values.length
    if (values.length === 0 || values.length % perGroup !== 0 || words.length > room + 2) return undefined
    if (!numbersOnly(words, this.columns)) return undefined
    if (this.#open.values.length % perGroup !== 0) return undefined
    // Other tables have rows of eight numbers too: the figures must be those of this size.
    const measure = readMeasure(values, 0, this.columns)
    return measure && agrees(measure, this.#open.preamble.size) ? words : undefined
  }

  get #wanted(): number {
    return this.columns.perGroup * this.columns.groups + (this.columns.timestamp ? 2 : 0)
  }

  /** Closes the open row with the groups that arrived whole. */
  finish(): void {
    const open = this.#open
    this.#open = undefined
    if (!open) return
    const { values, timestamp } = splitTimestamp(open.values, this.columns)
    const { perGroup } = this.columns
    const whole = Math.floor(values.length / perGroup)
    const first = whole > 0 ? readMeasure(values, 0, this.columns) : undefined
    const second = whole > 1 ? readMeasure(values, perGroup, this.columns) : undefined
    if (values.length % perGroup !== 0 || whole === 0) this.unfinished = open.endLine
    if (this.rows.length >= MOST_ROWS) {
      this.tooMany = true
      return
    }
    if (whole === 0) return
    const { size, count, type, redop, root, gap } = open.preamble
    const alone = whole === 1 && gap
    this.rows.push({
      line: open.line,
      endLine: open.endLine,
      size,
      count,
      type: detach(type),
      redop: redop === undefined ? undefined : detach(redop),
      root,
      outOfPlace: alone ? undefined : first,
      inPlace: alone ? first : second,
      timestamp: timestamp === undefined ? undefined : detach(timestamp),
    })
  }
}

const VALUE = /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|N\/A|-?nan|-?inf)$/i

function numbersOnly(words: readonly string[], columns: Columns): boolean {
  const allowed = columns.timestamp ? Math.max(0, words.length - 2) : words.length
  for (let i = 0; i < allowed; i++) if (!VALUE.test(words[i] ?? '')) return false
  return true
}

function number(word: string | undefined): number | undefined {
  if (word === undefined || !/^-?\d/.test(word)) return undefined
  const value = Number(word)
  return Number.isFinite(value) ? value : undefined
}

function readMeasure(values: readonly string[], at: number, columns: Columns): TestsMeasure | undefined {
  const time = number(values[at])
  const algbw = number(values[at + 1])
  const busbw = number(values[at + 2])
  if (time === undefined || algbw === undefined || busbw === undefined) return undefined
  const last = number(values[at + 3])
  const base: TestsMeasure =
    columns.wrongColumn === 'error' || (last !== undefined && !Number.isInteger(last))
      ? { time, algbw, busbw, wrong: null, deviation: last }
      : { time, algbw, busbw, wrong: last ?? null }
  if (columns.perGroup === 4) return base
  const [min, max, p99, variation] = [4, 5, 6, 7].map((offset) => number(values[at + offset]))
  if (min === undefined || max === undefined || p99 === undefined || variation === undefined) return base
  return { ...base, iterations: { min, max, p99, variation } }
}

/** algbw = size / time for all collectives but hypercube, which moves (n-1)/n of size, and alltoallv, whose size says nothing. */
function agrees(measure: TestsMeasure, size: number): boolean {
  if (measure.time <= 0 || size === 0) return measure.algbw === 0
  const full = size / measure.time / 1000
  if (Math.abs(measure.algbw - full) <= full * 0.03 + 0.02) return true
  const missing = 1 - measure.algbw / full
  const n = Math.round(1 / missing)
  return missing > 0 && n >= 2 && n <= 64 && Math.abs(missing - 1 / n) < 0.005
}
