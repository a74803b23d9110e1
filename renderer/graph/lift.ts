import type { Core, NodeSingular, SingularElementArgument } from 'cytoscape'
import { MANY, painterOf, type Painter } from './painter'

/** How often what lies below may be painted anew while a box is held. */
const BELOW_MS = 120

export interface Lift {
  /** These went along with the box. `below`: something that stays below has changed too. */
  moved(elements: readonly SingularElementArgument[], below: boolean): void
  end(): void
}

/**
 * Two canvases lie over each other, and cytoscape paints a grabbed node and all its neighbours on the upper one: over their own
 * text, which is other nodes. While a box is held we say what is painted where. In a small picture that is all on the lower
 * one, in its order; in a large one what moves is lifted to the upper one in its order, and the rest is painted again only
 * where something of it has changed.
 */
export function liftOver(cy: Core, held: NodeSingular): Lift | undefined {
  const painter = painterOf(cy)
  const { redrawHint: hint, updateCachedGrabbedEles: usual } = painter ?? {}
  if (!painter || !hint || !usual) return undefined
  const large = cy.elements().length >= MANY
  const above = new Set<string>(large ? [held, ...held.connectedEdges()].map((element) => element.id()) : [])
  let painted = 0
  painter.updateCachedGrabbedEles = () => {
    part(painter, above)
  }
  if (large)
    painter.redrawHint = (layer, on) => {
      if (layer !== 'eles') hint.call(painter, layer, on)
    }
  return {
    moved(elements, below) {
      const fresh = large ? elements.filter((element) => !above.has(element.id())) : []
      for (const element of fresh) above.add(element.id())
      const now = performance.now()
      const first = painted === 0
      if (first || fresh.length > 0) part(painter, above)
      if (large && !first && fresh.length === 0 && !(below && now - painted > BELOW_MS)) return
      painted = now
      hint.call(painter, 'eles', true)
    },
    end() {
      painter.redrawHint = hint
      painter.updateCachedGrabbedEles = usual
      usual.call(painter)
      hint.call(painter, 'eles', true)
      hint.call(painter, 'drag', true)
      cy.forceRender()
    },
  }
}

function part(painter: Painter, above: ReadonlySet<string>): void {
  const elements = painter.cachedZSortedEles
  if (!elements) return
  elements.drag = elements.filter((element) => above.has(element.id()))
  elements.nondrag = elements.filter((element) => !above.has(element.id()))
}
