import { jobsOf, type Job } from '../../model/jobs'
import type { Connection, TuningChoice } from '../../model/nccl'
import type { Node } from '../../model/node'
import type { Run } from '../../model/run'
import type { Facts } from '../../model/session'
import type { ResolvedSetting } from '../../model/settings'
import { gpuById, type GpuProduct } from '../gpus'
import { readAsNccl } from '../nccl-values'
import { judgeRun, type RunVerdict } from '../run-verdict'
import { settingScopes } from '../setting-scopes'
import { settingUse } from '../setting-use'
import type { Clue } from './types'

const MiB = 1024 ** 2

/** What the session knows of one run: the job around it, its settings, and how its ranks are joined. */
export interface RunFacts {
  readonly run: Run
  readonly verdict: RunVerdict
  readonly job?: Job
  readonly nodes: readonly Node[]
  readonly product?: GpuProduct
  /** GPUs of the run; several per node. */
  readonly gpus?: number
  readonly hosts: number
  readonly settings: ReadonlyMap<string, ResolvedSetting>
  readonly version?: string
  /** Connections between two ranks of one host, and between hosts. */
  readonly local: readonly Connection[]
  readonly remote: readonly Connection[]
  readonly channels?: { readonly count: number; readonly clue: Clue }
  /** What NCCL's tuner took for the large messages of this collective. */
  readonly choice?: TuningChoice
}

export function runFacts(run: Run, facts: Facts): RunFacts {
  const job = jobsOf(facts).find((candidate) => candidate.runs.includes(run))
  const nodes = facts.nodes.filter((node) => run.nodes.includes(node.id))
  const scopes = nodes.flatMap((node) => settingScopes(node, facts).filter((scope) => scope.job === job))
  const settings = new Map<string, ResolvedSetting>()
  for (const scope of scopes)
    for (const [name, setting] of scope.effective) if (!settings.has(name)) settings.set(name, setting)
  const verdict = judgeRun(run, facts)
  const products = new Set(nodes.flatMap((node) => node.gpus.flatMap((gpu) => gpu.product ?? [])))
  const product = verdict.query?.gpuId ?? (products.size === 1 ? [...products][0] : undefined)
  const communicators = job?.communicators ?? []
  const counts = communicators.flatMap((communicator) => communicator.channels ?? [])
  const count = counts.find((one) => one.collective > 0)
  return {
    run,
    verdict,
    job,
    nodes,
    product: product === undefined ? undefined : gpuById(product),
    gpus: run.ranks,
    hosts: Math.max(1, run.hosts.length),
    settings,
    version: scopes.find((scope) => scope.version !== undefined)?.version,
    ...connectionsOf(job, run),
    channels: count && {
      count: count.collective,
      clue: { key: 'channels', data: { count: count.collective }, sources: [count.source] },
    },
    choice: choiceOf(
      run,
      communicators.flatMap((communicator) => communicator.choices),
    ),
  }
}

function connectionsOf(job: Job | undefined, run: Run): Pick<RunFacts, 'local' | 'remote'> {
  const local: Connection[] = []
  const remote: Connection[] = []
  for (const communicator of job?.communicators ?? []) {
    const hosts = new Map<number, string>()
    for (const rank of run.rankList) if ((rank.group ?? 0) === 0) hosts.set(rank.rank, rank.host)
    for (const rank of communicator.ranks) hosts.set(rank.rank, rank.host)
    for (const connection of communicator.connections) {
      const from = hosts.get(connection.from)
      const to = hosts.get(connection.to)
      const known = from !== undefined && to !== undefined
      if (connection.transport === 'SHM' || (known && from === to)) local.push(connection)
      else if (known && from !== to) remote.push(connection)
      else if (connection.transport === 'P2P' && !connection.via.startsWith('P2P/MNNVL')) local.push(connection)
    }
  }
  return { local, remote }
}

const functionNames: Readonly<Record<string, string>> = {
  all_reduce: 'AllReduce',
  all_gather: 'AllGather',
  reduce_scatter: 'ReduceScatter',
  broadcast: 'Broadcast',
  reduce: 'Reduce',
}

function choiceOf(run: Run, choices: readonly TuningChoice[]): TuningChoice | undefined {
  const name = run.collective === undefined ? undefined : functionNames[run.collective]
  const large = choices.filter(
    (choice) => choice.bytes >= 64 * MiB && (choice.collective === '' || choice.collective === name),
  )
  return large.reduce<TuningChoice | undefined>(
    (best, one) => (best && best.bytes >= one.bytes ? best : one),
    undefined,
  )
}

/** The value that NCCL would read, and the clue that says so. */
export function settingOf(
  from: RunFacts,
  name: string,
): { readonly value: string; readonly number?: number; readonly clue: Clue } | undefined {
  const setting = from.settings.get(name)
  if (!setting || setting.value === '') return undefined
  const read = readAsNccl(name, setting.value, from.version).value
  return {
    value: setting.value,
    number: typeof read === 'number' ? read : undefined,
    clue: { key: 'set', data: { name, value: setting.value }, sources: [setting.winner.source] },
  }
}

/** The log shows settings and would show this one: it was not set in this job. */
export function provenUnset(from: RunFacts, name: string, value: string): Clue | undefined {
  if (!from.job || from.settings.has(name)) return undefined
  const use = settingUse(name, value, from.job)
  if (use.state !== 'not-read' || !use.due) return undefined
  const spans = from.job.communicators.flatMap((communicator) => communicator.settings.slice(0, 1))
  return { key: 'not-set', data: { name }, sources: spans.slice(0, 1).map((setting) => setting.source) }
}

/** One clue for all connections of a kind: the first ones stand for all. */
export function viaClue(connections: readonly Connection[]): readonly Clue[] {
  const first = connections[0]
  if (!first) return []
  return [
    {
      key: 'via',
      data: { via: first.via, count: connections.length },
      sources: connections.slice(0, 2).map((one) => one.source),
    },
  ]
}
