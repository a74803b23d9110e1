import { matrixSpread } from '../knowledge/point-to-point'
import type { BandwidthMatrix } from '../model/run'

/** One cell of a heat map: its share of the range for the tint, and whether it falls off from its like. */
export interface HeatCell {
  readonly value: number | null
  /** 0 for the lowest, 1 for the highest of the matrix; 0.5 when all are equal. */
  readonly share: number
  readonly state?: 'degraded' | 'dead'
}

export interface HeatMap {
  readonly rowLabels: readonly string[]
  readonly columnLabels: readonly string[]
  readonly cells: readonly (readonly HeatCell[])[]
  readonly median?: number
  readonly lowest?: number
  readonly highest?: number
}

/** A cell this far below the median of its like is not the same kind of path any more. */
const FAR_BELOW = 0.5

/**
 * Tints and deviations. The diagonal (a device with itself) is another thing and takes no part. For latencies more is worse.
 * Two kinds of pairs in one matrix (bridged and not) are no fault: a deviation counts only against the class it is near to.
 */
export function heatMap(matrix: Pick<BandwidthMatrix, 'rowLabels' | 'columnLabels' | 'values' | 'unit'>): HeatMap {
  const less = matrix.unit === 'us' || matrix.unit === 'ns'
  const apart = (row: number, column: number): boolean => matrix.rowLabels.length === 1 || row !== column
  const values = matrix.values
    .flatMap((cells, row) => cells.filter((_, column) => apart(row, column)))
    .filter((value): value is number => value !== null && Number.isFinite(value))
    .sort((a, b) => a - b)
  const lowest = values[0]
  const highest = values.at(-1)
  const median = values[Math.floor(values.length / 2)]
  if (lowest === undefined || highest === undefined || median === undefined) {
    return { ...matrix, cells: matrix.values.map((cells) => cells.map((value) => ({ value, share: 0.5 }))) }
  }
  // Like pairs differ by this much on healthy hardware: a tint would make news of noise.
  const alike = highest - lowest <= Math.abs(highest) * matrixSpread
  const share = (value: number): number => (alike ? 0.5 : (value - lowest) / (highest - lowest))
  const stateOf = (value: number): HeatCell['state'] => {
    if (values.length < 4 || less || median <= 0) return undefined
    const part = value / median
    if (part >= 1 - 3 * matrixSpread) return undefined
    // Half or less, and not alone: probably another class of pairs.
    if (part < FAR_BELOW)
      return values.filter((other) => other < median * FAR_BELOW).length <= values.length / 8 ? 'dead' : undefined
    return 'degraded'
  }
  return {
    rowLabels: matrix.rowLabels,
    columnLabels: matrix.columnLabels,
    median,
    lowest,
    highest,
    cells: matrix.values.map((cells, row) =>
      cells.map((value, column) =>
        value === null || !apart(row, column)
          ? { value, share: 0.5 }
          : { value, share: less ? 1 - share(value) : share(value), state: stateOf(value) },
      ),
    ),
  }
}
