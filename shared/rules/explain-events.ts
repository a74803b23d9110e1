import type { Finding, MessageData } from '../model/finding'
import type { Communicator } from '../model/nccl'
import type { HostEvent } from '../model/node'
import type { Facts } from '../model/session'
import type { SourceRef } from '../model/source'
import type { EpochMs } from '../model/units'
import { wallClock } from './support/wall-clock'

/** Hardware events, gravest first. */
const causes = [
  'xid-off-bus',
  'xid-hardware',
  'xid-nvlink',
  'sxid-fatal',
  'pcie-aer-fatal',
  'ib-port-down',
  'ib-link-flap',
  'nic-module-trouble',
]

/** What NCCL says when a GPU, a link or a port goes away under it. */
const consequences: ReadonlySet<string> = new Set([
  'nccl-ib-error-12',
  'nccl-peer-closed',
  'nccl-stalled-after-init',
  'nccl-qp-connect-failed',
  'nccl-nvls-bind-failed',
])

const WITHIN = 5 * 60_000

export interface EventExplanation {
  readonly cause: string
  readonly data: MessageData
}

/**
 * A NCCL failure goes under the hardware event of a node of the job that came at most five minutes before NCCL's first warning. Both
 * need a wall clock (dmesg -T or the journal, and NCCL 2.26 or later); seconds since boot alone say nothing. Both print the machine's
 * own time, so the digits are compared and the zone is left out.
 */
export function explainFailures(findings: readonly Finding[], facts: Facts): ReadonlyMap<string, EventExplanation> {
  const explained = new Map<string, EventExplanation>()
  const failures = findings.filter((finding) => consequences.has(finding.rule))
  if (failures.length === 0) return explained
  const events = causes.flatMap((rule) =>
    findings
      .filter((finding) => finding.rule === rule)
      .map((finding) => ({ finding, times: eventTimes(finding, facts) })),
  )
  if (events.length === 0) return explained
  for (const failure of failures) {
    const jobs = facts.communicators.filter((communicator) => isAbout(failure, communicator))
    const first = firstWarning(jobs)
    if (!first) continue
    const nodes = new Set(jobs.flatMap((communicator) => communicator.nodes))
    for (const { finding, times } of events) {
      if (!finding.nodes.some((node) => nodes.has(node))) continue
      const before = times.filter((time) => first.time >= time && first.time - time <= WITHIN)
      if (before.length === 0) continue
      const seconds = Math.round((first.time - Math.max(...before)) / 1000)
      explained.set(failure.id, { cause: finding.id, data: { explainsSeconds: seconds, explainsHost: first.host } })
      break
    }
  }
  return explained
}

function isAbout(failure: Finding, communicator: Communicator): boolean {
  const named = failure.on.filter((entity) => entity.kind === 'communicator' || entity.kind === 'run')
  if (named.length > 0) return named.some(({ id }) => id === communicator.id || id === communicator.run)
  return failure.nodes.some((node) => communicator.nodes.includes(node))
}

function eventTimes(finding: Finding, facts: Facts): readonly EpochMs[] {
  const nodes = facts.nodes.filter((node) => finding.nodes.includes(node.id))
  return nodes.flatMap((node) =>
    node.events
      .filter((event) => finding.evidence.some((source) => isAt(event, source)))
      .flatMap(({ timeText }) => wallClock(timeText ?? '') ?? []),
  )
}

function isAt(event: HostEvent, source: SourceRef): boolean {
  return (
    event.source.document === source.document &&
    event.source.line <= source.endLine &&
    event.source.endLine >= source.line
  )
}

function firstWarning(jobs: readonly Communicator[]): { readonly time: EpochMs; readonly host: string } | undefined {
  let first: { readonly time: EpochMs; readonly host: string } | undefined
  for (const warning of jobs.flatMap((communicator) => communicator.warnings)) {
    const time = warning.level === 'WARN' && warning.time !== undefined ? wallClock(warning.time) : undefined
    if (time !== undefined && (!first || time < first.time)) first = { time, host: warning.host }
  }
  return first
}
