import data from './data/bandwidth.json'
import type { Collective } from '../model/run'
import type { Bytes, GigabytesPerSecond, Microseconds } from '../model/units'
import { pick } from './support/table'

export interface Band {
  readonly low: number
  readonly typical: number
  readonly high: number
}

/** One measured or derived level of bus bandwidth. */
export interface BandwidthRow {
  /** Free text for display. */
  readonly system: string
  readonly gpuIds: readonly string[]
  readonly gpuCount: number
  readonly nodes: number
  readonly collective: Collective
  /** Undefined: a plateau without a size; read as 4 GiB or more. */
  readonly bytes?: Bytes
  readonly algorithm?: string
  /** Undefined: not known or not meaningful. */
  readonly nvls?: boolean
  /** What sets the pace: links, PCIe inside the node, or NICs. */
  readonly path: 'nvlink' | 'pcie' | 'network'
  /** Ids of systems.ts that it was measured on; rows with `path: network` hold for no other. */
  readonly systemIds: readonly string[]
  readonly busbw: Readonly<Record<'low' | 'typical' | 'high', GigabytesPerSecond>>
  readonly basis: 'measured' | 'derived'
  readonly confidence: 'normal' | 'medium' | 'low'
  readonly conditions?: string
  readonly sources: readonly string[]
}

export interface PointToPointRow {
  readonly what: string
  readonly gpuIds: readonly string[]
  readonly unit: string
  readonly value: Band
  readonly conditions?: string
  readonly sources: readonly string[]
}

export interface LatencyRow {
  readonly system: string
  readonly gpuCount: number
  readonly nodes: number
  readonly collective: Collective
  readonly bytes: Bytes
  readonly time: Readonly<Record<'low' | 'typical' | 'high', Microseconds>>
  readonly sources: readonly string[]
}

type Triple = readonly [number, number, number]

interface Row {
  readonly s: string
  readonly g: readonly string[]
  readonly n: number
  readonly d?: number
  readonly c: Collective
  readonly b?: number
  readonly a?: string
  readonly p?: 'pcie' | 'network'
  readonly y?: readonly string[]
  readonly v?: number
  readonly w: Triple
  readonly e?: number
  readonly k?: 'medium' | 'low'
  readonly t?: string
  readonly f: readonly number[]
}

interface PointRow {
  readonly s: string
  readonly g?: readonly string[]
  readonly u: string
  readonly w: Triple
  readonly t?: string
  readonly f: readonly number[]
}

interface TimeRow {
  readonly s: string
  readonly n: number
  readonly d: number
  readonly c: Collective
  readonly b: number
  readonly w: Triple
  readonly f: readonly number[]
}

function band([low, typical, high]: Triple): Band {
  return { low, typical, high }
}

/** Bus bandwidth by machine, count, collective and size; each row names its source. */
export const bandwidthRows: readonly BandwidthRow[] = (data.collectives as unknown as readonly Row[]).map((row) => ({
  system: row.s,
  gpuIds: row.g,
  gpuCount: row.n,
  nodes: row.d ?? 1,
  collective: row.c,
  bytes: row.b,
  algorithm: row.a,
  nvls: row.v === undefined ? undefined : row.v === 1,
  path: row.p ?? 'nvlink',
  systemIds: row.y ?? [],
  busbw: band(row.w),
  basis: row.e ? 'derived' : 'measured',
  confidence: row.k ?? 'normal',
  conditions: row.t,
  sources: pick(data.sources, row.f),
}))

/** Copy tools and link tools (nvbandwidth, p2pBandwidthLatencyTest, ib_write_bw). */
export const pointToPointRows: readonly PointToPointRow[] = (data.pointToPoint as unknown as readonly PointRow[]).map(
  (row) => ({
    what: row.s,
    gpuIds: row.g ?? [],
    unit: row.u,
    value: band(row.w),
    conditions: row.t,
    sources: pick(data.sources, row.f),
  }),
)

/** Time of small collectives, microseconds. */
export const latencyRows: readonly LatencyRow[] = (data.latency as unknown as readonly TimeRow[]).map((row) => ({
  system: row.s,
  gpuCount: row.n,
  nodes: row.d,
  collective: row.c,
  bytes: row.b,
  time: band(row.w),
  sources: pick(data.sources, row.f),
}))
