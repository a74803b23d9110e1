import type { Communicator, Measure } from '../../shared/model/nccl'
import type { Run, RunRow } from '../../shared/model/run'
import { at } from './source'

export function measure(busbw: number, options: Partial<Measure> = {}): Measure {
  return { time: 100, algbw: busbw / 1.75, busbw, wrong: 0, ...options }
}

/** Rows of nccl-tests: bytes to bus bandwidth in GB/s, out of place; in place is 1 GB/s more. */
export function rows(
  points: readonly (readonly [bytes: number, busbw: number])[],
  document = 'all_reduce_perf.txt',
  firstLine = 30,
): readonly RunRow[] {
  return points.map(([size, busbw], i) => ({
    size,
    count: size / 4,
    type: 'float',
    redop: 'sum',
    root: -1,
    outOfPlace: measure(busbw),
    inPlace: measure(busbw + 1),
    source: at(document, firstLine + i),
  }))
}

/** A curve that saturates at `peak` GB/s, one row per power of two from 1 MiB to 16 GiB. */
export function curve(peak: number): readonly (readonly [number, number])[] {
  return Array.from({ length: 15 }, (_, i) => {
    const size = 2 ** (20 + i)
    return [size, Math.round((peak * size * 10) / (size + 24e6)) / 10] as const
  })
}

export function run(id: string, nodes: readonly string[], options: Partial<Run> & { peak?: number } = {}): Run {
  const { peak, ...rest } = options
  const document = rest.source?.document ?? `${nodes[0] ?? 'run'}/all_reduce_perf.txt`
  const table = rest.rows ?? rows(curve(peak ?? 480), document)
  const top = table.reduce<RunRow | undefined>(
    (best, row) => (best === undefined || busOf(row) > busOf(best) ? row : best),
    undefined,
  )
  return {
    id,
    kind: 'nccl-tests',
    source: at(document, 1, 60),
    collective: 'all_reduce',
    ranks: nodes.length * 8,
    rankList: [],
    hosts: nodes,
    nodes,
    rows: table,
    matrices: [],
    ...(top ? { peakRow: top, peakBusBandwidth: busOf(top) } : {}),
    complete: true,
    damaged: false,
    facts: {},
    ...rest,
  }
}

function busOf(row: RunRow): number {
  return Math.max(row.outOfPlace?.busbw ?? 0, row.inPlace?.busbw ?? 0)
}

export function communicator(
  id: string,
  nodes: readonly string[],
  options: Partial<Communicator> & { gpusPerNode?: number } = {},
): Communicator {
  const { gpusPerNode = 8, ...rest } = options
  const source = rest.source ?? at('nccl.log', 1, 400)
  const ranks = nodes.flatMap((host, n) =>
    Array.from({ length: gpusPerNode }, (_, i) => ({
      rank: n * gpusPerNode + i,
      host,
      node: host,
      pid: 1000 + i,
      cudaDevice: i,
      gpu: `${host}/gpu${i}`,
      initComplete: true,
      source: at(source.document, source.line + i),
    })),
  )
  return {
    id,
    commId: '0x7fadb0b1c2d3e4f5',
    ranks,
    rankCount: ranks.length,
    ncclNodes: nodes.length,
    hosts: nodes,
    nodes,
    versions: [],
    connections: [],
    rings: [],
    trees: [],
    plans: [],
    networks: [],
    networkDevices: [],
    settings: [],
    warnings: [],
    choices: [],
    source,
    logs: [],
    ...rest,
  }
}
