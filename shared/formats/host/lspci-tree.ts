import { defineBlockFormat } from '../../model/format'
import type { LineCursor } from '../../model/format'
import { readPciTree, type PciTreeNode } from './support/pci-tree'

/** `lspci -t`, with or without names. */
export interface LspciTree {
  readonly nodes: readonly PciTreeNode[]
  /** `0000:00`, `0000:60`. */
  readonly roots: readonly string[]
}

export const lspciTree = defineBlockFormat<LspciTree>({
  id: 'host/lspci-tree',
  title: 'PCI tree',
  command: 'lspci -tv',
  example: '-[0000:00]-+-00.0  Intel Corporation Device 09a2',
  anchors: [']-+-', ']---', '-+-['],
  begins: (line) => ROOT.test(line),
  parse(lines, note) {
    const tree = readPciTree(takeTree(lines))
    if (tree.unread.length > 0) for (const line of tree.unread.slice(0, 20)) note.damaged('a line fits no branch', line)
    return { nodes: tree.nodes, roots: tree.roots }
  },
})

// `-[0000:00]-+-00.0  Intel ...`, `-+-[0000:ff]-+-00.0`: the root of one or of several buses
const ROOT = /^-(?:\+-)?\[[0-9a-f]{4,8}:[0-9a-f]{2}\]-/i
const TREE_LINE = /^[ |]*(?:[+\\]-|\|\s*$)/

/** Lines of the tree, those that a terminal wrapped joined again. */
function takeTree(lines: LineCursor): { text: string; number: number }[] {
  const taken: { text: string; number: number }[] = []
  const width = widest(lines)
  let before = 0
  for (let line = lines.peek(); line; line = lines.peek()) {
    const { text, number } = line
    const last = taken.at(-1)
    if (!last || TREE_LINE.test(text)) taken.push({ text, number })
    else if (width >= 79 && before === width && /^\S/.test(text)) last.text += text
    else break
    before = text.length
    lines.next()
  }
  return taken
}

/** Wrapped output has many lines of exactly the width of the terminal. */
function widest(lines: LineCursor): number {
  const lengths: number[] = []
  for (let i = 0; i < 60; i++) {
    const text = lines.peek(i)?.text
    if (text === undefined || text.trim() === '') break
    lengths.push(text.length)
  }
  const most = Math.max(0, ...lengths)
  return lengths.filter((length) => length === most).length >= 2 ? most : 0
}
