import type { Core, NodeSingular } from 'cytoscape'
import { moveBoxes, type LinkLayout } from '@shared/derive/link-layout'
import { followMove } from './follow'
import { liftOver, type Lift } from './lift'

/**
 * Dragging of boxes. Only shapes can be taken; their text, icons, lanes, lines and the labels of those follow, and let the
 * pointer through meanwhile.
 */
export function dragTogether(
  cy: Core,
  layoutNow: () => LinkLayout,
  onmove: ((id: string, by: { readonly dx: number; readonly dy: number }) => void) | undefined,
): { unlock(on: boolean): void; refresh(): void } {
  let unlocked = false
  let start: { readonly id: string; readonly x: number; readonly y: number; readonly layout: LinkLayout } | undefined
  let shown = layoutNow()
  let lift: Lift | undefined
  const letGo = (): void => {
    lift?.end()
    lift = undefined
  }
  const refresh = (): void => {
    start = undefined
    letGo()
    cy.autoungrabify(!unlocked)
    cy.batch(() => {
      cy.nodes('.hit').toggleClass('movable', unlocked)
      cy.nodes().not('.hit').ungrabify()
      cy.nodes('.part').toggleClass('through', unlocked)
    })
  }
  cy.on('grab', 'node', (event) => {
    const node: NodeSingular = event.target
    shown = layoutNow()
    start = { id: node.id(), ...node.position(), layout: shown }
    letGo()
    lift = liftOver(cy, node)
  })
  cy.on('drag', 'node', (event) => {
    const node: NodeSingular = event.target
    if (!start || node.id() !== start.id) return
    const { x, y } = node.position()
    // The same moving as after the release: what is seen under way is what will stay.
    const next = moveBoxes(start.layout, { [start.id]: [x - start.x, y - start.y] })
    const { moved, resized } = followMove(cy, shown, next, start.id)
    lift?.moved(moved, resized)
    shown = next
  })
  cy.on('free', 'node', (event) => {
    const node: NodeSingular = event.target
    const from = start
    start = undefined
    letGo()
    if (!from || node.id() !== from.id) return
    const { x, y } = node.position()
    if (Math.abs(x - from.x) > 1 || Math.abs(y - from.y) > 1) onmove?.(from.id, { dx: x - from.x, dy: y - from.y })
  })
  return {
    unlock(on) {
      unlocked = on
      refresh()
    },
    refresh,
  }
}
