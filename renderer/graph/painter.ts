import type { Core, SingularElementArgument } from 'cytoscape'

/** Paints elements on a canvas whose transformation is set; `extent` is what of the drawing is in sight. */
export type PaintElements = (
  context: CanvasRenderingContext2D,
  elements: readonly SingularElementArgument[],
  pixelRatio?: number,
  extent?: Extent,
) => void

/** In px of the drawing. */
export interface Extent {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/**
 * What of cytoscape's canvas renderer is used beside its documented interface. Each part may be missing in another version:
 * then the picture is drawn as cytoscape would draw it by itself, slower or less sharp.
 */
export interface Painter {
  flushRenderedStyleQueue?: () => void
  drawElements?: PaintElements
  drawLayeredElements?: PaintElements
  drawCachedElements?: PaintElements
  redrawHint?: (layer: string, on: boolean) => void
  /** Says which elements are painted on the canvas of grabbed ones. */
  updateCachedGrabbedEles?: () => void
  cachedZSortedEles?:
    (SingularElementArgument[] & { drag?: SingularElementArgument[]; nondrag?: SingularElementArgument[] }) | null
}

export function painterOf(cy: Core): Painter | undefined {
  const core: Core & { renderer?: () => Painter } = cy
  return core.renderer?.()
}

/** From this many elements on, painting all of them anew takes longer than a frame may. */
export const MANY = 900
