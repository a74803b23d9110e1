import type { Communicator } from './nccl'
import type { Node } from './node'
import type { Run } from './run'
import type { Facts } from './session'
import type { SourceRef } from './source'

/**
 * What ran with one set of settings: the communicators of one group of processes (a split shares its parent's settings) and the
 * benchmark runs around their logs. A run without a log is a job too.
 */
export interface Job {
  /** Id of its first communicator, else of its run. */
  readonly id: string
  readonly communicators: readonly Communicator[]
  readonly runs: readonly Run[]
  /** Ids of the nodes it ran on. */
  readonly nodes: readonly string[]
  readonly hosts: readonly string[]
  /** Lines it takes, one stretch per document. */
  readonly spans: readonly SourceRef[]
}

const known = new WeakMap<Facts, readonly Job[]>()

/** Every job of the session, in document order. */
export function jobsOf(facts: Facts): readonly Job[] {
  const found = known.get(facts)
  if (found) return found
  const jobs = findJobs(facts)
  known.set(facts, jobs)
  return jobs
}

export function jobsOfNode(node: Node, facts: Facts): readonly Job[] {
  return jobsOf(facts).filter((job) => job.nodes.includes(node.id))
}

/** Ranks of a job on one machine, counted by host name and never by NCCL's nNodes; undefined when no capture lists the ranks. */
export function ranksOnNode(job: Job, node: Node): number | undefined {
  const counts: number[] = []
  for (const communicator of job.communicators) {
    const { ranks } = communicator
    // A log of some of the ranks only counts as far as it lists them.
    const here = ranks.filter((rank) => rank.node === node.id).length
    if (here > 0) counts.push(here)
  }
  for (const run of job.runs) {
    const here = run.rankList.filter((rank) => run.hosts.length <= 1 || node.aliases.includes(rank.host)).length
    if (here > 0) counts.push(here)
    else if (run.nodes.length === 1 && run.ranks !== undefined) counts.push(run.ranks)
  }
  return counts.length > 0 ? Math.max(...counts) : undefined
}

/** Hosts of a job, told by name; undefined when the capture may show only some of its ranks. */
export function hostCount(job: Job): number | undefined {
  const hosts = job.hosts.filter((host) => host !== '').length
  if (hosts > 1) return hosts
  const whole = job.communicators.some(
    (communicator) => communicator.rankCount > 0 && communicator.ranks.length >= communicator.rankCount,
  )
  // NCCL may count more nodes than there are hosts, never fewer.
  if (job.communicators.some((communicator) => communicator.ncclNodes === 1)) return 1
  const listed = job.runs.some((run) => run.hosts.length === 1 && run.ranks === run.rankList.length)
  return whole || listed ? Math.max(hosts, 1) : undefined
}

function findJobs(facts: Facts): readonly Job[] {
  const groups: { readonly communicators: Communicator[]; readonly keys: Set<string> }[] = []
  for (const communicator of facts.communicators) {
    const keys = processKeys(communicator, facts)
    const same = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const group = same[0] ?? { communicators: [], keys: new Set<string>() }
    if (!same[0]) groups.push(group)
    group.communicators.push(communicator)
    for (const key of keys) group.keys.add(key)
  }
  const taken = new Set<string>()
  const jobs = groups.map(({ communicators }) => {
    const runs = facts.runs.filter((run) =>
      communicators.some((communicator) => communicator.run === run.id || run.communicator === communicator.id),
    )
    for (const run of runs) taken.add(run.id)
    return jobOf(communicators, runs, facts)
  })
  for (const run of facts.runs) if (!taken.has(run.id) && run.kind === 'nccl-tests') jobs.push(jobOf([], [run], facts))
  return jobs
}

function jobOf(communicators: readonly Communicator[], runs: readonly Run[], facts: Facts): Job {
  const spans = new Map<string, SourceRef>()
  const add = ({ document, line, endLine }: SourceRef): void => {
    const before = spans.get(document)
    spans.set(document, {
      document,
      line: Math.min(line, before?.line ?? line),
      endLine: Math.max(endLine, before?.endLine ?? endLine),
    })
  }
  for (const communicator of communicators) {
    add(communicator.source)
    for (const rank of communicator.ranks) add(rank.source)
    for (const setting of communicator.settings) add(setting.source)
    for (const connection of communicator.connections) add(connection.source)
    for (const index of communicator.logs) {
      const section = facts.parsed[index]
      if (section && !spans.has(section.document)) add(section)
    }
  }
  for (const run of runs) add(run.source)
  return {
    id: communicators[0]?.id ?? runs[0]?.id ?? '',
    communicators,
    runs,
    nodes: [...new Set([...communicators.flatMap((one) => one.nodes), ...runs.flatMap((run) => run.nodes)])],
    hosts: [...new Set([...communicators.flatMap((one) => one.hosts), ...runs.flatMap((run) => run.hosts)])],
    spans: [...spans.values()].filter((span) => span.document !== ''),
  }
}

/** A process and the document that shows it; a log that names no process is one of its own. */
function processKeys(communicator: Communicator, facts: Facts): readonly string[] {
  const documents = communicator.logs.map((index) => facts.parsed[index]?.document ?? '')
  const processes = communicator.ranks.map((rank) => `${rank.source.document}|${rank.host}:${rank.pid}`)
  return processes.length > 0 ? processes : documents.map((document) => `${document}|${communicator.id}`)
}
