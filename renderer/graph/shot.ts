import type { SingularElementArgument } from 'cytoscape'
import type { Extent } from './painter'

/** A canvas of this many pixels is painted and moved well within a frame. */
const MOST_PIXELS = 16e6

export interface Shot extends Extent {
  readonly canvas: HTMLCanvasElement
  /** Where it lies, in px of the drawing. */
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  /** What was left out, to be painted over it. */
  readonly apart: readonly SingularElementArgument[]
  /** Whether it covers what is in sight, at about this scale. */
  serves(extent: Extent, scale: number): boolean
}

/** A picture of the elements: of all of them where it is not too large, else of what is in sight and half as much on each side. */
export function takeShot(
  elements: readonly SingularElementArgument[],
  extent: Extent,
  scale: number,
  paint: (context: CanvasRenderingContext2D, elements: readonly SingularElementArgument[]) => void,
): Shot {
  const apart = elements.filter((element) => element.hasClass('title'))
  const inside = elements.filter((element) => !element.hasClass('title'))
  const whole = boundsOf(inside)
  const area = pixels(whole, scale) <= MOST_PIXELS ? whole : common(whole, wider(extent))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.ceil((area.x2 - area.x1) * scale))
  canvas.height = Math.max(1, Math.ceil((area.y2 - area.y1) * scale))
  const context = canvas.getContext('2d')
  if (context) {
    context.scale(scale, scale)
    context.translate(-area.x1, -area.y1)
    paint(context, inside)
  }
  return {
    ...area,
    canvas,
    x: area.x1,
    y: area.y1,
    w: canvas.width / scale,
    h: canvas.height / scale,
    apart,
    serves(now, at) {
      const seen = common(whole, now)
      const covered = seen.x1 >= area.x1 && seen.y1 >= area.y1 && seen.x2 <= area.x2 && seen.y2 <= area.y2
      return covered && at <= scale * 1.6 && at >= scale / 3
    },
  }
}

const pixels = (area: Extent, scale: number): number => (area.x2 - area.x1) * (area.y2 - area.y1) * scale * scale

function boundsOf(elements: readonly SingularElementArgument[]): Extent {
  const all = { x1: Infinity, y1: Infinity, x2: -Infinity, y2: -Infinity }
  for (const element of elements) {
    const { x1, y1, x2, y2 } = element.boundingBox()
    all.x1 = Math.min(all.x1, x1)
    all.y1 = Math.min(all.y1, y1)
    all.x2 = Math.max(all.x2, x2)
    all.y2 = Math.max(all.y2, y2)
  }
  return all.x1 > all.x2 ? { x1: 0, y1: 0, x2: 1, y2: 1 } : all
}

function wider({ x1, y1, x2, y2 }: Extent): Extent {
  const [w, h] = [(x2 - x1) / 2, (y2 - y1) / 2]
  return { x1: x1 - w, y1: y1 - h, x2: x2 + w, y2: y2 + h }
}

/** The common part; of no size where there is none. */
function common(a: Extent, b: Extent): Extent {
  const [x1, y1] = [Math.max(a.x1, Math.min(b.x1, a.x2)), Math.max(a.y1, Math.min(b.y1, a.y2))]
  return { x1, y1, x2: Math.max(x1, Math.min(a.x2, b.x2)), y2: Math.max(y1, Math.min(a.y2, b.y2)) }
}
