import { jobsOf, jobsOfNode, type Job } from '../model/jobs'
import type { Setting } from '../model/nccl'
import type { Node } from '../model/node'
import type { Facts } from '../model/session'
import { distinctSettings, echoedOnNode, resolveSettings, type ResolvedSetting } from '../model/settings'
import { settingUse } from './setting-use'

/**
 * Settings that hold together on one node: those of a job (its log, its command line, and the node's environment and conf files), or
 * of the node alone where no job shows them in use.
 */
export interface SettingScope {
  readonly node: Node
  readonly job?: Job
  /** NCCL's version if a capture of the job (or the node) says it. */
  readonly version?: string
  /** All of them, by name; `effective` leaves out what the job's log proves not to have arrived. */
  readonly all: ReadonlyMap<string, ResolvedSetting>
  readonly effective: ReadonlyMap<string, ResolvedSetting>
}

const known = new WeakMap<Facts, Map<string, readonly SettingScope[]>>()

/** The scopes of a node: one per job, and one for what no job takes. */
export function settingScopes(node: Node, facts: Facts): readonly SettingScope[] {
  const ofFacts = known.get(facts) ?? new Map<string, readonly SettingScope[]>()
  known.set(facts, ofFacts)
  const found = ofFacts.get(node.id)
  if (found) return found
  const scopes = findScopes(node, facts)
  ofFacts.set(node.id, scopes)
  return scopes
}

function findScopes(node: Node, facts: Facts): readonly SettingScope[] {
  const jobs = jobsOfNode(node, facts)
  const own = distinctSettings(node.settings)
  if (jobs.length === 0) return own.length === 0 ? [] : [scope(node, undefined, own)]
  const used = new Set<Setting>()
  const scopes = jobs.map((job) => {
    const settings = distinctSettings([
      ...job.communicators.flatMap((communicator) => echoedOnNode(communicator, node)),
      ...own.filter((setting) => bearsOn(setting, job, facts)),
    ])
    for (const setting of settings) used.add(setting)
    return scope(node, job, settings)
  })
  const places = new Set([...used].map(placeOf))
  const taken = new Set(scopes.flatMap((one) => [...one.effective.keys()]))
  // What no job takes (a file that never arrived, a command without its output) is judged for the node alone.
  const loose = own.filter((setting) => !places.has(placeOf(setting)) || !taken.has(setting.name))
  return loose.length === 0 ? scopes : [...scopes, scope(node, undefined, loose)]
}

function placeOf(setting: Setting): string {
  return `${setting.name}|${setting.source.document}|${setting.source.line}`
}

/** A setting of the node bears on a job when it stands with it, or in a document where no job stands. */
function bearsOn(setting: Setting, job: Job, facts: Facts): boolean {
  const { document, line } = setting.source
  const here = jobsOf(facts)
    .flatMap((other) => other.spans.filter((span) => span.document === document).map((span) => ({ other, span })))
    .sort((a, b) => a.span.endLine - b.span.endLine)
  if (here.length === 0) return setting.origin !== 'log'
  const script = setting.origin === 'export' || setting.origin === 'mpirun' || setting.origin === 'log'
  if (!script) return here.some((one) => one.other === job)
  // The command stands above its output: the first job that ends behind it.
  return here.find((one) => one.span.endLine >= line)?.other === job
}

function scope(node: Node, job: Job | undefined, settings: readonly Setting[]): SettingScope {
  const all = new Map(resolveSettings(settings).map((one) => [one.name, one]))
  const effective = new Map(
    [...all].filter(([name, one]) => {
      if (one.winner.empty && one.winner.origin !== 'log') return false
      if (!job || one.winner.origin === 'log') return true
      const use = settingUse(name, one.value, job)
      return use.state !== 'not-read' || !use.due
    }),
  )
  return { node, job, version: versionOf(node, job), all, effective }
}

function versionOf(node: Node, job: Job | undefined): string | undefined {
  const logged = job?.communicators.flatMap((communicator) => communicator.versions.map((version) => version.value))
  const printed = job?.runs.flatMap((run) => run.ncclVersion?.value ?? [])
  const versions = [...(logged ?? []), ...(printed ?? [])].filter((version) => version !== '')
  if (versions[0] !== undefined) return versions[0]
  const ofNode = new Set(node.software.nccl.map((version) => version.value).filter((version) => version !== ''))
  return ofNode.size === 1 ? [...ofNode][0] : undefined
}
