/** `22902` is 2.29.2; before 2.9 the number is 1000-based (2804 is 2.8.4). */
export function versionFromNumber(value: number): string | undefined {
  if (!Number.isInteger(value) || value < 1000) return undefined
  const base = value < 10_000 ? 1000 : 10_000
  return `${Math.floor(value / base)}.${Math.floor((value % base) / 100)}.${value % 100}`
}
