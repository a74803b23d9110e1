import { defineBlockFormat } from '../../model/format'
import type { DcgmEntity } from './support/entity'

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

/** All rows of one entity and column, also of those that `rows` no longer holds. */
export interface DmonSeries {
  readonly entity: DcgmEntity
  readonly tag: string
  /** Numeric samples from rows that are not shifted. */
  readonly samples: number
  /** `N/A` and empty cells. */
  readonly blanks: number
  readonly min?: number
  readonly max?: number
  readonly mean?: number
  /** Samples above zero. */
  readonly nonZero: number
  readonly maxLine?: number
  readonly firstLine: number
  readonly lastLine: number
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

export const dcgmDmon = defineBlockFormat<DcgmDmon>({
  id: 'dcgm/dmon',
  title: 'DCGM samples over time',
  command: 'dcgmi dmon -e 1011,1012 -d 1000',
  example: '#Entity   NVLTX                       NVLRX',
  anchors: ['#Entity', '# Entity'],
  begins: () => false,
  parse: () => null,
})
