import type { Moves } from '@shared/derive/link-layout'

export type SetsOfNodes = ReadonlyMap<string, ReadonlySet<string>>

export const nothing: ReadonlySet<string> = new Set()
export const none: SetsOfNodes = new Map()

export function withSet(sets: SetsOfNodes, node: string, ids: Iterable<string>): SetsOfNodes {
  return new Map(sets).set(node, new Set(ids))
}

export function without(set: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> {
  const gone = new Set(ids)
  return new Set([...set].filter((id) => !gone.has(id)))
}

export function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

type Kept = Readonly<Record<string, Moves>>

/** Text of the case notes -> moves by `node/density`. A text that is none of ours moves nothing. */
export function readMoves(text: string | undefined): Kept {
  const result: Record<string, Moves> = {}
  let value: unknown
  try {
    value = JSON.parse(text ?? '{}')
  } catch {
    return result
  }
  if (typeof value !== 'object' || value === null) return result
  for (const [place, moves] of Object.entries(value)) {
    if (typeof moves !== 'object' || moves === null) continue
    const good: Record<string, readonly [number, number]> = {}
    for (const [id, move] of Object.entries(moves)) {
      if (!Array.isArray(move)) continue
      const [dx, dy]: unknown[] = move
      if (isStep(dx) && isStep(dy)) good[id] = [dx, dy]
    }
    result[place] = good
  }
  return result
}

function isStep(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 4000
}
