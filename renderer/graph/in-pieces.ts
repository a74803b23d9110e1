import type { Core, ElementDefinition } from 'cytoscape'

/** Up to this many come at once: a node of 8 GPUs and its NICs. */
const AT_ONCE = 600
/** Else elements that are styled, measured and painted beside those before them well within a long task. */
const PIECE = 320

export interface Arrival {
  /** What is drawn at once. */
  readonly first: ElementDefinition[]
  /** Draws the rest, a piece in each frame, then calls `done`; called again or with nothing left, it is done at once. */
  begin(cy: Core, done: () => void): void
  /** Draws no more. */
  stop(): void
}

/** The elements in their order, so that an edge never comes before its ends. */
export function inPieces(elements: ElementDefinition[]): Arrival {
  let at = elements.length <= AT_ONCE ? elements.length : PIECE
  let frame: number | undefined
  return {
    first: elements.slice(0, at),
    begin(cy, done) {
      const next = (): void => {
        if (at >= elements.length) {
          frame = undefined
          done()
          return
        }
        frame = requestAnimationFrame(() => {
          const piece = elements.slice(at, at + PIECE)
          at += PIECE
          cy.batch(() => cy.add(piece))
          next()
        })
      }
      next()
    },
    stop() {
      if (frame !== undefined) cancelAnimationFrame(frame)
    },
  }
}
