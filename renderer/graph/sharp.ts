import type { Core } from 'cytoscape'
import { MANY, painterOf } from './painter'
import { takeShot, type Shot } from './shot'

const REST_MS = 160

/**
 * Empties the list of elements that wait to be measured. It goes by id: a removed element that still waits would keep its
 * successor of the same id from being measured, and texts and lines of it would not be drawn.
 */
export function forgetRemoved(cy: Core): void {
  painterOf(cy)?.flushRenderedStyleQueue?.()
}

/**
 * cytoscape paints elements through bitmaps of each that it keeps and scales, which blurs small text between two zoom levels
 * and takes long to build. Some hundred elements need no such cache: they are painted anew. A large picture is painted once
 * when it begins to move, that picture is moved, and all is painted sharp when it rests. One step, as after fitting, is no
 * movement. Where the renderer has no such door, nothing changes.
 */
export function drawSharp(cy: Core): void {
  const painter = painterOf(cy)
  const paint = painter?.drawElements
  if (!painter || !paint || !painter.drawLayeredElements || !painter.drawCachedElements) return
  let shot: Shot | undefined
  let moving = false
  let timer: ReturnType<typeof setTimeout> | undefined
  painter.drawCachedElements = (context, elements) => {
    paint.call(painter, context, elements)
  }
  painter.drawLayeredElements = (context, elements, pixelRatio = 1, extent) => {
    // A picture for a file is painted on another canvas, with no extent.
    if (!moving || !extent) {
      paint.call(painter, context, elements)
      return
    }
    const scale = cy.zoom() * pixelRatio
    if (!shot?.serves(extent, scale))
      shot = takeShot(elements, extent, scale, (onto, all) => {
        paint.call(painter, onto, all)
      })
    context.drawImage(shot.canvas, shot.x, shot.y, shot.w, shot.h)
    // Row titles do not move along.
    paint.call(painter, context, shot.apart)
  }
  const rest = (): void => {
    timer = undefined
    shot = undefined
    if (!moving) return
    moving = false
    cy.forceRender()
  }
  cy.on('viewport', () => {
    if (timer !== undefined && cy.elements().length >= MANY) moving = true
    clearTimeout(timer)
    timer = setTimeout(rest, REST_MS)
  })
  // What changes while the picture moves is seen at once.
  cy.on('add remove data', () => (shot = undefined))
  cy.on('destroy', () => clearTimeout(timer))
}
