/** Middle and spread that one odd value does not move. */

export function median(values: readonly number[]): number | undefined {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  const high = sorted[Math.floor(sorted.length / 2)]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

/** Median of the distances to the median (MAD); 1.4826 times it is the standard deviation of a normal sample. */
export function medianDeviation(values: readonly number[], middle: number): number {
  return median(values.map((value) => Math.abs(value - middle))) ?? 0
}
