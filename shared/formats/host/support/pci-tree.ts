import { normaliseBusId } from '../../../model/pci-id'

export interface PciTreeNode {
  /** Normalised. */
  readonly busId: string
  /** The bridge above; undefined right below a root bus. */
  readonly parent?: string
  /** Buses below, of a bridge. */
  readonly secondaryBus?: number
  readonly subordinateBus?: number
  readonly name?: string
  readonly line: number
}

interface TextLine {
  readonly text: string
  readonly number: number
}

/** The bus that children of a branch stand on. */
interface Place {
  readonly domain: string
  readonly bus: string
  readonly parent?: string
}

type Growing = { -readonly [key in keyof PciTreeNode]: PciTreeNode[key] }

const NODE = /([0-9a-f]{2}\.[0-7])/iy
const RANGE = /-\[(?:([0-9a-f]{4,8}):)?([0-9a-f]{2})(?:-([0-9a-f]{2}))?\]/iy
const DASHES = /-+/y

/**
 * Reads the drawing of `lspci -t`. A `+` or `\` at the head of a line is a child of the branch that opened in its column; the bus of
 * a child is the secondary bus in the brackets before the branch.
 */
export function readPciTree(lines: readonly TextLine[]): {
  readonly nodes: readonly PciTreeNode[]
  readonly roots: readonly string[]
  readonly unread: readonly TextLine[]
} {
  const reader = new TreeReader()
  const unread = lines.filter((line) => line.text.trim() !== '|' && !reader.line(line))
  return { nodes: reader.nodes, roots: reader.roots, unread: unread }
}

class TreeReader {
  readonly nodes: Growing[] = []
  readonly roots: string[] = []
  /** Column of a branch mark -> the bus its children are on; null for the trunk that holds the roots. */
  readonly #branches = new Map<number, Place | null>()

  line(line: TextLine): boolean {
    const { text, number } = line
    const start = /^[ |]*/.exec(text)?.[0].length ?? 0
    const mark = text[start]
    if (mark !== '-' && mark !== '+' && mark !== '\\') return false
    let place: Place | null = null
    if (mark !== '-') {
      const branch = this.#branches.get(start)
      if (branch === undefined) return false
      place = branch
    }
    return this.#walk(text, mark === '-' ? start : start + 1, place, number)
  }

  #walk(text: string, from: number, start: Place | null, line: number): boolean {
    let at = from
    let place = start
    let node: Growing | undefined
    let seen = false
    for (;;) {
      const range = matchAt(RANGE, text, at)
      if (range) {
        place = this.#bus(range, place, node)
        if (!place) return seen
        node = undefined
        seen = true
        at += range[0].length
        continue
      }
      const dashes = matchAt(DASHES, text, at)
      if (dashes) {
        // The last dash may belong to `-[`.
        at += dashes[0].length - (text[at + dashes[0].length] === '[' && dashes[0].length > 1 ? 1 : 0)
        if (text[at] === '[' && dashes[0].length === 1) return seen
        continue
      }
      if (text[at] === '+') {
        this.#branches.set(at, place)
        at++
        continue
      }
      const found = node ? null : matchAt(NODE, text, at)
      if (!found || !place) {
        if (node) setName(node, text.slice(at))
        return seen
      }
      const busId = normaliseBusId(`${place.domain}:${place.bus}:${found[1] ?? ''}`)
      if (busId === undefined) return seen
      node = { busId, parent: place.parent, line }
      this.nodes.push(node)
      seen = true
      at += found[0].length
    }
  }

  /** `[0000:ff]` is a root bus, `[61-67]` the buses below the node before it. */
  #bus(range: RegExpExecArray, place: Place | null, node: Growing | undefined): Place | null {
    const bus = (range[2] ?? '').toLowerCase()
    if (range[1] !== undefined) {
      const domain = range[1].toLowerCase()
      this.roots.push(`${domain}:${bus}`)
      return { domain, bus }
    }
    if (!place || !node) return null
    node.secondaryBus = parseInt(bus, 16)
    node.subordinateBus = parseInt(range[3] ?? bus, 16)
    return { domain: place.domain, bus, parent: node.busId }
  }
}

function setName(node: Growing, rest: string): void {
  const name = rest.trim()
  if (name !== '') node.name = name
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at
  return form.exec(text)
}
