import type { Collective } from '../../../model/run'
import type { TestsMeasure, TestsRow } from '../tests-types'
import { typeBytes } from './collective'

/**
 * Collective and rank count from the figures, for runs that print neither. Factors of nccl-tests (doc/PERFORMANCE.md there):
 * all_reduce 2(n-1)/n; all_gather, reduce_scatter, alltoall, gather, scatter (n-1)/n; broadcast, reduce, sendrecv 1.
 */

const MOST_RANKS = 4096
/** Below this the two decimals of algbw and busbw leave the ratio too vague. */
const LEAST_BANDWIDTH = 1

type Family = 'all-reduce' | 'scatter' | 'one'

const FAMILY: Readonly<Record<Collective, Family | undefined>> = {
  all_reduce: 'all-reduce',
  all_gather: 'scatter',
  reduce_scatter: 'scatter',
  alltoall: 'scatter',
  gather: 'scatter',
  scatter: 'scatter',
  broadcast: 'one',
  reduce: 'one',
  sendrecv: 'one',
  alltoallv: undefined,
  hypercube: undefined,
}

interface Interval {
  readonly low: number
  readonly high: number
}

/** Where busbw/algbw must lie, over all rows: each printed figure stands for an interval of half its last digit. */
export function ratioOf(rows: readonly TestsRow[]): Interval | undefined {
  let low = 0
  let high = Infinity
  let seen = false
  for (const row of rows) {
    for (const measure of [row.outOfPlace, row.inPlace]) {
      if (!measure || measure.algbw < LEAST_BANDWIDTH || measure.busbw <= 0) continue
      const a = halfDigit(measure.algbw)
      const b = halfDigit(measure.busbw)
      const rowLow = (measure.busbw - b) / (measure.algbw + a)
      const rowHigh = (measure.busbw + b) / (measure.algbw - a)
      if (rowLow > high || rowHigh < low) return undefined
      low = Math.max(low, rowLow)
      high = Math.min(high, rowHigh)
      seen = true
    }
  }
  return seen ? { low, high } : undefined
}

function halfDigit(value: number): number {
  if (value >= 10_000) return 0.5
  return value >= 1000 ? 0.051 : 0.0051
}

/** The one rank count that the ratio allows for a collective; undefined when several or none fit. */
export function ranksFromRatio(collective: Collective, ratio: Interval | undefined): number | undefined {
  const family = FAMILY[collective]
  if (!ratio || !family || family === 'one') return undefined
  const top = family === 'all-reduce' ? 2 : 1
  // factor = top * (n-1)/n, so n = top / (top - factor)
  if (ratio.low >= top) return undefined
  const from = Math.ceil(top / (top - ratio.low) - 1e-9)
  const to = ratio.high >= top ? Infinity : Math.floor(top / (top - ratio.high) + 1e-9)
  return from === to && from >= 2 && from <= MOST_RANKS ? from : undefined
}

/** size / (count x element size) of the large rows: the rank count for collectives whose size is the whole buffer, else 1. */
export function spreadOf(rows: readonly TestsRow[]): number | undefined {
  let best: { size: number; spread: number } | undefined
  for (const row of rows) {
    const bytes = typeBytes(row.type)
    if (bytes === undefined || row.count === undefined || row.count <= 0 || row.size <= 0) continue
    const spread = row.size / (row.count * bytes)
    if (!Number.isFinite(spread)) continue
    if (!best || row.size > best.size) best = { size: row.size, spread }
  }
  if (!best) return undefined
  const whole = Math.round(best.spread)
  return whole >= 1 && Math.abs(best.spread - whole) < 0.01 * whole ? whole : undefined
}

export interface Inference {
  readonly collective?: Collective
  readonly candidates: readonly Collective[]
}

/**
 * Which collectives fit redop, root, element count and ratio. One left: that is it; several: a name in the file name may decide;
 * otherwise it stays unknown.
 */
export function inferCollective(
  rows: readonly TestsRow[],
  columns: { readonly redop: boolean; readonly root: boolean } | undefined,
  ranks: number | undefined,
  fileName: string,
): Inference {
  const row = rows.at(-1)
  if (!row) return { candidates: [] }
  const ratio = ratioOf(rows)
  const spread = spreadOf(rows)
  const candidates = byColumns(row, columns).filter((collective) => fits(collective, rows, ratio, spread, ranks))
  if (candidates.length === 1) return { collective: candidates[0], candidates }
  const flat = fileName.toLowerCase().replace(/[^a-z]/g, '')
  const named = candidates.filter((collective) => flat.includes(collective.replace('_', '')))
  return { collective: named.length === 1 ? named[0] : undefined, candidates }
}

function byColumns(
  row: TestsRow,
  columns: { readonly redop: boolean; readonly root: boolean } | undefined,
): readonly Collective[] {
  // Before 2.13 only the columns that matter are printed.
  if (columns && !(columns.redop && columns.root)) {
    if (columns.redop) return ['all_reduce', 'reduce_scatter', 'alltoall']
    if (columns.root) return ['broadcast', 'scatter', 'gather']
    return ['all_gather', 'sendrecv', 'hypercube']
  }
  const reduces = row.redop !== undefined && row.redop !== 'none'
  const rooted = row.root !== undefined && row.root >= 0
  if (reduces) return rooted ? ['reduce'] : ['all_reduce', 'reduce_scatter', 'sendrecv']
  return rooted ? ['broadcast', 'scatter', 'gather'] : ['all_gather', 'alltoall', 'sendrecv', 'hypercube']
}

/** Its result was compared: `#wrong` (or the older `error` column) holds a number. */
export function wasChecked(measure: TestsMeasure | undefined): boolean {
  return measure !== undefined && (measure.wrong !== null || measure.deviation !== undefined)
}

function fits(
  collective: Collective,
  rows: readonly TestsRow[],
  ratio: Interval | undefined,
  spread: number | undefined,
  ranks: number | undefined,
): boolean {
  const family = FAMILY[collective]
  if (spread !== undefined) {
    if (family === 'scatter' ? spread === 1 && ranks !== 1 : spread > 1) return false
    if (family === 'scatter' && ranks !== undefined && spread !== ranks) return false
  }
  // No in-place check exists for alltoall and sendrecv: a number there rules them out, N/A beside a number names them.
  const inPlaceChecked = rows.some((row) => wasChecked(row.inPlace))
  const onlyOutChecked = !inPlaceChecked && rows.some((row) => row.inPlace !== undefined && wasChecked(row.outOfPlace))
  const unchecked = collective === 'alltoall' || collective === 'sendrecv'
  if (inPlaceChecked && unchecked) return false
  if (onlyOutChecked && !unchecked) return false
  if (!ratio || family === undefined) return true
  if (family === 'one') return ratio.low <= 1 && ratio.high >= 1
  const n = ranks ?? (family === 'scatter' ? spread : undefined)
  const top = family === 'all-reduce' ? 2 : 1
  if (n !== undefined) {
    const factor = (top * (n - 1)) / n
    // Edited copies name another rank count than the one measured; beyond 32 ranks the factor hardly tells them apart.
    const slack = n >= 32 ? 0.01 : 1e-6
    return ratio.low <= factor + slack && ratio.high >= factor - slack
  }
  return family === 'all-reduce' ? ratio.high >= 1 : ratio.low < 1 && ratio.high >= 0.5
}
