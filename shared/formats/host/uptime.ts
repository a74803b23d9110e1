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
  anchors: ['load average:'],
  begins: () => false,
  parse: () => null,
})
