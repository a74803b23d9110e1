import type { Core, NodeSingular } from 'cytoscape'

/** Dragging of boxes. Only shapes can be taken; their text, icons and lanes follow, and let the pointer through meanwhile. */
export function dragTogether(
  cy: Core,
  onmove: ((id: string, by: { readonly dx: number; readonly dy: number }) => void) | undefined,
): { unlock(on: boolean): void; refresh(): void } {
  let unlocked = false
  let start: { readonly id: string; readonly x: number; readonly y: number } | undefined
  let last = { x: 0, y: 0 }
  const company = (id: string) =>
    cy.nodes().filter((node) => node.id() !== id && (node.data('on') === id || node.id().startsWith(`${id}#`)))
  const refresh = (): void => {
    cy.autoungrabify(!unlocked)
    cy.batch(() => {
      cy.nodes('.hit').toggleClass('movable', unlocked)
      cy.nodes().not('.hit').ungrabify()
      cy.nodes('.part').toggleClass('through', unlocked)
    })
  }
  cy.on('grab', 'node', (event) => {
    const node: NodeSingular = event.target
    start = { id: node.id(), ...node.position() }
    last = { ...node.position() }
  })
  cy.on('drag', 'node', (event) => {
    const node: NodeSingular = event.target
    if (node.id() !== start?.id) return
    const { x, y } = node.position()
    company(node.id()).shift({ x: x - last.x, y: y - last.y })
    last = { x, y }
  })
  cy.on('free', 'node', (event) => {
    const node: NodeSingular = event.target
    const from = start
    start = undefined
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
