import type { Node } from '../../model/node'
import { defineRule, type RuleContext } from '../../model/rule'
import type { Topology } from '../../model/topology'
import { sourceRef } from '../../model/source'
import { gpuEntity, gpuLabel, pairEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { deviceIndex, gpuCells, linkFactsVoid, matrixProvesSwitch, nvCount, productOf } from '../support/links'

/** The two directions of a pair differ, or the rows of an NVSwitch machine do: the GPU with the lower row has lost links. */
export const nvlinkAsymmetricPair = defineRule({
  id: 'nvlink-asymmetric-pair',
  area: 'nvlink',
  since: '0.1',
  needs: ['gpus', 'topology'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const topology = node.topologies.find((candidate) => candidate.form !== 'matrix-pci')
    if (!topology) return context.notChecked(['topology'], 'nvidia-smi topo -m')
    if (topology.damaged) return context.notChecked(['topology'], 'nvidia-smi topo -m  (this one is cut or glued)')
    const cells = gpuCells(topology).filter((cell) => cell.token !== '')
    const nvCells = cells.filter((cell) => nvCount(cell.token) !== undefined)
    if (nvCells.length === 0) return context.notApplicable('no-nvlink')
    const at = (row: number, column: number): string => topology.cells[row]?.[column] ?? ''
    const oneSided = cells.filter(
      (cell) => cell.row < cell.column && at(cell.column, cell.row) !== '' && at(cell.column, cell.row) !== cell.token,
    )
    const uneven = oneSided.filter(
      (cell) => nvCount(cell.token) !== undefined || nvCount(at(cell.column, cell.row)) !== undefined,
    )
    const products = node.gpus.map(productOf)
    const direct = products.some((product) => product?.bridgeOnly === true || product?.nvlink?.mesh === true)
    // Without a mesh or bridges every row of an NVSwitch machine shows one number; rows that differ name the sick GPU.
    const rows = new Map<number, number>()
    for (const cell of nvCells) rows.set(cell.row, Math.max(rows.get(cell.row) ?? 0, nvCount(cell.token) ?? 0))
    const best = Math.max(...rows.values())
    const known =
      matrixProvesSwitch(topology) ||
      (products.length > 0 &&
        products.every((product) => product?.nvlink !== undefined && !product.bridgeOnly && !product.nvlink.mesh))
    const full = cells.every((cell) => nvCount(cell.token) !== undefined)
    const low = known && !direct && full ? [...rows].filter(([, count]) => count < best).map(([row]) => row) : []
    const pairs = direct ? [] : uneven
    if (pairs.length === 0 && low.length === 0) return oddPair(node, topology, context)
    // Blame the rows with the lower number: there the driver counted fewer links that reach a switch.
    const lower = pairs.map((cell) =>
      (nvCount(cell.token) ?? 0) < (nvCount(at(cell.column, cell.row)) ?? 0) ? cell.row : cell.column,
    )
    const suspects = [...new Set([...low, ...lower])].sort((a, b) => a - b)
    const lines = [...new Set([...suspects, ...pairs.flatMap((cell) => [cell.row, cell.column])])]
    const sick = node.gpus.filter((gpu) =>
      suspects.some((row) => deviceIndex(topology.devices[row]?.name ?? '') === gpu.index),
    )
    const first = pairs[0]
    const [a, b] = first
      ? [first.row, first.column]
      : [suspects[0] ?? 0, nvCells.find((cell) => nvCount(cell.token) === best)?.row ?? 0]
    context.report({
      severity: 'error',
      variant: first ? undefined : 'rows',
      on: [
        ...sick.map(gpuEntity),
        ...pairs.map((cell) =>
          pairEntity(node, topology.devices[cell.row]?.name ?? '', topology.devices[cell.column]?.name ?? ''),
        ),
      ],
      evidence: someOf(
        [...lines, ...(first ? [] : [b])].flatMap((row) => {
          const line = topology.devices[row]?.line
          return line === undefined ? [] : [sourceRef(topology.source.document, line)]
        }),
      ),
      data: {
        node: node.name,
        gpus: sick.map(gpuLabel).join(', '),
        from: topology.devices[a]?.name ?? '',
        to: topology.devices[b]?.name ?? '',
        there: first ? first.token : `NV${rows.get(a) ?? 0}`,
        back: first ? at(first.column, first.row) : `NV${best}`,
        count: pairs.length,
      },
    })
  },
})

/**
 * GPUs joined in pairs only, of no known product: every pair should count alike. One that counts less than at least two others has lost
 * links or bridges; which, only the product would tell.
 */
function oddPair(node: Node, topology: Topology, context: RuleContext): void {
  if (node.gpus.some((gpu) => gpu.product !== undefined)) return
  const pairs = gpuCells(topology).flatMap((cell) => {
    const count = nvCount(cell.token)
    return count !== undefined && cell.row < cell.column ? [{ ...cell, count }] : []
  })
  const partners = new Set(pairs.flatMap((pair) => [pair.row, pair.column]))
  if (pairs.length < 3 || partners.size !== pairs.length * 2) return
  const most = Math.max(...pairs.map((pair) => pair.count))
  const normal = pairs.filter((pair) => pair.count === most)
  const odd = pairs.filter((pair) => pair.count < most)
  const first = odd[0]
  const usual = normal[0]
  if (!first || !usual || normal.length < 2 || odd.length > normal.length) return
  const name = (row: number): string => topology.devices[row]?.name ?? ''
  context.report({
    severity: 'warning',
    variant: 'odd',
    on: odd.map((pair) => pairEntity(node, name(pair.row), name(pair.column))),
    evidence: someOf(
      [...odd.flatMap((pair) => [pair.row, pair.column]), usual.row].flatMap((row) => {
        const line = topology.devices[row]?.line
        return line === undefined ? [] : [sourceRef(topology.source.document, line)]
      }),
    ),
    data: {
      node: node.name,
      gpus: odd.map((pair) => `${name(pair.row)}-${name(pair.column)}`).join(', '),
      from: name(first.row),
      to: name(first.column),
      there: first.token,
      back: usual.token,
      count: odd.length,
    },
  })
}
