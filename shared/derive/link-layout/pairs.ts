import { bracketLabelX, bracketPoints } from './bracket'
import { errorSum, laneSentence } from './counts'
import { deviates, pill, place, priority, sentence, stroke, tooNear } from './pen'
import type { Candidate, Pen } from './pen'
import { z } from './sheet'
import { textWidth } from './text-width'
import type { LayoutEdge } from './types'
import type { PairEdge } from '../link-graph/types'

/** Brackets for pairs without switches; higher tracks first, each with a halo, so that a crossing reads as a bridge. */
export function drawBrackets(pen: Pen): void {
  const { c, sk, sheet } = pen
  if (!pen.layers.has('nvlink')) return
  const drawn: { pair: PairEdge; left: number; right: number; y: number; track: number; turned: boolean }[] = []
  for (const pair of pen.graph.pairs) {
    const bracket = sk.brackets.get(pair.id)
    const a = place(pen, pair.a)
    const b = place(pen, pair.b)
    if (!bracket || !a || !b) continue
    const [left, right] = a.x < b.x ? [a, b] : [b, a]
    drawn.push({
      pair,
      left: left.x + bracket.leftOffset,
      right: right.x + bracket.rightOffset,
      y: sk.rows.gpu - c.firstTrack - bracket.track * c.track,
      track: bracket.track,
      turned: a.x > b.x,
    })
  }
  drawn.sort((a, b) => b.track - a.track || a.left - b.left)
  for (const { pair, left, right, y, turned } of drawn) {
    const points = bracketPoints(left, right, y, sk.rows.gpu)
    const edge: LayoutEdge = {
      id: pair.id,
      kind: 'pair',
      from: pair.a,
      to: pair.b,
      points: turned ? points.reverse() : points,
      state: stroke(pen, pair.id, pair.state),
      halo: 'surface',
      z: z.line,
      layer: 'nvlink',
      title: sentence(
        `${pen.gpu(pair.a)?.label ?? ''} – ${pen.gpu(pair.b)?.label ?? ''}`,
        laneSentence(pen, pair.up, pair.due),
      ),
    }
    sheet.edges.push(edge)
  }
  // Deviations choose their place first.
  const set: Candidate[] = []
  const inOrder = [...drawn].sort(
    (a, b) => Number(deviates(b.pair.state)) - Number(deviates(a.pair.state)) || a.track - b.track || a.left - b.left,
  )
  for (const { pair, left, right, y, track } of inOrder) {
    const label = pairLabel(pen, pair, y)
    const others = drawn.filter((other) => other.pair !== pair)
    const cost = (x: number): number | undefined => {
      if (set.some((other) => tooNear({ ...label, x }, other))) return undefined
      const left = x - label.w / 2 - 2
      const right = x + label.w / 2 + 2
      const onTrack = others.some(
        (other) => Math.abs(other.y - y) < label.h / 2 && other.left < right && other.right > left,
      )
      if (onTrack) return undefined
      const crossed = others.filter((other) => other.y < y + label.h / 2).flatMap((other) => [other.left, other.right])
      return crossed.filter((line) => line > left && line < right).length
    }
    const x = bracketLabelX(left, right, track, label.w, cost)
    if (x === undefined) continue
    const placed = { ...label, x }
    set.push(placed)
    pen.candidates.push(placed)
  }
}

function pairLabel(pen: Pen, pair: PairEdge, y: number): Candidate {
  const size = pen.density === 'full' ? 10.5 : 10
  const drawn = stroke(pen, pair.id, pair.state)
  const errorsA = pen.errors ? errorSum(pen.graph, pair.a, pair.lanesOfA) : 0
  const errorsB = pen.errors ? errorSum(pen.graph, pair.b, pair.lanesOfB) : 0
  const noisy = errorsA === undefined || errorsB === undefined || errorsA + errorsB > 0
  const count =
    pair.up === undefined
      ? 'NV?'
      : pair.due !== undefined && pair.up !== pair.due
        ? `${String(pair.up)}/${String(pair.due)}`
        : `NV${String(pair.up)}`
  const text =
    noisy && pen.errors
      ? `${count} · ${errorsA === undefined || errorsB === undefined ? '?' : `${String(errorsA + errorsB)} err`}`
      : count
  if (drawn === 'degraded' || drawn === 'dead' || drawn === 'accent') {
    return pill(pen, {
      id: `label:${pair.id}`,
      x: 0,
      y,
      text,
      state: drawn,
      on: pair.id,
      layer: 'nvlink',
      z: z.label,
      size,
      h: 14,
    })
  }
  return {
    id: `label:${pair.id}`,
    x: 0,
    y,
    w: Math.ceil(textWidth(text, size)) + 4,
    h: 14,
    text,
    size,
    tone: pair.up === undefined ? 'unknown' : 'text-2',
    behind: 'surface',
    on: pair.id,
    layer: 'nvlink',
    z: z.label,
    priority: priority.value,
  }
}
