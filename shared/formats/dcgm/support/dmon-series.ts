import type { DcgmEntity } from './entity'
import { finite } from './text'

/** All rows of one entity and column, also of those that `rows` no longer holds. */
export interface DmonSeries {
  readonly entity: DcgmEntity
  readonly tag: string
  /** Numeric samples from rows that are not shifted. */
  readonly samples: number
  /** `N/A`, blank sentinels, empty cells and words. */
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

interface Running {
  readonly entity: DcgmEntity
  readonly tag: string
  samples: number
  blanks: number
  min: number
  max: number
  sum: number
  nonZero: number
  maxLine: number
  readonly firstLine: number
  lastLine: number
}

/** Sums up a capture of any length in the memory of its entities and columns. */
export class DmonSeriesCollector {
  readonly #series = new Map<string, Running>()

  add(entity: DcgmEntity, tag: string, cell: string, shifted: boolean, line: number): void {
    if (shifted) return
    const running = this.#running(entity, tag, line)
    running.lastLine = line
    const value = finite(cell)
    if (value === undefined) {
      running.blanks++
      return
    }
    running.samples++
    running.sum += value
    if (value > 0) running.nonZero++
    if (value < running.min) running.min = value
    if (value > running.max) {
      running.max = value
      running.maxLine = line
    }
  }

  all(): readonly DmonSeries[] {
    return [...this.#series.values()].map(({ sum, min, max, maxLine, ...rest }) =>
      rest.samples === 0 ? rest : { ...rest, min, max, maxLine, mean: sum / rest.samples },
    )
  }

  #running(entity: DcgmEntity, tag: string, line: number): Running {
    const key = `${entity.text} ${tag}`
    const found = this.#series.get(key)
    if (found) return found
    const made: Running = {
      entity,
      tag,
      samples: 0,
      blanks: 0,
      min: Infinity,
      max: -Infinity,
      sum: 0,
      nonZero: 0,
      maxLine: 0,
      firstLine: line,
      lastLine: line,
    }
    this.#series.set(key, made)
    return made
  }
}
