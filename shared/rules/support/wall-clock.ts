import type { EpochMs } from '../../model/units'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Wall-clock times as the tools print them, without a zone, so they are good for differences only: `2026-11-30 18:20:45` (NCCL),
 * `2026/11/30 18:27:59.581` (query csv), `Mon Nov 30 18:19:18 2026` (-q). Milliseconds as if in UTC; undefined for anything else.
 */
export function wallClock(text: string): EpochMs | undefined {
  const numeric = /^(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{1,2}):(\d{2}):(\d{2})/.exec(text.trim())
  if (numeric) {
    const [year, month, day, hour, minute, second] = numeric.slice(1).map(Number)
    return utc(year, (month ?? 0) - 1, day, hour, minute, second)
  }
  const worded = /^[A-Z][a-z]{2} +([A-Z][a-z]{2}) +(\d{1,2}) +(\d{1,2}):(\d{2}):(\d{2}) +(\d{4})/.exec(text.trim())
  const month = MONTHS.indexOf((worded?.[1] ?? '').toLowerCase())
  if (!worded || month < 0) return undefined
  return utc(Number(worded[6]), month, ...worded.slice(2, 6).map(Number))
}

function utc(year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0): EpochMs | undefined {
  const time = Date.UTC(year, month, day, hour, minute, second)
  return Number.isFinite(time) ? time : undefined
}
