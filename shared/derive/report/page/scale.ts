/** Axes of a chart on paper. Everything is finite for finite input. */
export interface Axis {
  at(value: number): number
  readonly ticks: readonly number[]
}

/** Round steps: 1, 2 or 5 times a power of ten, about `count` of them. */
function niceStep(range: number, count: number): number {
  if (!(range > 0)) return 1
  const rough = range / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const part = rough / power
  return (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10) * power
}

export function linearAxis(low: number, high: number, start: number, end: number, count: number): Axis {
  const step = niceStep(high - low, count)
  const from = Math.floor(low / step + 1e-9) * step
  const to = Math.max(Math.ceil(high / step - 1e-9) * step, from + step)
  return {
    at: (value) => start + ((value - from) / (to - from)) * (end - start),
    ticks: Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) =>
      Number((from + i * step).toPrecision(12)),
    ),
  }
}

/** Powers of two along the axis; a tick every 1, 2, 4 ... of them, so that about `count` fit. */
export function binaryAxis(low: number, high: number, start: number, end: number, count: number): Axis {
  const from = Math.max(1, low)
  const to = Math.max(high, from * 2)
  const first = Math.log2(from)
  const span = Math.log2(to) - first
  const step = Math.max(1, 2 ** Math.ceil(Math.log2(span / Math.max(1, count))))
  const begin = Math.ceil(first / step - 1e-9) * step
  return {
    at: (value) => start + ((Math.log2(Math.max(value, 1)) - first) / span) * (end - start),
    ticks: Array.from(
      { length: Math.floor((first + span - begin) / step + 1e-9) + 1 },
      (_, i) => 2 ** (begin + i * step),
    ),
  }
}

/** Moves labels apart so that none overlaps its neighbour; the order stays. */
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
