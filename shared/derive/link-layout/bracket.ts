import type { Point } from './types'

/** Two columns to be joined above the GPU row; `left` and `right` are column numbers, `left` < `right`. */
export interface BracketRequest {
  readonly id: string
  readonly left: number
  readonly right: number
}

export interface Bracket {
  readonly id: string
  /** 0 is the track next to the GPU row. */
  readonly track: number
  /** Places on the top edge of the two boxes, as offsets from the column centre in px. */
  readonly leftOffset: number
  readonly rightOffset: number
}

function meets(a: BracketRequest, b: BracketRequest): boolean {
  return a.left < b.right && b.left < a.right
}

/**
 * Gives every bracket a track and its two ports (layout rules 5b). Short pairs come first and lie low. Ports of one box run from
 * left to right: left-going pairs by rising track, then right-going ones by falling track, so brackets of one box never cross.
 */
export function routeBrackets(requests: readonly BracketRequest[], boxWidth: number): Bracket[] {
  const ordered = [...requests].sort(
    (a, b) => a.right - a.left - (b.right - b.left) || a.left - b.left || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
  const tracks: BracketRequest[][] = []
  const trackOf = new Map<string, number>()
  for (const request of ordered) {
    let track = tracks.findIndex((others) => others.every((other) => !meets(other, request)))
    if (track < 0) {
      track = tracks.length
      tracks.push([])
    }
    tracks[track]?.push(request)
    trackOf.set(request.id, track)
  }
  const ports = new Map<number, { id: string; goesLeft: boolean; track: number }[]>()
  const addPort = (column: number, id: string, goesLeft: boolean): void => {
    const list = ports.get(column) ?? []
    list.push({ id, goesLeft, track: trackOf.get(id) ?? 0 })
    ports.set(column, list)
  }
  for (const request of ordered) {
    addPort(request.left, request.id, false)
    addPort(request.right, request.id, true)
  }
  const offsets = new Map<string, number>()
  for (const [column, list] of ports) {
    list.sort((a, b) => {
      if (a.goesLeft !== b.goesLeft) return a.goesLeft ? -1 : 1
      return (a.goesLeft ? a.track - b.track : b.track - a.track) || (a.id < b.id ? -1 : 1)
    })
    const step = Math.min(list.length > 3 ? 12 : 16, list.length > 1 ? (boxWidth - 8) / (list.length - 1) : 16)
    list.forEach((port, i) => offsets.set(`${String(column)}|${port.id}`, (i - (list.length - 1) / 2) * step))
  }
  return ordered.map((request) => ({
    id: request.id,
    track: trackOf.get(request.id) ?? 0,
    leftOffset: offsets.get(`${String(request.left)}|${request.id}`) ?? 0,
    rightOffset: offsets.get(`${String(request.right)}|${request.id}`) ?? 0,
  }))
}

/** Up from the left box, along the track, down to the right box. */
export function bracketPoints(leftX: number, rightX: number, trackY: number, boxTop: number): Point[] {
  return [
    { x: leftX, y: boxTop },
    { x: leftX, y: trackY },
    { x: rightX, y: trackY },
    { x: rightX, y: boxTop },
  ]
}

/**
 * Where the label of a bracket goes: in the middle of a short one, else near the left corner, staggered by track. Among the
 * places tried, one that covers no crossing line and keeps 4 px from the labels already set; undefined if there is none.
 */
export function bracketLabelX(
  leftX: number,
  rightX: number,
  track: number,
  width: number,
  /** How bad a place is: undefined when another label is too near, else the number of lines that it would cover. */
  cost: (x: number) => number | undefined,
): number | undefined {
  const length = rightX - leftX
  const wanted = length <= 150 ? (leftX + rightX) / 2 : leftX + 46 + 10 * (track % 3)
  const half = width / 2 + 3
  const from = leftX + half
  const to = rightX - half
  if (to < from) return cost((leftX + rightX) / 2) === undefined ? undefined : (leftX + rightX) / 2
  const clamp = (x: number): number => Math.min(to, Math.max(from, x))
  let best: { x: number; cost: number } | undefined
  for (let step = 0; step <= 60; step++) {
    for (const x of step === 0 ? [wanted] : [wanted + step * 4, wanted - step * 4]) {
      if (step > 0 && x !== clamp(x)) continue
      const at = clamp(x)
      const bad = cost(at)
      if (bad === 0) return at
      if (bad !== undefined && (best === undefined || bad < best.cost)) best = { x: at, cost: bad }
    }
  }
  return best?.x
}

/** How many tracks the brackets take, one above the other. */
export function trackCount(brackets: ReadonlyMap<string, Bracket>): number {
  let most = 0
  for (const bracket of brackets.values()) most = Math.max(most, bracket.track + 1)
  return most
}
