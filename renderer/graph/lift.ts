import type { Core, SingularElementArgument } from 'cytoscape'
import { MANY, painterOf } from './painter'

/** How often what lies below may be painted anew while a box is held. */
const BELOW_MS = 120

export interface Lift {
  /** These were moved: they are painted above the rest from now on. `below`: something that stays below has changed too. */
  moved(elements: readonly SingularElementArgument[], below: boolean): void
  end(): void
}

/**
 * Two canvases lie over each other: cytoscape paints a grabbed node on the upper one, and the lower one again only when it is
 * told so, which any change of any element does. In a large picture what goes along with a box is lifted to the upper canvas,
 * and the lower one waits.
 */
export function liftOver(cy: Core): Lift | undefined {
  const painter = painterOf(cy)
  const hint = painter?.redrawHint
  if (cy.elements().length < MANY || !painter || !hint || !painter.updateCachedGrabbedEles) return undefined
  const above = new Set<string>()
  let painted = performance.now()
  painter.redrawHint = (layer, on) => {
    if (layer !== 'eles') hint.call(painter, layer, on)
  }
  return {
    moved(elements, below) {
      const fresh = elements.filter((element) => !above.has(element.id()))
      for (const element of fresh) {
        above.add(element.id())
        scratchOf(element).inDragLayer = true
      }
      if (fresh.length > 0) painter.updateCachedGrabbedEles?.()
      const now = performance.now()
      if (fresh.length === 0 && !(below && now - painted > BELOW_MS)) return
      painted = now
      hint.call(painter, 'eles', true)
    },
    end() {
      painter.redrawHint = hint
      for (const id of above) {
        const element = cy.getElementById(id)
        if (element.nonempty()) scratchOf(element).inDragLayer = false
      }
      painter.updateCachedGrabbedEles?.()
      hint.call(painter, 'eles', true)
      cy.forceRender()
    },
  }
}

/** Where the renderer notes which canvas an element is painted on; an empty note where this version keeps none. */
function scratchOf(element: SingularElementArgument): { inDragLayer?: boolean } {
  const own = element as { readonly 0?: { readonly _private?: { readonly rscratch?: { inDragLayer?: boolean } } } }
  return own[0]?._private?.rscratch ?? {}
}
