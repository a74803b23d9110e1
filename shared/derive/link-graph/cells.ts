import type { SourceRef } from '../../model/source'
import type { Topology } from '../../model/topology'
import type { Disagreement } from './types'

export type PcieToken = 'PIX' | 'PXB' | 'PHB' | 'NODE' | 'SYS'

/** `SOC` is the old spelling of SYS. NV# says nothing of the PCIe path; every other token is not understood here. */
export function pcieToken(cell: string | undefined): PcieToken | undefined {
  switch (cell) {
    case 'PIX':
    case 'PXB':
    case 'PHB':
    case 'NODE':
    case 'SYS':
      return cell
    case 'SOC':
      return 'SYS'
    default:
      return undefined
  }
}

/** Count of `NV18`; undefined for every other cell. */
export function nvCount(cell: string | undefined): number | undefined {
  const match = /^NV(\d{1,2})$/.exec(cell ?? '')
  return match ? Number(match[1]) : undefined
}

/** The cells of the best matrix of a node, by device name. */
export interface Cells {
  readonly known: boolean
  cell(row: string, column: string): string | undefined
  /** PCIe distance both directions agree on; undefined when one is NV#, missing, or they differ. */
  distance(a: string, b: string): PcieToken | undefined
  source(row: string): SourceRef | undefined
  /** Pairs whose two directions name different distances. */
  readonly asymmetric: readonly Disagreement[]
}

export function cellsOf(topology: Topology | undefined): Cells {
  const at = new Map<string, number>()
  topology?.devices.forEach((device, i) => {
    at.set(device.name, i)
    if (device.device !== undefined && !at.has(device.device)) at.set(device.device, i)
  })
  const cell = (row: string, column: string): string | undefined => {
    const r = at.get(row)
    const c = at.get(column)
    if (r === undefined || c === undefined) return undefined
    const text = topology?.cells[r]?.[c]
    return text === '' ? undefined : text
  }
  const source = (row: string): SourceRef | undefined => {
    const line = topology?.devices[at.get(row) ?? -1]?.line
    return topology && line !== undefined ? { document: topology.source.document, line, endLine: line } : undefined
  }
  const asymmetric: Disagreement[] = []
  const names = topology?.devices.map((device) => device.name) ?? []
  names.forEach((a, i) => {
    for (const b of names.slice(i + 1)) {
      const there = pcieToken(cell(a, b))
      const back = pcieToken(cell(b, a))
      if (there !== undefined && back !== undefined && there !== back) {
        asymmetric.push(
          { row: a, column: b, token: there, source: source(a) },
          { row: b, column: a, token: back, source: source(b) },
        )
      }
    }
  })
  return {
    known: topology !== undefined,
    cell,
    distance(a, b) {
      const there = pcieToken(cell(a, b))
      const back = pcieToken(cell(b, a))
      if (there !== undefined && back !== undefined && there !== back) return undefined
      return there ?? back
    },
    source,
    asymmetric,
  }
}
