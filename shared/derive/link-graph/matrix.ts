import { gpuById, findGpu } from '../../knowledge/gpus'
import type { Node } from '../../model/node'
import type { GigabytesPerSecond } from '../../model/units'
import type { SourceRef } from '../../model/source'
import { nvCount, pcieToken } from './cells'
import type { DrawState, LinkGraph } from './types'

/** What a token says of the path, in order of nearness; `nv` is not about PCIe. */
export type CellKind = 'self' | 'nv' | 'pix' | 'pxb' | 'phb' | 'node' | 'sys' | 'unknown' | 'other'

export interface MatrixDevice {
  readonly name: string
  /** Local id in the graph. */
  readonly id?: string
  readonly note?: string
  readonly numa?: string
  readonly cores?: string
  /** A thick line stands before this device: another NUMA node, or the first NIC. */
  readonly border: boolean
  readonly source?: SourceRef
}

export interface MatrixCell {
  readonly row: number
  readonly column: number
  readonly text: string
  readonly kind: CellKind
  readonly state: DrawState
  /** The other direction says something else. */
  readonly asymmetric: boolean
}

export interface MatrixView {
  readonly devices: readonly MatrixDevice[]
  readonly cells: readonly (readonly MatrixCell[])[]
  readonly damaged: boolean
  readonly hiddenNics?: number
  readonly source: SourceRef
}

function kindOf(text: string): CellKind {
  if (text === '') return 'unknown'
  if (text === 'X') return 'self'
  if (nvCount(text) !== undefined) return 'nv'
  switch (pcieToken(text)) {
    case 'PIX':
      return 'pix'
    case 'PXB':
      return 'pxb'
    case 'PHB':
      return 'phb'
    case 'NODE':
      return 'node'
    case 'SYS':
      return 'sys'
    default:
      return 'other'
  }
}

/** The captured matrix with what the graph knows of its devices; undefined when no matrix was captured. */
export function matrixView(node: Node, graph: LinkGraph): MatrixView | undefined {
  const topology = node.topologies[0]
  if (!topology || topology.devices.length === 0) return undefined
  const boxOf = new Map(
    graph.boxes.flatMap((box) =>
      [
        ...box.groups.flatMap((group) => [...group.gpus, ...group.nics]),
        ...box.uppers.flatMap((upper) => [...upper.nics]),
        ...box.rootNics,
      ].map((id) => [id, box.id] as const),
    ),
  )
  const idOf = (name: string, device: string | undefined): string | undefined =>
    graph.gpus.find((gpu) => gpu.label === name)?.id ??
    graph.nics.find((nic) => nic.label === name || (device !== undefined && nic.device === device))?.id
  let before: string | undefined
  let kind: string | undefined
  const devices = topology.devices.map((device, i): MatrixDevice => {
    const id = idOf(device.name, device.device)
    const box = id === undefined ? undefined : boxOf.get(id)
    const border = i > 0 && (box !== before || device.kind !== kind)
    before = box
    kind = device.kind
    const gpu = graph.gpus.find((item) => item.id === id)
    return {
      name: device.name,
      id,
      note:
        device.kind === 'gpu'
          ? gpu?.product?.split(' ')[0]
          : (device.device ?? graph.nics.find((item) => item.id === id)?.device),
      numa: blank(device.numaAffinity),
      cores: blank(device.cpuAffinity),
      border,
      source:
        device.line === undefined
          ? undefined
          : { document: topology.source.document, line: device.line, endLine: device.line },
    }
  })
  // A cell that is below what most GPUs show, or below what the product has, deviates; the row's GPU is the one to look at.
  const far = new Set(
    graph.relations.map(
      (relation) => `${graph.ghosts.find((ghost) => ghost.id === relation.ghost)?.gpu ?? ''}|${relation.nic}`,
    ),
  )
  const pairState = new Map(
    graph.pairs.flatMap(
      (pair) =>
        [
          [`${pair.a}|${pair.b}`, pair.state],
          [`${pair.b}|${pair.a}`, pair.state],
        ] as const,
    ),
  )
  const cells = devices.map((row, r) =>
    devices.map((column, c): MatrixCell => {
      const text = topology.cells[r]?.[c] ?? ''
      const back = topology.cells[c]?.[r] ?? ''
      const kindHere = kindOf(text)
      const gpu = graph.gpus.find((item) => item.id === row.id)
      const short =
        kindHere === 'nv' && gpu !== undefined && (gpu.count.state === 'degraded' || gpu.count.state === 'dead')
      const n = nvCount(text)
      const pair = pairState.get(`${row.id ?? ''}|${column.id ?? ''}`)
      let state: DrawState = kindHere === 'unknown' ? 'unknown' : 'plain'
      if (kindHere === 'nv')
        state =
          pair === 'degraded' || (pair === undefined && short && n !== undefined && n < (gpu.count.due ?? 0))
            ? 'degraded'
            : 'good'
      if (far.has(`${row.id ?? ''}|${column.id ?? ''}`)) state = 'degraded'
      return { row: r, column: c, text, kind: kindHere, state, asymmetric: text !== back && text !== '' && back !== '' }
    }),
  )
  return { devices, cells, damaged: topology.damaged, hiddenNics: topology.nicsFound, source: topology.source }
}

function blank(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text === 'N/A' ? undefined : text
}

/** GB/s one way that a path can carry at most; undefined when the parts are not known. */
export interface PathRate {
  readonly value: GigabytesPerSecond
  readonly count: number
  readonly each: GigabytesPerSecond
  readonly of: 'nvlink' | 'pcie'
}

/** GB/s per lane and direction after line coding: 8, 16, 32 GT/s with 128b/130b, 64 GT/s with FLIT. */
const perPcieLane: Readonly<Record<number, number>> = { 1: 0.25, 2: 0.5, 3: 0.985, 4: 1.969, 5: 3.938, 6: 7.563 }

export function pathRate(
  node: Node,
  graph: LinkGraph,
  cell: MatrixCell,
  devices: readonly MatrixDevice[],
): PathRate | undefined {
  const row = graph.gpus.find((gpu) => gpu.id === devices[cell.row]?.id)
  const column = graph.gpus.find((gpu) => gpu.id === devices[cell.column]?.id)
  if (cell.kind === 'nv') {
    const model = node.gpus.find((gpu) => gpu.id === row?.modelId)
    const product =
      model?.product !== undefined ? gpuById(model.product) : model?.name ? findGpu(model.name.value) : undefined
    const count = nvCount(cell.text)
    const each = product?.nvlink?.ratedPerLink
    return count === undefined || each === undefined ? undefined : { value: count * each, count, each, of: 'nvlink' }
  }
  if (cell.kind === 'self' || cell.kind === 'unknown' || cell.kind === 'other') return undefined
  // The narrower of the two ends; a NIC's slot is mostly not captured.
  const ends = [
    row,
    column,
    graph.nics.find((nic) => nic.id === devices[cell.row]?.id),
    graph.nics.find((nic) => nic.id === devices[cell.column]?.id),
  ].flatMap((part) => (part ? [part.pcie] : []))
  const rates = ends.flatMap((link) => {
    const each =
      link.generationMax === undefined && link.generation === undefined
        ? undefined
        : perPcieLane[link.generationMax ?? link.generation ?? 0]
    return each === undefined || link.width === undefined
      ? []
      : [{ value: each * link.width, count: link.width, each, of: 'pcie' as const }]
  })
  return rates.sort((a, b) => a.value - b.value)[0]
}

/** The matrix as the command prints it: tab-separated, with NUMA and CPU columns. */
export function matrixText(view: MatrixView): string {
  const head = ['', ...view.devices.map((device) => device.name), 'CPU Affinity', 'NUMA Affinity'].join('\t')
  const rows = view.devices.map((device, r) =>
    [
      device.name,
      ...(view.cells[r] ?? []).map((cell) => (cell.text === '' ? '?' : cell.text)),
      device.cores ?? '?',
      device.numa ?? '?',
    ].join('\t'),
  )
  return [head, ...rows].join('\n')
}
