/** Scales and marks of charts, in the language of tokens.css: series in order, each with colour, dash and marker. */

export interface Scale {
  readonly from: number
  readonly to: number
  /** Value to pixel. */
  at(value: number): number
  /** Pixel to value. */
  value(pixel: number): number
  readonly ticks: readonly number[]
}

/** Round steps: 1, 2 or 5 times a power of ten, about `count` of them. */
export function niceStep(range: number, count: number): number {
  if (!(range > 0)) return 1
  const rough = range / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const part = rough / power
  return (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10) * power
}

export function linearScale(low: number, high: number, pixels: readonly [number, number], count: number): Scale {
  const step = niceStep(high - low, count)
  const from = Math.floor(low / step + 1e-9) * step
  const to = Math.max(Math.ceil(high / step - 1e-9) * step, from + step)
  const [start, end] = pixels
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)
  return {
    from,
    to,
    ticks: ticks.map((tick) => Number(tick.toPrecision(12))),
    at: (value) => start + ((value - from) / (to - from)) * (end - start),
    value: (pixel) => from + ((pixel - start) / (end - start)) * (to - from),
  }
}

/** Powers of two along the axis; a tick every 2, 4, 16 ... of them, so that about `count` fit. */
export function binaryScale(low: number, high: number, pixels: readonly [number, number], count: number): Scale {
  const from = Math.max(1, low)
  const to = Math.max(high, from * 2)
  const [start, end] = pixels
  const first = Math.log2(from)
  const span = Math.log2(to) - first
  const step = Math.max(1, 2 ** Math.ceil(Math.log2(span / Math.max(1, count))))
  const begin = Math.ceil(first / step - 1e-9) * step
  const ticks = Array.from(
    { length: Math.floor((first + span - begin) / step + 1e-9) + 1 },
    (_, i) => 2 ** (begin + i * step),
  )
  return {
    from,
    to,
    ticks,
    at: (value) => start + ((Math.log2(Math.max(value, 1)) - first) / span) * (end - start),
    value: (pixel) => 2 ** (first + ((pixel - start) / (end - start)) * span),
  }
}

/** Pixels of a column in which a thinned curve keeps four points. */
const COLUMN = 2

/**
 * The points of a curve that a drawing can show: of each column of pixels the first, lowest, highest and last. Points must be
 * in order of x; a gap (null) stays a gap. Curves of few points come back as they are.
 */
export function thinned<Y extends number | null>(
  points: readonly (readonly [number, Y])[],
  at: (x: number) => number,
  width: number,
): readonly (readonly [number, Y])[] {
  if (points.length <= 2 * width) return points
  const kept: (readonly [number, Y])[] = []
  let column: (readonly [number, Y])[] = []
  let pixel = NaN
  const close = (): void => {
    const [first] = column
    const last = column.at(-1)
    if (!first || !last) return
    const low = column.reduce((a, b) => (Number(b[1]) < Number(a[1]) ? b : a))
    const high = column.reduce((a, b) => (Number(b[1]) > Number(a[1]) ? b : a))
    kept.push(...new Set(low[0] <= high[0] ? [first, low, high, last] : [first, high, low, last]))
    column = []
  }
  for (const point of points) {
    const next = Math.round(at(point[0]) / COLUMN)
    if (next !== pixel || point[1] === null) close()
    pixel = next
    if (point[1] === null) kept.push(point)
    else column.push(point)
  }
  close()
  return kept
}

/** A curve as the path that is drawn. A gap in the values is a gap in the line. */
export function linePath(
  points: readonly (readonly [number, number | null])[],
  x: Scale,
  y: Scale,
  width: number,
): string {
  const round = (value: number): number => Math.round(value * 10) / 10
  let pen = false
  const parts: string[] = []
  for (const [at, value] of thinned(points, x.at, width)) {
    if (value !== null) parts.push(`${pen ? 'L' : 'M'}${round(x.at(at))} ${round(y.at(value))}`)
    pen = value !== null
  }
  return parts.join('')
}

/** Six points spread over a long curve, each series at places of its own. */
export function sparse<Y>(
  points: readonly (readonly [number, Y])[],
  series: number,
): readonly (readonly [number, Y])[] {
  const step = points.length / 6
  return Array.from({ length: 6 }, (_, i) => points[Math.floor((i + ((series % 8) + 0.5) / 8) * step)]).filter(
    (point) => point !== undefined,
  )
}

export interface SeriesCue {
  readonly color: string
  readonly dash: string
  readonly width: number
  readonly marker: 'circle' | 'square' | 'diamond' | 'triangle' | 'cross' | 'full-square'
}

export const seriesCues: readonly SeriesCue[] = [
  { color: 'var(--series-1)', dash: '', width: 2, marker: 'circle' },
  { color: 'var(--series-2)', dash: '7 3', width: 1.5, marker: 'square' },
  { color: 'var(--series-3)', dash: '', width: 1.5, marker: 'diamond' },
  { color: 'var(--series-4)', dash: '2 3', width: 1.5, marker: 'triangle' },
  { color: 'var(--series-5)', dash: '9 3 2 3', width: 1.5, marker: 'cross' },
  { color: 'var(--series-6)', dash: '12 4', width: 1.5, marker: 'full-square' },
  // Eight GPUs are the usual machine; these two share a colour with a solid line and differ in dash and marker.
  { color: 'var(--series-1)', dash: '3 3', width: 1.5, marker: 'triangle' },
  { color: 'var(--series-3)', dash: '10 3 2 3', width: 1.5, marker: 'square' },
]

/** More series than cues: the rest is grey, and selection colours one. */
export const greyCue: SeriesCue = { color: 'var(--line-strong)', dash: '', width: 1, marker: 'circle' }

export function cueOf(index: number): SeriesCue {
  return seriesCues[index] ?? greyCue
}

/** Path of a marker around its point. */
export function markerPath(marker: SeriesCue['marker'], x: number, y: number): string {
  switch (marker) {
    case 'circle':
      return `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`
    case 'square':
    case 'full-square':
      return `M${x - 3} ${y - 3}h6v6h-6z`
    case 'diamond':
      return `M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5z`
    case 'triangle':
      return `M${x} ${y - 3.5}l3.5 6.5h-7z`
    case 'cross':
      return `M${x - 3} ${y - 3}l6 6m0 -6l-6 6`
  }
}

export function isHollow(marker: SeriesCue['marker']): boolean {
  return marker === 'square' || marker === 'triangle'
}

/** Moves labels apart so that none overlaps its neighbour; the order stays. Pixels in, pixels out. */
export function spread(positions: readonly number[], gap: number, low: number, high: number): readonly number[] {
  const order = positions.map((_, i) => i).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0))
  const placed = [...positions]
  let floor = low
  for (const i of order) {
    placed[i] = Math.max(placed[i] ?? low, floor)
    floor = (placed[i] ?? low) + gap
  }
  let ceiling = high
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i] ?? high, ceiling)
    ceiling = (placed[i] ?? high) - gap
  }
  return placed
}
