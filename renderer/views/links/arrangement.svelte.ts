import { isolate, moveTo, neighboursOf, type LinkLayout, type Moves } from '@shared/derive/link-layout'
import { notes } from '../../state/notes.svelte'
import { none, nothing, readMoves, toggled, withSet, without, type SetsOfNodes } from './arrangement-sets'

/** What the user made of the drawing of the nodes: hidden, pinned and opened parts for this window, moved boxes in the case notes. */
export class Arrangement {
  #hidden = $state.raw<SetsOfNodes>(none)
  #pinned = $state.raw<SetsOfNodes>(none)
  #expanded = $state.raw<SetsOfNodes>(none)
  unlocked = $state(false)
  /** NVSwitch fabrics pair by pair. */
  direct = $state(false)

  hidden(node: string): ReadonlySet<string> {
    return this.#hidden.get(node) ?? nothing
  }
  pinned(node: string): ReadonlySet<string> {
    return this.#pinned.get(node) ?? nothing
  }
  expanded(node: string): ReadonlySet<string> {
    return this.#expanded.get(node) ?? nothing
  }

  hide(node: string, id: string): void {
    this.#hidden = withSet(this.#hidden, node, [...this.hidden(node), id])
  }
  isolate(node: string, layout: LinkLayout, id: string): void {
    this.#hidden = withSet(this.#hidden, node, isolate(layout, id, this.pinned(node)))
  }
  showNeighbours(node: string, layout: LinkLayout, id: string): void {
    const shown = neighboursOf(layout, id)
    this.#hidden = withSet(this.#hidden, node, without(this.hidden(node), [id, ...shown]))
  }
  showAll(node: string): void {
    this.#hidden = withSet(this.#hidden, node, nothing)
  }
  togglePin(node: string, id: string): void {
    this.#pinned = withSet(this.#pinned, node, toggled(this.pinned(node), id))
  }
  toggleStack(node: string, id: string): void {
    this.#expanded = withSet(this.#expanded, node, toggled(this.expanded(node), id))
  }

  moves(node: string, density: string): Moves {
    return readMoves(notes.now.layout['links'])[`${node}/${density}`] ?? {}
  }
  /** One drag is one step of undo. */
  move(node: string, layout: LinkLayout, id: string, dx: number, dy: number): void {
    const box = layout.boxes.find((item) => item.id === id)
    if (!box) return
    const { [id]: old, ...others } = this.moves(node, layout.density)
    const moved = moveTo(box, dx, dy)
    if (old?.[0] === moved?.[0] && old?.[1] === moved?.[1]) return
    this.#keep(node, layout.density, moved === undefined ? others : { ...others, [id]: moved })
  }
  reset(node: string, density: string): void {
    this.#keep(node, density, {})
  }
  #keep(node: string, density: string, moves: Moves): void {
    const { [`${node}/${density}`]: _old, ...others } = readMoves(notes.now.layout['links'])
    const kept = Object.keys(moves).length === 0 ? others : { ...others, [`${node}/${density}`]: moves }
    const { links: _links, ...layout } = notes.now.layout
    notes.change({ layout: Object.keys(kept).length === 0 ? layout : { ...layout, links: JSON.stringify(kept) } })
  }
}
