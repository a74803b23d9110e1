import type { Core, ElementDefinition } from 'cytoscape'
import { painterOf } from './painter'

/** Up to this many come at once. */
const AT_ONCE = 300
/** Else elements that are styled and measured well within a long task. */
const PIECE = 250

export interface Arrival {
  /** What is drawn at once. */
  readonly first: ElementDefinition[]
  /** Adds the rest, a piece in each frame, then calls `done`; with nothing left, it is done at once. */
  begin(cy: Core, done: () => void): void
  /** Adds no more. */
  stop(): void
}

/**
 * The elements in their order, so that an edge never comes before its ends. The first piece is painted, then all: painting
 * what is there again with each piece would take longer than the pieces do.
 */
export function inPieces(elements: ElementDefinition[]): Arrival {
  let at = elements.length <= AT_ONCE ? elements.length : PIECE
  let frame: number | undefined
  let paintAgain: (() => void) | undefined
  const hold = (cy: Core): void => {
    const painter = painterOf(cy)
    const hint = painter?.redrawHint
    if (!painter || !hint || paintAgain) return
    painter.redrawHint = (layer, on) => {
      if (layer !== 'eles') hint.call(painter, layer, on)
    }
    paintAgain = () => {
      painter.redrawHint = hint
      hint.call(painter, 'eles', true)
      paintAgain = undefined
    }
  }
  return {
    first: elements.slice(0, at),
    begin(cy, done) {
      const next = (): void => {
        if (at >= elements.length) {
          frame = undefined
          paintAgain?.()
          done()
          return
        }
        frame = requestAnimationFrame(() => {
          const piece = elements.slice(at, at + PIECE)
          at += PIECE
          if (at < elements.length) hold(cy)
          else paintAgain?.()
          cy.batch(() => cy.add(piece))
          next()
        })
      }
      next()
    },
    stop() {
      if (frame !== undefined) cancelAnimationFrame(frame)
      paintAgain?.()
    },
  }
}
