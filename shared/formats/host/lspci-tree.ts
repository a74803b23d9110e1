import { defineBlockFormat } from '../../model/format'

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
  anchors: ['-[0'],
  begins: () => false,
  parse: () => null,
})
