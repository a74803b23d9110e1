import { defineRule } from '../../model/rule'
import { sourceRef } from '../../model/source'
import { pairEntity } from '../support/entities'
import { someOf } from '../support/evidence'
import { boardOf, deviceIndex, gpuCells, linkFactsVoid, matrixProvesSwitch, nvCount, productOf } from '../support/links'

const PCIE = /^(?:PIX|PXB|PHB|NODE|SYS|SOC)$/

/** A pair of NVLink GPUs that the matrix joins by PCIe only. */
export const gpuPairWithoutNvlink = defineRule({
  id: 'gpu-pair-without-nvlink',
  area: 'nvlink',
  since: '0.1',
  needs: ['topology'],
  check(node, context) {
    const why = linkFactsVoid(node)
    if (why) return context.notApplicable(why)
    const topology = node.topologies.find((candidate) => candidate.form !== 'matrix-pci')
    if (!topology) return context.notChecked(['topology'], 'nvidia-smi topo -m')
    const names = new Set(node.gpus.map((gpu) => gpu.name?.value))
    const product = node.gpus[0] && productOf(node.gpus[0])
    // A row with more links than any chip has proves the switches, whatever the GPUs are called.
    const proven = matrixProvesSwitch(topology)
    if (!proven) {
      if (node.gpus.every((gpu) => gpu.name === undefined)) return context.notChecked(['gpu.product'], 'nvidia-smi -L')
      if (names.size !== 1 || !product) return context.notApplicable('unknown-product')
      if (!product.nvlink) return context.notApplicable('no-nvlink')
      if (product.nvlink.mesh) return context.notApplicable('mesh')
    }
    const cells = gpuCells(topology).filter((cell) => cell.token !== '')
    const hasNv = cells.some((cell) => nvCount(cell.token) !== undefined)
    // Without an NV# cell and without a legend, -m cannot be told from -mp, which ignores NVLink.
    if (!hasNv && topology.legendHasNvLink !== true)
      return context.notChecked(['topology'], 'nvidia-smi topo -m  (with its legend)')
    const gone = cells.filter(
      (cell) =>
        cell.row < cell.column &&
        PCIE.test(cell.token) &&
        PCIE.test(topology.cells[cell.column]?.[cell.row] || cell.token),
    )
    if (gone.length === 0) return
    const bridged = !proven && product?.bridgeOnly === true
    if (bridged && !hasNv) return context.notApplicable('no-bridge')
    // The only GPU of a partition has no peer at all, so a matrix with pairs and no NV# is a fabric that is down.
    const groups = completeGroups(topology.devices.length, cells)
    const severity = bridged ? 'info' : groups ? 'warning' : 'error'
    const gpus = new Set(gone.flatMap((cell) => [cell.row, cell.column]))
    // A row that the capture cut has no cells: it is not off the fabric.
    const alone = [...gpus].filter((row) => {
      const own = cells.filter((cell) => cell.row === row)
      return own.length > 0 && own.every((cell) => PCIE.test(cell.token))
    })
    const named = (alone.length > 0 && alone.length < gpus.size ? alone : [...gpus]).map(
      (row) => topology.devices[row]?.name ?? '',
    )
    const entities = node.gpus.filter((gpu) => named.some((name) => deviceIndex(name) === gpu.index))
    context.report({
      severity,
      variant: bridged ? 'bridged' : groups ? 'groups' : hasNv ? undefined : 'none',
      on: [
        ...(severity === 'info'
          ? []
          : entities.map((gpu) => ({ kind: 'gpu' as const, id: gpu.id, label: `GPU${gpu.index}` }))),
        ...gone
          .slice(0, 28)
          .map((cell) =>
            pairEntity(node, topology.devices[cell.row]?.name ?? '', topology.devices[cell.column]?.name ?? ''),
          ),
      ],
      evidence: someOf(
        [...gpus]
          .sort((a, b) => a - b)
          .flatMap((row) => {
            const line = topology.devices[row]?.line
            return line === undefined ? [] : [sourceRef(topology.source.document, line)]
          }),
        16,
      ),
      data: {
        node: node.name,
        product: node.gpus[0]?.name?.value ?? 'one kind',
        pairs: gone.length,
        gpus: named.join(', '),
        board: boardOf(node),
      },
    })
  },
})

/** GPUs fall into several groups of two or more that are complete inside: a partitioned fabric, maybe on purpose. */
function completeGroups(devices: number, cells: readonly { row: number; column: number; token: string }[]): boolean {
  const linked = (row: number, column: number): boolean =>
    cells.some((cell) => cell.row === row && cell.column === column && nvCount(cell.token) !== undefined)
  const rows = [...new Set(cells.map((cell) => cell.row))]
  const group = new Map<number, number>()
  for (const row of rows) {
    const found = rows.find((other) => other < row && linked(row, other) && group.get(other) !== undefined)
    group.set(row, found === undefined ? row + devices : (group.get(found) ?? row))
  }
  const sizes = new Map<number, number[]>()
  for (const [row, id] of group) sizes.set(id, [...(sizes.get(id) ?? []), row])
  const members = [...sizes.values()]
  return (
    members.length > 1 &&
    members.every((list) => list.length > 1 && list.every((a) => list.every((b) => a === b || linked(a, b))))
  )
}
