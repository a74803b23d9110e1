import type { FactSheet } from '../compare'
import { gpuField, type GpuField } from '../../model/gpu'
import type { Node } from '../../model/node'
import { columnOf } from './columns'
import type { FleetColumn, Grouping } from './types'

/** More groups than this are no grouping but a name of each node. */
const MOST = 24

/** What several nodes share because they stand together: a chassis, a fabric, a subnet manager. */
const SHARED: readonly GpuField[] = ['chassisSerial', 'fabric.clusterUuid', 'fabric.cliqueId']

/**
 * Nodes by equal facts. A column groups when it has at least two values that at least two nodes share each; columns that split the
 * fleet the same way (driver, CUDA, fabric manager after an upgrade of half of it) are one grouping.
 */
export function groupingsOf(
  nodes: readonly Node[],
  sheets: readonly FactSheet[],
  columns: readonly FleetColumn[],
): readonly Grouping[] {
  const open = new Set(columns.filter(({ differs }) => differs).map(({ id }) => id))
  const byColumn = new Map<string, Map<string, Set<string>>>()
  const put = (column: string, node: string, value: string): void => {
    const values = byColumn.get(column) ?? new Map<string, Set<string>>()
    byColumn.set(column, values)
    values.set(node, (values.get(node) ?? new Set()).add(value))
  }
  for (const { node, facts } of sheets) {
    for (const fact of facts) {
      const column = columnOf(fact)
      if (open.has(column) && fact.kind === 'configuration') put(column, node, fact.value)
    }
  }
  for (const node of nodes) {
    for (const field of SHARED) {
      const [first] = node.gpus
      const value = first ? gpuField(first, field)?.value.trim() : undefined
      if (value !== undefined && /[1-9a-f]/i.test(value) && !/^\[?n\/a\]?$/i.test(value)) put(field, node.id, value)
    }
    for (const nic of node.nics) if (nic.smLid) put('nic.smLid', node.id, String(nic.smLid.value))
  }
  const found = new Map<
    string,
    {
      columns: string[]
      readonly parts: ReadonlyMap<string, readonly string[]>
      readonly texts: ReadonlyMap<string, string>[]
    }
  >()
  for (const [column, values] of byColumn) {
    const parts = new Map<string, string[]>()
    const texts = new Map<string, string>()
    for (const [node, set] of values) {
      const text = [...set].sort().join(', ')
      texts.set(node, text)
      const part = parts.get(text)
      if (part) part.push(node)
      else parts.set(text, [node])
    }
    const shared = [...parts.values()].filter((part) => part.length > 1)
    if (shared.length < 2 || parts.size > MOST) continue
    const split = [...parts.values()]
      .map((part) => part.join('|'))
      .sort()
      .join('\n')
    const known = found.get(split)
    if (known) {
      known.columns.push(column)
      known.texts.push(texts)
    } else found.set(split, { columns: [column], parts, texts: [texts] })
  }
  return [...found.values()].map(({ columns: ids, parts, texts }) => ({
    columns: ids,
    groups: [...parts.values()]
      .map((part) => ({ nodes: part, values: texts.map((text) => text.get(part[0] ?? '') ?? '') }))
      .sort((a, b) => b.nodes.length - a.nodes.length),
  }))
}
