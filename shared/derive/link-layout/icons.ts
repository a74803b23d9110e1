import type { Palette } from './palette'
import { stateColor } from './palette'
import type { DrawState } from '../link-graph/types'

/** One stroke or area of an icon on a grid of 12 x 12. */
export interface IconPart {
  readonly d: string
  readonly fill?: string
  readonly stroke?: string
  readonly width?: number
  readonly dash?: string
}

const ring = 'M11.2 6A5.2 5.2 0 1 1 .8 6A5.2 5.2 0 1 1 11.2 6Z'

/** The icon of a state: the second cue beside colour, readable in black and white. */
export function iconParts(state: DrawState, p: Palette): readonly IconPart[] {
  const color = stateColor(state, p)
  switch (state) {
    case 'good':
      return [
        { d: ring, stroke: color, width: 1.2 },
        { d: 'M3.4 6.2L5.2 8.1L8.6 4.1', stroke: color, width: 1.5 },
      ]
    case 'degraded':
      return [
        { d: 'M6 .6L11.8 11.2H.2Z', fill: color },
        { d: 'M6 4.2V7.6M6 8.8V10.1', stroke: p.surface, width: 1.4 },
      ]
    case 'dead':
      return [
        { d: 'M3.6 .5H8.4L11.5 3.6V8.4L8.4 11.5H3.6L.5 8.4V3.6Z', fill: color },
        { d: 'M3.9 3.9L8.1 8.1M8.1 3.9L3.9 8.1', stroke: p.surface, width: 1.5 },
      ]
    case 'unknown':
      return [
        { d: ring, stroke: color, width: 1.3, dash: '1 2.27' },
        { d: 'M4.4 4.8C4.4 2.7 7.6 2.7 7.6 4.6C7.6 5.8 6 5.8 6 7M6 8.2V9.4', stroke: color, width: 1.3 },
      ]
    case 'unchecked':
      return [
        {
          d: 'M2.3 .8H9.7Q11.2 .8 11.2 2.3V9.7Q11.2 11.2 9.7 11.2H2.3Q.8 11.2 .8 9.7V2.3Q.8 .8 2.3 .8Z',
          stroke: color,
          width: 1.2,
          dash: '3 2.2',
        },
        { d: 'M3.5 6H8.5', stroke: color, width: 1.4 },
      ]
    case 'plain':
      return []
  }
}
