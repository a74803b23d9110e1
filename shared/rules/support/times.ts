/**
 * Seconds of a time as captured: seconds since boot (`812.100001`), ISO, `Mon Nov 30 18:27:52 2026`, `2026/11/30 18:27:52.123`.
 * Good for differences within one form only: zone and, in syslog lines, the year are not known.
 */
export function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const plain = text.trim().replace(',', '.')
  const value = /^\d{1,10}(?:\.\d{1,9})?$/.test(plain) ? Number(plain) : Date.parse(plain) / 1000
  return Number.isFinite(value) ? value : undefined
}

/** Seconds between two times of one form; undefined when either is unreadable or they run backwards. */
export function secondsBetween(first: string | undefined, last: string | undefined): number | undefined {
  const a = secondsOf(first)
  const b = secondsOf(last)
  return a === undefined || b === undefined || b < a ? undefined : b - a
}
