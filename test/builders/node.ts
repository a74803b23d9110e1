import type { Gpu, GpuField, Link, LinkState } from '../../shared/model/gpu'
import type { Setting } from '../../shared/model/nccl'
import type { HostEvent, Nic, Node } from '../../shared/model/node'
import type { Topology } from '../../shared/model/topology'
import { at, parsed, sourced } from './source'

/** A link that carries traffic, unless `state` says otherwise. */
export interface LinkOptions {
  state?: LinkState
  /** GB/s one way; 26.562 for NVLink 4. */
  rate?: number
  /** Bus id and link number at the far end. */
  remote?: { busId?: string; hidden?: boolean; link?: number }
  counters?: Readonly<Record<string, number>>
  document?: string
  line?: number
}

export function link(index: number, options: LinkOptions = {}): Link {
  const state = options.state ?? 'active'
  const document = options.document ?? 'nvlink-s'
  const line = options.line ?? index + 2
  return {
    index,
    state,
    ...(state === 'active' ? { gigabytesPerSecond: options.rate ?? 26.562 } : {}),
    states: state === 'unknown' ? [] : [sourced(state, document, line)],
    ...(options.remote ? { remote: { ...options.remote, source: at('nvlink-r', line) } } : {}),
    counters: Object.entries(options.counters ?? {}).map(([counter, value]) => ({
      counter,
      value,
      source: at('nvlink-e', line),
    })),
  }
}

export interface GpuOptions {
  product?: string
  name?: string
  /** How many links are listed; 0 means that no capture shows links. */
  links?: number
  /** Link numbers that are listed as inactive. */
  dead?: readonly number[]
  /** Change one link: the state, its rate, its far end, its counters. */
  link?: (index: number) => LinkOptions
  busId?: string
  uuid?: string
  values?: Partial<Record<GpuField, string>>
  document?: string
}

export function gpu(nodeId: string, index: number, options: GpuOptions = {}): Gpu {
  const name = options.name ?? 'NVIDIA H100 80GB HBM3'
  const document = options.document ?? `${nodeId}/nvlink-s.txt`
  const count = options.links ?? 18
  const headerLine = 1 + index * (count + 1)
  const busId = options.busId ?? `0000:${(0x18 + index * 0x11).toString(16).padStart(2, '0')}:00.0`
  const values = Object.entries(options.values ?? {}).map(
    ([field, value], k) => [field, { value, line: 10 + k }] as const,
  )
  return {
    id: `${nodeId}/gpu${index}`,
    index,
    name: sourced(name, document, headerLine),
    ...(options.product === '' ? {} : { product: options.product ?? 'h100-sxm-80' }),
    uuid: sourced(
      options.uuid ?? `GPU-a0000000-0000-0000-0000-${String(index).padStart(12, '0')}`,
      document,
      headerLine,
    ),
    busId: sourced(busId, `${nodeId}/nvidia-smi-q.txt`, 10 + index),
    links: Array.from({ length: count }, (_, k) =>
      link(k, {
        document,
        line: headerLine + 1 + k,
        state: options.dead?.includes(k) ? 'inactive' : 'active',
        ...options.link?.(k),
      }),
    ),
    samples: values.length
      ? [
          {
            capture: parsed('nvidia-smi/q', null, { document: `${nodeId}/nvidia-smi-q.txt` }),
            values: Object.fromEntries(values),
            headerLine: 9,
          },
        ]
      : [],
    sources: [at(document, headerLine)],
  }
}

export interface NicOptions {
  device?: string
  rate?: number
  layer?: 'InfiniBand' | 'Ethernet'
  /** `Active`, `Down`; undefined when no capture shows it. */
  state?: string | undefined
  numa?: number
  busId?: string
}

export function nic(nodeId: string, index: number, options: NicOptions = {}): Nic {
  const document = `${nodeId}/ibstat.txt`
  const line = 1 + index * 12
  return {
    id: `${nodeId}/NIC${index}`,
    name: `NIC${index}`,
    device: options.device ?? `mlx5_${index}`,
    ...(options.busId === undefined ? {} : { busId: sourced(options.busId, document, line) }),
    port: 1,
    linkLayer: sourced(options.layer ?? 'InfiniBand', document, line + 10),
    gigabitsPerSecond: sourced(options.rate ?? 400, document, line + 4),
    ...('state' in options && options.state === undefined
      ? {}
      : { state: sourced(options.state ?? 'Active', document, line + 2) }),
    gids: [],
    ...(options.numa === undefined ? {} : { numaNode: sourced(options.numa, document, line) }),
    sources: [at(document, line, line + 11)],
  }
}

/**
 * `nvidia-smi topo -m` of a board: NV# between all GPUs, one NIC beside each GPU, half of them on each socket.
 * `cell` changes single cells; return undefined to keep the healthy one.
 */
export function topology(
  nodeId: string,
  gpus: number,
  nics: number,
  options: { nv?: string; cell?: (row: string, column: string) => string | undefined } = {},
): Topology {
  const names = [
    ...Array.from({ length: gpus }, (_, i) => `GPU${i}`),
    ...Array.from({ length: nics }, (_, i) => `NIC${i}`),
  ]
  const place = (name: string): number => Number(name.slice(3))
  const socket = (name: string): number => (place(name) * 2 < Math.max(gpus, 1) ? 0 : 1)
  const healthy = (row: string, column: string): string => {
    if (row === column) return 'X'
    if (row.startsWith('GPU') && column.startsWith('GPU')) return options.nv ?? 'NV18'
    if (place(row) === place(column)) return 'PIX'
    return socket(row) === socket(column) ? 'NODE' : 'SYS'
  }
  return {
    devices: names.map((name, i) => ({
      name,
      kind: name.startsWith('GPU') ? 'gpu' : 'nic',
      ...(name.startsWith('NIC') ? { device: `mlx5_${place(name)}` } : {}),
      line: 2 + i,
      ...(name.startsWith('GPU')
        ? { cpuAffinity: socket(name) === 0 ? '0-55,112-167' : '56-111,168-223', numaAffinity: String(socket(name)) }
        : {}),
    })),
    cells: names.map((row) => names.map((column) => options.cell?.(row, column) ?? healthy(row, column))),
    form: 'matrix',
    legendHasNvLink: true,
    damaged: false,
    headerLine: 1,
    source: at(`${nodeId}/topo-m.txt`, 1, names.length + 12),
  }
}

export interface NodeOptions {
  /** 0 to 16. */
  gpus?: number
  nics?: number
  gpu?: (index: number) => GpuOptions
  nic?: (index: number) => NicOptions
  /** false: no matrix in the capture. */
  topology?: boolean | Parameters<typeof topology>[3]
  driver?: string | undefined
  nccl?: string | undefined
  fabricManager?: string | undefined
  system?: string
  settings?: readonly Setting[]
  events?: readonly HostEvent[]
}

export function node(name: string, options: NodeOptions = {}): Node {
  const gpus = options.gpus ?? 8
  const nics = options.nics ?? gpus
  const text = (value: string | undefined, file: string, line: number) =>
    value === undefined ? [] : [sourced(value, `${name}/${file}`, line)]
  const version = (key: 'driver' | 'nccl' | 'fabricManager', healthy: string): string | undefined =>
    key in options ? options[key] : healthy
  return {
    id: name,
    name,
    nameFrom: 'text',
    hostname: sourced(name, `${name}/nvidia-smi-q.txt`, 1),
    aliases: [],
    ...(options.system === undefined ? {} : { system: sourced(options.system, `${name}/dmidecode.txt`, 3) }),
    software: {
      driver: text(version('driver', '580.159.04'), 'nvidia-smi-q.txt', 5),
      cuda: text('13.0', 'nvidia-smi-q.txt', 6),
      nccl: text(version('nccl', '2.28.9'), 'all_reduce_perf.txt', 12),
      fabricManager: text(version('fabricManager', '580.159.04'), 'fabricmanager.log', 1),
      dcgm: [],
      kernel: [],
    },
    host: { numaCpus: [], modules: [], uptimeSeconds: [] },
    gpus: Array.from({ length: gpus }, (_, i) => gpu(name, i, options.gpu?.(i))),
    attachedGpus: gpus ? [sourced(gpus, `${name}/nvidia-smi-q.txt`, 7)] : [],
    nics: Array.from({ length: nics }, (_, i) => nic(name, i, options.nic?.(i))),
    topologies:
      options.topology === false
        ? []
        : [topology(name, gpus, nics, typeof options.topology === 'object' ? options.topology : {})],
    pci: [],
    events: options.events ?? [],
    settings: options.settings ?? [],
    parsed: [],
  }
}

export function setting(name: string, value: string, options: Partial<Setting> = {}): Setting {
  return { name, value, origin: 'environment', source: at('env.txt', 1), ...options }
}

export function xid(code: number, options: Partial<HostEvent> = {}): HostEvent {
  const source = options.source ?? at('dmesg.txt', 100)
  return {
    kind: 'xid',
    code,
    text: `NVRM: Xid (PCI:0000:18:00): ${code}`,
    bootSeconds: 100,
    count: 1,
    source,
    lastSource: source,
    ...options,
  }
}
