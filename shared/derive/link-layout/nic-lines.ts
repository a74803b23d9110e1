import type { GraphNic } from '../link-graph/types'
import type { Pen } from './pen'
import { rateText } from './rate'
import { cutMono, monoWidth, textWidth } from './text-width'
import type { TextLine } from './types'

/** What a stack says below its name: how many, at which rate. */
export function stackLine(pen: Pen, nics: readonly GraphNic[], mixed: boolean): string {
  const rate = nics[0]?.gigabitsPerSecond
  if (mixed || nics.some((nic) => nic.gigabitsPerSecond !== rate)) return `${String(nics.length)} × ${pen.words.mixed}`
  return `${String(nics.length)} × ${rate === undefined ? '?' : rateText(rate)}`
}

/** Device and rate below the name of an adapter; that its port is down stands in place of the rate. */
export function deviceLines(
  nic: GraphNic,
  x: number,
  y: number,
  w: number,
  common: number | undefined,
  down: string,
): TextLine[] {
  const device = nic.device ?? nic.netdev
  const lines: TextLine[] = []
  const room = w - 15
  const rate =
    nic.state === 'dead'
      ? down
      : nic.gigabitsPerSecond !== undefined && nic.gigabitsPerSecond !== common
        ? rateText(nic.gigabitsPerSecond)
        : undefined
  const rateRoom = rate === undefined ? 0 : textWidth(rate, 10) + 5
  // A device name of another kind says more than the speed: speed goes first.
  const showRate =
    rate !== undefined && (device === undefined || nic.state === 'dead' || monoWidth(device, 10) + rateRoom <= room)
  if (device !== undefined)
    lines.push({
      text: cutMono(device, 10, room - (showRate ? rateRoom : 0)),
      x: x + 8,
      y: y + 30,
      size: 10,
      anchor: 'start',
      tone: 'text-2',
      mono: true,
    })
  if (showRate)
    lines.push({
      text: rate,
      x: x + w - 7,
      y: y + 30,
      size: 10,
      anchor: 'end',
      tone: nic.state === 'dead' ? 'dead' : 'text-2',
    })
  return lines
}
