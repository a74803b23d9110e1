import { ncclLog } from '../../formats/nccl/log'
import type { LogItem, NcclLog } from '../../formats/nccl/log-types'
import { refIn, sectionsOf } from '../../model/format'
import { jobsOf, type Job } from '../../model/jobs'
import type { Node } from '../../model/node'
import type { Facts } from '../../model/session'
import type { SourceRef } from '../../model/source'

/** What the processes of one host of a job printed. */
export interface HostItems<T> {
  readonly host: string
  readonly node?: Node
  readonly items: readonly { readonly item: T; readonly source: SourceRef }[]
}

/** Jobs whose ranks ran on two machines or more. */
export function jobsOverNodes(facts: Facts): readonly Job[] {
  return jobsOf(facts).filter((job) => job.nodes.length > 1 && job.communicators.length > 0)
}

/** Items of a job's logs by host, in one pass over the logs. */
export function itemsByHost<T extends LogItem>(
  job: Job,
  facts: Facts,
  pick: (log: NcclLog) => readonly T[],
): readonly HostItems<T>[] {
  const processes = new Set(job.communicators.flatMap((one) => one.ranks.map((rank) => `${rank.host}:${rank.pid}`)))
  const indexes = new Set(job.communicators.flatMap((one) => one.logs))
  const parsed = [...indexes].flatMap((index) => facts.parsed[index] ?? [])
  const found = new Map<string, { item: T; source: SourceRef }[]>()
  for (const section of sectionsOf(parsed, ncclLog)) {
    for (const item of pick(section.value)) {
      if (item.host === '') continue
      // Another job may stand in the same log; its processes are not this job's.
      if (processes.size > 0 && item.pid !== 0 && !processes.has(`${item.host}:${item.pid}`)) continue
      const list = found.get(item.host)
      const entry = { item, source: refIn(section, item.line) }
      if (list) list.push(entry)
      else found.set(item.host, [entry])
    }
  }
  const nodeOf = nodesByHost(facts)
  return [...found].map(([host, items]) => ({ host, node: nodeOf.get(hostName(host)), items }))
}

const known = new WeakMap<Facts, ReadonlyMap<string, Node>>()

/** Machine of a host name, short form. */
export function nodesByHost(facts: Facts): ReadonlyMap<string, Node> {
  const cached = known.get(facts)
  if (cached) return cached
  const nodes = new Map<string, Node>()
  for (const node of facts.nodes) for (const alias of [node.name, ...node.aliases]) nodes.set(hostName(alias), node)
  known.set(facts, nodes)
  return nodes
}

export function hostName(host: string): string {
  const lower = host.toLowerCase()
  return /^\d+\.\d+\.\d+\.\d+$/.test(lower) ? lower : (lower.split('.')[0] ?? lower)
}
