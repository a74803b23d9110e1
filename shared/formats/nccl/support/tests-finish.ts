import type { Collective } from '../../../model/run'
import type { NcclTestsRun, TestsRank, TestsRow } from '../tests-types'
import { inferCollective, ranksFromRatio, ratioOf, spreadOf } from './tests-infer'

/** Larger busbw of both columns over all rows, with its row. */
export function peakOf(rows: readonly TestsRow[]): { readonly busbw: number; readonly row: number } | undefined {
  let best: { busbw: number; row: number } | undefined
  rows.forEach((row, index) => {
    for (const measure of [row.outOfPlace, row.inPlace]) {
      if (measure && (!best || measure.busbw > best.busbw)) best = { busbw: measure.busbw, row: index }
    }
  })
  return best
}

export function hostsOf(ranks: readonly TestsRank[]): readonly string[] {
  return [...new Set(ranks.map((rank) => rank.host))]
}

/** Highest rank + 1: people elide lines. Undefined without a list. */
export function ranksOfList(list: readonly TestsRank[]): number | undefined {
  let highest = -1
  for (const { rank } of list) highest = Math.max(highest, rank)
  return highest < 0 ? undefined : highest + 1
}

export interface Worked {
  readonly collective?: Collective
  readonly collectiveInferred: boolean
  readonly ranks?: number
  readonly ranksFrom?: NcclTestsRun['ranksFrom']
}

/** Collective and rank count, from what is printed first, then from the figures. */
export function workOut(
  rows: readonly TestsRow[],
  printed: Collective | undefined,
  listed: number | undefined,
  groups: number,
  columns: { readonly redop: boolean; readonly root: boolean } | undefined,
  fileName: string,
): Worked {
  // With several groups the factor knows only the ranks of one group, so list and ratio say different things.
  const inference = printed ? undefined : inferCollective(rows, columns, groups > 1 ? undefined : listed, fileName)
  const collective = printed ?? inference?.collective
  const base = { collective, collectiveInferred: !printed && collective !== undefined }
  if (listed !== undefined) return { ...base, ranks: listed, ranksFrom: 'list' }
  if (groups > 1) return base
  const candidates = collective ? [collective] : (inference?.candidates ?? [])
  const ratio = ratioOf(rows)
  const counts = new Set(candidates.map((candidate) => ranksFromRatio(candidate, ratio)))
  const [only] = [...counts]
  if (counts.size === 1 && only !== undefined) return { ...base, ranks: only, ranksFrom: 'ratio' }
  const spread = spreadOf(rows)
  if (spread !== undefined && spread > 1) return { ...base, ranks: spread, ranksFrom: 'counts' }
  return base
}
