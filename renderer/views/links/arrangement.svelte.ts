import { isolate, moveTo, neighboursOf, type LinkLayout, type Moves } from '@shared/derive/link-layout'
import { notes } from '../../state/notes.svelte'

const nothing: ReadonlySet<string> = new Set()

type Kept = Readonly<Record<string, Moves>>

/** Text of the case notes -> moves by `node/density`. A text that is none of ours moves nothing. */
export function readMoves(text: string | undefined): Kept {
  const result: Record<string, Moves> = {}
  let value: unknown
  try {
    value = JSON.parse(text ?? '{}')
  } catch {
    return result
  }
  if (typeof value !== 'object' || value === null) return result
  for (const [place, moves] of Object.entries(value)) {
    if (typeof moves !== 'object' || moves === null) continue
    const good: Record<string, readonly [number, number]> = {}
    for (const [id, move] of Object.entries(moves)) {
      if (!Array.isArray(move)) continue
      const [dx, dy]: unknown[] = move
      if (isStep(dx) && isStep(dy)) good[id] = [dx, dy]
    }
    result[place] = good
  }
  return result
}

function isStep(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 4000
}

/** What the user made of the drawing of the nodes: hidden, pinned and opened parts for this window, moved boxes in the case notes. */
export class Arrangement {
  #hidden = $state.raw<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  #pinned = $state.raw<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  #expanded = $state.raw<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
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
    this.#hidden = new Map(this.#hidden).set(node, new Set([...this.hidden(node), id]))
  }
  isolate(node: string, layout: LinkLayout, id: string): void {
    this.#hidden = new Map(this.#hidden).set(node, isolate(layout, id, this.pinned(node)))
  }
  showNeighbours(node: string, layout: LinkLayout, id: string): void {
    const shown = neighboursOf(layout, id)
    this.#hidden = new Map(this.#hidden).set(
      node,
      new Set([...this.hidden(node)].filter((other) => other !== id && !shown.has(other))),
    )
  }
  showAll(node: string): void {
    this.#hidden = new Map(this.#hidden).set(node, nothing)
  }
  togglePin(node: string, id: string): void {
    this.#pinned = new Map(this.#pinned).set(node, toggled(this.pinned(node), id))
  }
  toggleStack(node: string, id: string): void {
    this.#expanded = new Map(this.#expanded).set(node, toggled(this.expanded(node), id))
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

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
