import { defineBlockFormat } from '../../model/format'
import type { AtLine } from '../../model/source'

export interface Uptime {
  /** Seconds since boot; precise to a minute. */
  readonly seconds: AtLine<number>
  /** Time of day as printed. */
  readonly timeText?: string
}

export const uptime = defineBlockFormat<Uptime>({
  id: 'host/uptime',
  title: 'Time since boot',
  command: 'uptime',
  example: ' 10:02:11 up 3 days,  4:12,  2 users,  load average: 0.52, 0.58, 0.59',
  anchors: ['load average:', ' day', ' hour', ' minute', ' week'],
  begins: (line) => secondsOf(line) !== undefined,
  parse(lines) {
    const line = lines.next()
    const seconds = secondsOf(line?.text ?? '')
    if (!line || seconds === undefined) return null
    return {
      seconds: { value: seconds, line: line.number },
      timeText: /^\s*(\d{1,2}:\d\d(?::\d\d)?)\b/.exec(line.text)?.[1],
    }
  },
})

// ` 10:02:11 up 3 days,  4:12,  2 users,  load average: 0.52, 0.58, 0.59`, `... up 4 min, ...`
const UPTIME =
  /^\s*\d{1,2}:\d\d(?::\d\d)? +up +(?:(\d{1,5}) days?, +)?(?:(\d{1,2}):(\d\d)|(\d{1,2}) min|(\d{1,2}) hrs?|(\d{1,2}) secs?)?,? .*load average: /
// `up 3 days, 4 hours, 12 minutes`
const PRETTY = /^\s*up (?:\d{1,5} (?:year|week|day|hour|minute)s?(?:, |\s*$))+$/
const UNITS: Readonly<Record<string, number>> = { year: 31_557_600, week: 604_800, day: 86_400, hour: 3600, minute: 60 }

function secondsOf(text: string): number | undefined {
  if (PRETTY.test(text)) {
    return [...text.matchAll(/(\d{1,5}) (year|week|day|hour|minute)/g)].reduce(
      (sum, found) => sum + Number(found[1]) * (UNITS[found[2] ?? ''] ?? 0),
      0,
    )
  }
  const found = UPTIME.exec(text)
  if (!found) return undefined
  const [days = 0, hours = 0, minutes = 0, onlyMinutes = 0, onlyHours = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  return days * 86_400 + (hours + onlyHours) * 3600 + (minutes + onlyMinutes) * 60 + seconds
}
