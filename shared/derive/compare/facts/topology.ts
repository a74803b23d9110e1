import type { SourceRef } from '../../../model/source'
import type { Topology } from '../../../model/topology'
import type { Context } from './collect'
import { ranges } from './collect'
import { namedGpus, presence, type NamedGpu } from './gpus'
import { lanesUp } from './links'
import { namedNics } from './nics'

const distance: readonly string[] = ['X', 'NV', 'PIX', 'PXB', 'PHB', 'NODE', 'SYS']

/** What `nvidia-smi topo -m` and -mp say, one fact per row: how a GPU sees the others, and where a NIC hangs. */
export function topologyFacts(context: Context): void {
  const gpus = namedGpus(context)
  const whole = context.node.topologies.find(({ form }) => form !== 'matrix-pci')
  const pci = context.node.topologies.find(({ form }) => form === 'matrix-pci')
  if (whole) {
    gpuRows(context, gpus, whole, 'topology.gpus', 'nvidia-smi topo -m')
    affinities(context, gpus, whole)
  }
  if (pci) gpuRows(context, gpus, pci, 'topology.paths', 'nvidia-smi topo -mp')
  const any = whole ?? pci
  if (any) nicRows(context, gpus, any)
}

const rowOf = (topology: Topology, name: string): number => topology.devices.findIndex((device) => device.name === name)

function lineOf(topology: Topology, row: number): readonly SourceRef[] {
  const line = topology.devices[row]?.line
  return line === undefined ? [] : [{ document: topology.source.document, line, endLine: line }]
}

/** `NV18 GPU1-7`: the cells of a row, devices of one token together, in the order of the tokens. */
function rowText(
  topology: Topology,
  row: number,
  gpus: readonly NamedGpu[],
  shared?: ReadonlySet<string>,
): string | undefined {
  const groups = new Map<string, string[]>()
  for (const { gpu, subject } of gpus) {
    if (shared && !shared.has(subject.id)) continue
    const column = rowOf(topology, `GPU${gpu.index ?? '?'}`)
    if (column === row) continue
    // Either direction tells a path over PCIe; NV# belongs to its row.
    const cell = topology.cells[row]?.[column] || backCell(topology, row, column)
    if (cell === undefined || cell === '' || cell === 'X') continue
    groups.set(cell, [...(groups.get(cell) ?? []), subject.id.replace(/^gpu:/, 'GPU')])
  }
  if (groups.size === 0) return undefined
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([token, names]) => `${token} ${ranges(names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })))}`)
    .join(', ')
}

function backCell(topology: Topology, row: number, column: number): string | undefined {
  const cell = topology.cells[column]?.[row]
  return cell?.startsWith('NV') ? undefined : cell
}

function rank(token: string): number {
  const at = distance.indexOf(token.replace(/\d+$/, ''))
  return at < 0 ? distance.length : at
}

function gpuRows(context: Context, gpus: readonly NamedGpu[], topology: Topology, name: string, capture: string): void {
  for (const { gpu, subject } of gpus) {
    const row = rowOf(topology, `GPU${gpu.index ?? '?'}`)
    const value = row < 0 ? undefined : rowText(topology, row, gpus, context.naming.shared)
    if (value === undefined) continue
    context.add({
      key: `${subject.id}/${name}`,
      name,
      area: 'topology',
      kind: 'configuration',
      subject,
      entity: gpu.id,
      value,
      sources: lineOf(topology, row),
      // Fewer lanes give a lower NV# in the same row.
      under: [presence(subject), lanesUp(subject.id)],
      capture,
    })
  }
}

function affinities(context: Context, gpus: readonly NamedGpu[], topology: Topology): void {
  for (const { gpu, subject } of gpus) {
    const row = rowOf(topology, `GPU${gpu.index ?? '?'}`)
    const device = topology.devices[row]
    const sources = lineOf(topology, row)
    const base = {
      area: 'topology',
      kind: 'configuration',
      subject,
      entity: gpu.id,
      sources,
      capture: 'nvidia-smi topo -m',
    } as const
    const known = (text: string | undefined): text is string => text !== undefined && text !== '' && text !== 'N/A'
    if (known(device?.numaAffinity))
      context.add({
        ...base,
        key: `${subject.id}/gpu.numa`,
        name: 'gpu.numa',
        value: device.numaAffinity,
        under: [presence(subject)],
      })
    if (known(device?.cpuAffinity))
      context.add({
        ...base,
        key: `${subject.id}/gpu.cpus`,
        name: 'gpu.cpus',
        value: device.cpuAffinity,
        under: [presence(subject), `${subject.id}/gpu.numa`],
      })
  }
}

/** One fact for the place of a NIC, however many cells of the matrix change with it. */
function nicRows(context: Context, gpus: readonly NamedGpu[], topology: Topology): void {
  for (const { nic, subject } of namedNics(context)) {
    const row = topology.devices.findIndex(
      (device) =>
        device.kind === 'nic' &&
        (device.name === nic.name || (nic.device !== undefined && device.device === nic.device)),
    )
    const value = row < 0 ? undefined : rowText(topology, row, gpus, context.naming.shared)
    if (value === undefined) continue
    context.add({
      key: `${subject.id}/nic.place`,
      name: 'nic.place',
      area: 'topology',
      kind: 'configuration',
      better: 'less',
      subject,
      entity: nic.id,
      value,
      number: rank(value.split(' ')[0] ?? ''),
      sources: lineOf(topology, row),
      under: [presence(subject)],
      capture: 'nvidia-smi topo -m',
    })
  }
}
