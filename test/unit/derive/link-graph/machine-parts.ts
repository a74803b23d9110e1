import type { Gpu, Link, LinkState } from '../../../../shared/model/gpu'
import type { Nic, Node } from '../../../../shared/model/node'
import type { Parsed } from '../../../../shared/model/format'
import type { SourceRef, Sourced } from '../../../../shared/model/source'
import type { Topology } from '../../../../shared/model/topology'

/** Parts of small machines: links, GPUs, NICs, matrices, nodes. Values are made up. */

export function at(line: number, document = 'a.txt'): SourceRef {
  return { document, line, endLine: line }
}

export function said<T>(value: T, line = 1): Sourced<T> {
  return { value, source: at(line) }
}

export interface LaneSpec {
  readonly index: number
  readonly state?: LinkState
  readonly rate?: number
  /** Bus id of the far end, or `hidden`. */
  readonly to?: string
}

export function link(spec: LaneSpec): Link {
  const state = spec.state ?? 'active'
  return {
    index: spec.index,
    state,
    gigabytesPerSecond: state === 'active' ? (spec.rate ?? 26.562) : undefined,
    states: [said(state, 60 + spec.index)],
    remote:
      state !== 'active' || spec.to === undefined
        ? undefined
        : spec.to === 'hidden'
          ? { hidden: true, source: at(spec.index) }
          : { busId: spec.to, source: at(spec.index) },
    counters: [],
  }
}

export function gpuBus(index: number): string {
  return `0000:${(0x10 + index * 4).toString(16).padStart(2, '0')}:00.0`
}

export function switchBus(index: number): string {
  return `0000:${(0xc0 + index).toString(16)}:00.0`
}

export interface GpuSpec {
  readonly index: number
  readonly name?: string
  readonly links?: readonly LaneSpec[]
  readonly width?: readonly [current: number, max: number]
  readonly generation?: readonly [current: number, max: number]
  readonly bus?: string
}

function capture(): Parsed {
  return {
    format: 'nvidia-smi/query',
    document: 'q.txt',
    value: undefined,
    quality: 'full',
    line: 1,
    endLine: 400,
    linesUsed: 400,
    linesTotal: 400,
    notes: [],
    hint: { fileName: 'q.txt' },
  }
}

export function gpu(node: string, spec: GpuSpec): Gpu {
  const values: Record<string, { value: string; line: number }> = {}
  if (spec.width) {
    values['pcie.width.current'] = { value: `${String(spec.width[0])}x`, line: 10 }
    values['pcie.width.max'] = { value: `${String(spec.width[1])}x`, line: 11 }
  }
  if (spec.generation) {
    values['pcie.gen.current'] = { value: String(spec.generation[0]), line: 12 }
    values['pcie.gen.max'] = { value: String(spec.generation[1]), line: 13 }
  }
  return {
    id: `${node}/gpu${String(spec.index)}`,
    index: spec.index,
    name: spec.name === undefined ? undefined : said(spec.name),
    busId: said(spec.bus ?? gpuBus(spec.index)),
    links: (spec.links ?? []).map(link),
    samples: Object.keys(values).length > 0 ? [{ capture: capture(), values, headerLine: 1 }] : [],
    sources: [at(spec.index)],
  }
}

export interface NicSpec {
  readonly name: string
  readonly device?: string
  readonly rate?: number
  readonly layer?: 'InfiniBand' | 'Ethernet'
  readonly state?: string
  readonly numa?: number
}

export function nic(node: string, spec: NicSpec): Nic {
  return {
    id: `${node}/${spec.name}`,
    name: spec.name,
    device: spec.device,
    gigabitsPerSecond: spec.rate === undefined ? undefined : said(spec.rate),
    linkLayer: spec.layer === undefined ? undefined : said(spec.layer),
    state: spec.state === undefined ? undefined : said(spec.state),
    numaNode: spec.numa === undefined ? undefined : said(spec.numa),
    gids: [],
    sources: [at(1)],
  }
}

/** A matrix as a table of text: first row the names, each further row a name and its cells; `-` is a cell nobody captured. */
export function matrix(table: string, numa: Readonly<Record<string, string>> = {}): Topology {
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
  const names = rows[0] ?? []
  return {
    devices: names.map((name, i) => ({
      name,
      kind: name.startsWith('GPU') ? 'gpu' : 'nic',
      line: i + 3,
      numaAffinity: numa[name],
    })),
    cells: names.map((_, i) =>
      names.map((_name, j) => (rows[i + 1]?.[j + 1] === '-' ? '' : (rows[i + 1]?.[j + 1] ?? ''))),
    ),
    form: 'matrix',
    damaged: false,
    source: { document: 'topo.txt', line: 1, endLine: 40 },
  }
}

/** A matrix from a function of two names. */
export function matrixOf(
  names: readonly string[],
  cell: (a: string, b: string) => string,
  numa: (name: string) => string | undefined,
): Topology {
  return {
    devices: names.map((name, i) => ({
      name,
      kind: name.startsWith('GPU') ? 'gpu' : 'nic',
      line: i + 3,
      numaAffinity: numa(name),
    })),
    cells: names.map((a) => names.map((b) => (a === b ? 'X' : cell(a, b)))),
    form: 'matrix',
    damaged: false,
    source: { document: 'topo.txt', line: 1, endLine: names.length + 2 },
  }
}

export interface NodeSpec {
  readonly name?: string
  readonly gpus: readonly GpuSpec[]
  readonly nics?: readonly NicSpec[]
  readonly topology?: Topology
  readonly sockets?: number
  readonly numas?: readonly { readonly node: number; readonly cpus: string }[]
  readonly system?: string
  readonly hypervisor?: string
}

export function node(spec: NodeSpec): Node {
  const name = spec.name ?? 'gn-a07'
  return {
    id: name,
    name,
    nameFrom: 'text',
    aliases: [],
    software: { driver: [], cuda: [], nccl: [], fabricManager: [], dcgm: [], kernel: [] },
    host: {
      sockets: spec.sockets === undefined ? undefined : said(spec.sockets),
      numaNodes: spec.numas === undefined ? undefined : said(spec.numas.length),
      numaCpus: (spec.numas ?? []).map((item) => ({ ...item, source: at(20 + item.node, 'lscpu.txt') })),
      hypervisor: spec.hypervisor === undefined ? undefined : said(spec.hypervisor),
      modules: [],
      uptimeSeconds: [],
    },
    system: spec.system === undefined ? undefined : said(spec.system),
    gpus: spec.gpus.map((item) => gpu(name, item)),
    attachedGpus: [],
    nics: (spec.nics ?? []).map((item) => nic(name, item)),
    topologies: spec.topology ? [spec.topology] : [],
    pci: [],
    events: [],
    settings: [],
    parsed: [],
  }
}
