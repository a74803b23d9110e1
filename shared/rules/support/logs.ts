import { ncclLog } from '../../formats/nccl/log'
import type { LogItem, LogWarning, NcclLog } from '../../formats/nccl/log-types'
import { refIn, sectionsOf, type Parsed } from '../../model/format'
import { hostCount, jobsOf, type Job } from '../../model/jobs'
import type { Node } from '../../model/node'
import type { Facts } from '../../model/session'
import { isOnNode } from '../../model/settings'
import type { SourceRef } from '../../model/source'

export { hostCount }

/** A log section of a node, with the items that this node's processes printed: a log may span hosts. */
export interface NodeLog {
  readonly section: Parsed<NcclLog>
  readonly log: NcclLog
  own<T extends LogItem>(items: readonly T[]): readonly T[]
  at(item: LogItem): SourceRef
}

export function logsOf(node: Node): readonly NodeLog[] {
  const found = logsOfNode.get(node)
  if (found) return found
  const logs = sectionsOf(node.parsed, ncclLog).map((section): NodeLog => {
    const hosts = hostsIn(section)
    const own = hosts.filter((host) => isOnNode(node, host, hosts))
    return {
      section,
      log: section.value,
      own: (items) => (hosts.length <= 1 ? items : ['', ...own].flatMap((host) => byHost(items).get(host) ?? [])),
      at: (item) => refIn(section, item.line),
    }
  })
  logsOfNode.set(node, logs)
  return logs
}

const logsOfNode = new WeakMap<Node, readonly NodeLog[]>()
const hostsOfSection = new WeakMap<Parsed, readonly string[]>()
const grouped = new WeakMap<readonly LogItem[], ReadonlyMap<string, readonly LogItem[]>>()

function hostsIn(section: Parsed<NcclLog>): readonly string[] {
  const hosts = hostsOfSection.get(section) ?? [...new Set(section.value.processes.map((process) => process.host))]
  hostsOfSection.set(section, hosts)
  return hosts
}

/** Items of a log by the host that printed them, once: a log over a thousand hosts is asked for each of them. */
function byHost<T extends LogItem>(items: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = grouped.get(items)
  if (found) return found as ReadonlyMap<string, readonly T[]>
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(item.host)
    if (group) group.push(item)
    else groups.set(item.host, [item])
  }
  grouped.set(items, groups)
  return groups
}

export interface FoundWarning {
  readonly warning: LogWarning
  readonly log: NodeLog
  readonly source: SourceRef
}

/** WARN lines (and, if asked, INFO lines that report a fault) of this node whose text matches. */
export function warningsOf(node: Node, pattern: RegExp, level: 'WARN' | 'any' = 'WARN'): readonly FoundWarning[] {
  return logsOf(node).flatMap((log) =>
    log
      .own(log.log.warnings)
      .filter((warning) => (level === 'any' || warning.level === 'WARN') && pattern.test(warning.text))
      .map((warning) => ({ warning, log, source: log.at(warning) })),
  )
}

/** The jobs that a log section belongs to. */
export function jobsOfLog(log: NodeLog, facts: Facts): readonly Job[] {
  const index = facts.parsed.indexOf(log.section)
  return jobsOf(facts).filter((job) => job.communicators.some((communicator) => communicator.logs.includes(index)))
}

/** How many lines a few folded warnings stand for. */
export function countOf(found: readonly FoundWarning[]): number {
  return found.reduce((sum, one) => sum + one.warning.count, 0)
}
