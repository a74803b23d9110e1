import type { Core } from 'cytoscape'

interface Painter {
  flushRenderedStyleQueue?: () => void
  drawElements?: (...parts: unknown[]) => void
  drawLayeredElements?: (...parts: unknown[]) => void
  drawCachedElements?: (...parts: unknown[]) => void
}

/** From this many elements on, painting all of them anew takes longer than a frame may. */
const MANY = 900
const REST_MS = 160

/**
 * Empties the list of elements that wait to be measured. It goes by id: a removed element that still waits would keep its
 * successor of the same id from being measured, and texts and lines of it would not be drawn.
 */
export function forgetRemoved(cy: Core): void {
  const core: Core & { renderer?: () => Painter } = cy
  core.renderer?.().flushRenderedStyleQueue?.()
}

/**
 * cytoscape paints elements through bitmaps that it keeps and scales, which blurs small text between two zoom levels. Some
 * hundred elements need no such cache: they are painted anew. A large picture uses it while it is moved, and is painted sharp
 * when it rests. Where the renderer has no such door, nothing changes.
 */
export function drawSharp(cy: Core): void {
  const core: Core & { renderer?: () => Painter } = cy
  const painter = core.renderer?.()
  if (!painter?.drawElements || !painter.drawLayeredElements || !painter.drawCachedElements) return
  const { drawElements, drawLayeredElements, drawCachedElements } = painter
  const use = (sharp: boolean): void => {
    painter.drawLayeredElements = sharp ? drawElements : drawLayeredElements
    painter.drawCachedElements = sharp ? drawElements : drawCachedElements
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  use(true)
  cy.on('viewport', () => {
    if (timer === undefined) {
      if (cy.elements().length < MANY) return
      use(false)
    }
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      use(true)
      cy.forceRender()
    }, REST_MS)
  })
  cy.on('destroy', () => clearTimeout(timer))
}
