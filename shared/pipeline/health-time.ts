const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Wall-clock times as the tools print them, without a zone, so they are only good for differences: `2026/11/30 18:27:59.581`
 * (query csv), `20261130 18:27:59` (dmon -o DT), `Mon Nov 30 18:19:18 2026` (-q). Milliseconds as if in UTC.
 */
export function readTime(text: string): number | undefined {
  const numeric = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})[ T](\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d{1,6}))?/.exec(text.trim())
  if (numeric) {
    const [, year, month, day, hour, minute, second, fraction] = numeric
    return utc(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), fraction)
  }
  const worded = /^[A-Z][a-z]{2} +([A-Z][a-z]{2}) +(\d{1,2}) +(\d{1,2}):(\d{2}):(\d{2}) +(\d{4})/.exec(text.trim())
  if (!worded) return undefined
  const month = MONTHS.indexOf((worded[1] ?? '').toLowerCase())
  if (month < 0) return undefined
  return utc(Number(worded[6]), month, Number(worded[2]), Number(worded[3]), Number(worded[4]), Number(worded[5]))
}

function utc(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  fraction = '',
): number | undefined {
  const milliseconds = fraction === '' ? 0 : Math.round(Number(`0.${fraction}`) * 1000)
  const time = Date.UTC(year, month, day, hour, minute, second, milliseconds)
  return Number.isFinite(time) ? time : undefined
}
