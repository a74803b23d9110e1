import { gpuField } from '../model/gpu'
import type { Communicator } from '../model/nccl'
import type { Node } from '../model/node'
import type { Run, RunRow } from '../model/run'
import type { Facts } from '../model/session'
import {
  expectBusBandwidth,
  nvlsShownBy,
  verdictLimits,
  type BandwidthQuery,
  type Expectation,
  type NvlsState,
} from './expectation'
import { findGpu } from './gpus'
import { isAtLeast } from './support/version'

const MiB = 1024 ** 2

export type VerdictUnknown =
  | 'not-nccl-tests'
  | 'no-rows'
  | 'collective-unknown'
  | 'ranks-unknown'
  | 'gpu-unknown'
  | 'gpu-mixed'
  | 'shared-gpu'
  | 'one-iteration'
  | 'too-small'
  | 'several-groups'
  | 'nodes-unknown'
  | string

/** What a run gave against what this machine gives. Judged at the row that does best against its own size's expectation. */
export interface RunVerdict {
  readonly run: Run
  readonly unknown?: VerdictUnknown
  readonly query?: BandwidthQuery
  readonly expectation?: Expectation
  readonly row?: RunRow
  /** Better of the two columns of `row`: in place may be 8 % above out of place. */
  readonly measured?: number
  /** measured / typical of the lowest healthy level. */
  readonly ratio?: number
  /** `ring`: healthy ring figure where NVLS would give more. `low`, `very-low`: below 85 and 60 % of the expectation. */
  readonly verdict?: 'as-expected' | 'ring' | 'low' | 'very-low' | 'above'
}

export function bestOf(row: RunRow): number {
  return Math.max(row.outOfPlace?.busbw ?? 0, row.inPlace?.busbw ?? 0)
}

export function judgeRun(run: Run, facts: Facts): RunVerdict {
  const subject = subjectOf(run, facts)
  if ('unknown' in subject) return { run, unknown: subject.unknown }
  const judged = run.rows.filter((row) => row.size >= 64 * MiB && bestOf(row) > 0)
  if (judged.length === 0) return { run, unknown: 'too-small' }
  // Small sizes are judged mildly; where larger ones were run they must not speak for them.
  const large = judged.filter((row) => row.size >= 256 * MiB)
  const rows = large.length > 0 ? large : judged
  let best: RunVerdict | undefined
  let unknown: string | undefined
  for (const row of rows) {
    const query = { ...subject.query, bytes: row.size }
    const expectation = expectBusBandwidth(query)
    if (expectation.unknown !== undefined) {
      unknown = expectation.unknown
      continue
    }
    const measured = bestOf(row)
    const ratio = measured / expectation.typical
    if (!Number.isFinite(ratio) || (best?.ratio !== undefined && ratio <= best.ratio)) continue
    best = { run, query, expectation, row, measured, ratio, verdict: verdictOf(measured, ratio, row.size, expectation) }
  }
  return best ?? { run, unknown: unknown ?? 'too-small' }
}

function verdictOf(measured: number, ratio: number, bytes: number, expectation: Expectation): RunVerdict['verdict'] {
  const small = bytes < 256 * MiB
  if (small ? ratio < verdictLimits.errorBelow256MiB : ratio < verdictLimits.error) return 'very-low'
  // From 64 to 256 MiB the curve is steep and depends on versions: only a gross loss counts.
  if (!small && ratio < verdictLimits.warning) return 'low'
  if (expectation.level === 'either' && expectation.levels && measured < expectation.levels.nvls.low * 0.95)
    return 'ring'
  return measured > expectation.high * 1.03 ? 'above' : 'as-expected'
}

function subjectOf(run: Run, facts: Facts): { readonly unknown: VerdictUnknown } | { readonly query: BandwidthQuery } {
  if (run.kind !== 'nccl-tests') return { unknown: 'not-nccl-tests' }
  if (run.rows.length === 0) return { unknown: 'no-rows' }
  if (run.collective === undefined) return { unknown: 'collective-unknown' }
  if (run.ranks === undefined || run.ranks < 2) return { unknown: run.ranks === 1 ? 'single-rank' : 'ranks-unknown' }
  if (run.rankList.some((rank) => (rank.group ?? 0) > 0)) return { unknown: 'several-groups' }
  if (run.iterations === 1) return { unknown: 'one-iteration' }
  // A list with gaps may hide the ranks of other hosts.
  if (run.rankList.length > 0 && run.rankList.length < run.ranks) return { unknown: 'ranks-unknown' }
  const places = run.rankList.map((rank) => `${rank.host}/${rank.device ?? rank.busId ?? rank.rank}`)
  if (new Set(places).size < places.length) return { unknown: 'shared-gpu' }
  const nodes = facts.nodes.filter((node) => run.nodes.includes(node.id))
  const names = [...new Set(run.rankList.flatMap((rank) => rank.gpuName ?? []))]
  if (names.length === 0)
    names.push(...new Set(nodes.flatMap((node) => node.gpus.flatMap((gpu) => gpu.name?.value ?? []))))
  if (names.length > 1) return { unknown: 'gpu-mixed' }
  const gpuId = names[0] === undefined ? undefined : findGpu(names[0])?.id
  if (gpuId === undefined) return { unknown: 'gpu-unknown' }
  if (nodes.some((node) => node.gpus.some((gpu) => /^enabled$/i.test(gpuField(gpu, 'mig.current')?.value ?? ''))))
    return { unknown: 'mig' }
  const communicator = facts.communicators.find((candidate) => candidate.id === run.communicator)
  // Without a rank list nobody says on how many machines the ranks were.
  const hosts = run.hosts.length > 0 ? run.hosts.length : (communicator?.hosts.length ?? 0)
  if (hosts === 0) return { unknown: 'nodes-unknown' }
  // An elided rank list may hide hosts: more ranks than any one node holds is no single node.
  if (hosts === 1 && run.ranks > 16) return { unknown: 'nodes-unknown' }
  const matrix =
    nodes.length === 1 ? nodes[0]?.topologies.find((topology) => topology.form !== 'matrix-pci') : undefined
  const pairs = matrix
    ? pairTokens(matrix.cells, matrix.devices.filter((device) => device.kind === 'gpu').length, run)
    : undefined
  return {
    query: {
      gpuId,
      gpuCount: run.ranks,
      nodes: hosts,
      collective: run.collective,
      bytes: 0,
      nvls: nvlsState(gpuId, run, communicator, nodes),
      bridged: pairs === undefined ? undefined : pairs.every((token) => token.startsWith('NV')),
      linksPerPair: samePair(pairs),
      gpusOnNode: nodes.length === 1 ? nodes[0]?.gpus.length : undefined,
      systemId: nodes.length === 1 ? nodes[0]?.system?.value : undefined,
      nics: hosts > 1 ? nicsUsed(communicator, nodes) : undefined,
      mnnvl: communicator?.connections.some((connection) => connection.via.startsWith('P2P/MNNVL')) || undefined,
    },
  }
}

function pairTokens(cells: readonly (readonly string[])[], gpus: number, run: Run): readonly string[] {
  const devices =
    run.rankList.length > 0
      ? run.rankList.flatMap((rank) => rank.device ?? [])
      : Array.from({ length: gpus }, (_, i) => i)
  return devices.flatMap((a) => devices.filter((b) => b > a).flatMap((b) => cells[a]?.[b] || []))
}

function samePair(pairs: readonly string[] | undefined): number | undefined {
  const tokens = new Set(pairs)
  const [only] = tokens
  const match = tokens.size === 1 ? /^NV(\d+)$/.exec(only ?? '') : null
  return match ? Number(match[1]) : undefined
}

function nvlsState(gpuId: string, run: Run, communicator: Communicator | undefined, nodes: readonly Node[]): NvlsState {
  if (run.rows.some((row) => nvlsShownBy(gpuId, bestOf(row)))) return 'chosen'
  const large = communicator?.choices.filter((choice) => choice.bytes >= 64 * MiB) ?? []
  if (large.length > 0) return large.some((choice) => choice.algorithm.startsWith('NVLS')) ? 'chosen' : 'not-chosen'
  const settings = [...(communicator?.settings ?? []), ...nodes.flatMap((node) => node.settings)]
  const value = (name: string): string | undefined => settings.find((setting) => setting.name === name)?.value
  if (value('NCCL_NVLS_ENABLE') === '0' || /\^\s*nvls/i.test(value('NCCL_ALGO') ?? '')) return 'unavailable'
  const version = run.ncclVersion?.value ?? communicator?.versions[0]?.value
  if (version !== undefined && !isAtLeast(version, '2.17')) return 'unavailable'
  return communicator?.channels?.nvls === 0 ? 'unavailable' : 'unknown'
}

/** Rates of the NICs that the log lists, from what the node's own captures say of them. */
function nicsUsed(communicator: Communicator | undefined, nodes: readonly Node[]): BandwidthQuery['nics'] {
  const node = nodes.find((candidate) => candidate.nics.some((nic) => nic.gigabitsPerSecond !== undefined))
  const used = communicator?.networkDevices.find((line) => line.devices.length > 0)
  if (!node || !used) return undefined
  const rates = used.devices.map(
    (device) => node.nics.find((nic) => nic.device === device.name)?.gigabitsPerSecond?.value,
  )
  if (rates.some((rate) => rate === undefined)) return undefined
  const counts = new Map<number, number>()
  for (const rate of rates) if (rate !== undefined) counts.set(rate, (counts.get(rate) ?? 0) + 1)
  return [...counts].map(([gigabitsPerSecond, count]) => ({ count, gigabitsPerSecond }))
}
