import { foreignName, looksLikeNcclName, suggestNames } from '../knowledge/nccl-names'
import { readAsNccl, type NcclReading } from '../knowledge/nccl-values'
import { findVariable, type NcclVariable } from '../knowledge/nccl-variables'
import { settingScopes, type SettingScope } from '../knowledge/setting-scopes'
import { settingUse, type SettingUse } from '../knowledge/setting-use'
import type { Finding } from '../model/finding'
import type { SettingOrigin } from '../model/nccl'
import type { Session } from '../model/session'
import type { ResolvedSetting } from '../model/settings'
import type { SourceRef } from '../model/source'
import { withFolds } from './findings'
import { verdictOf, versionState, type SettingVerdict, type VersionState } from './nccl-setting-verdict'

export type { SettingVerdict, VersionState } from './nccl-setting-verdict'

/** The resolved settings of one job (or of a node whose settings no job takes): what NCCL works with, and what comes of it here. */
export interface SettingTable {
  readonly id: string
  readonly kind: 'job' | 'node'
  /** Nodes with exactly these rows. */
  readonly nodes: readonly string[]
  /** Communicators and runs of the job. */
  readonly communicators: readonly string[]
  readonly runs: readonly string[]
  readonly version?: string
  readonly rows: readonly ResolvedRow[]
}

export interface SettingPlace {
  readonly origin: SettingOrigin
  readonly value: string
  readonly source: SourceRef
  /** The first place by NCCL's precedence: log, environment, user's conf, /etc. */
  readonly wins: boolean
  /** Lines that say the same in the same document (a log has one per process). */
  readonly lines: number
}

export interface ResolvedRow {
  readonly name: string
  readonly value: string
  readonly origin: SettingOrigin
  readonly source: SourceRef
  readonly places: readonly SettingPlace[]
  /** Places disagree. */
  readonly conflicting: boolean
  /** `nccl`: some release reads it; `foreign`: a framework, plugin or launcher does; `unknown`: looks like NCCL's and nothing reads it. */
  readonly kind: 'nccl' | 'foreign' | 'unknown' | 'other'
  /** Who reads a foreign name. */
  readonly owner?: string
  /** Real names that an unknown or removed one may mean, nearest first. */
  readonly nearest: readonly string[]
  readonly variable?: NcclVariable
  readonly known: VersionState
  /** What NCCL makes of the text: `true` is 0, `8M` is 8. */
  readonly reading?: NcclReading
  /** Whether this job's log shows that it was read. */
  readonly use: SettingUse
  readonly verdict: SettingVerdict
  readonly findings: readonly Finding[]
}

/** Every job and node with settings, in the order of the nodes; nodes of a job with equal rows share a table. */
export function settingTables(session: Session): readonly SettingTable[] {
  const findings = session.findings.flatMap(withFolds)
  const tables: SettingTable[] = []
  const merged = new Map<string, number>()
  for (const node of session.nodes) {
    for (const scope of settingScopes(node, session)) {
      const rows = [...scope.all.values()].map((setting) => rowOf(setting, scope, findings)).sort(compareRows)
      if (rows.length === 0) continue
      const job = scope.job?.id
      const key = `${job ?? `node ${node.id}`}|${rows.map((row) => `${row.name}=${row.value}`).join('|')}`
      const at = merged.get(key)
      const same = at === undefined ? undefined : tables[at]
      if (at !== undefined && same) {
        tables[at] = { ...same, nodes: [...same.nodes, node.id] }
        continue
      }
      merged.set(key, tables.length)
      tables.push({
        id: job === undefined ? `node:${node.id}` : `job:${job}@${node.id}`,
        kind: job === undefined ? 'node' : 'job',
        nodes: [node.id],
        communicators: scope.job?.communicators.map((communicator) => communicator.id) ?? [],
        runs: scope.job?.runs.map((run) => run.id) ?? [],
        version: scope.version,
        rows,
      })
    }
  }
  return tables
}

function rowOf(setting: ResolvedSetting, scope: SettingScope, findings: readonly Finding[]): ResolvedRow {
  const { name, value, winner } = setting
  const variable = findVariable(name)
  const foreign = foreignName(name)
  const kind = variable ? 'nccl' : foreign ? 'foreign' : looksLikeNcclName(name) ? 'unknown' : 'other'
  const about = findings.filter((finding) => concerns(finding, name, scope))
  const reading = variable && readAsNccl(name, value, scope.version)
  const use: SettingUse =
    winner.origin === 'log' ? { state: 'read' } : scope.job ? settingUse(name, value, scope.job) : { state: 'unknown' }
  const known = versionState(variable, scope.version)
  return {
    name,
    value,
    origin: winner.origin,
    source: winner.source,
    places: placesOf(setting),
    conflicting: setting.conflicts.length > 0,
    kind,
    owner: foreign?.owner ?? variable?.reader,
    nearest: kind === 'unknown' ? suggestNames(name) : variable?.replacedBy === undefined ? [] : [variable.replacedBy],
    variable,
    known,
    reading,
    use,
    verdict: verdictOf({ name, kind, variable, known, reading, use, setting, scope, findings: about }),
    findings: about,
  }
}

/** A finding on the setting, of this node, and of this job where the finding names jobs. */
function concerns(finding: Finding, name: string, { node, job }: SettingScope): boolean {
  if (!finding.on.some((entity) => entity.kind === 'setting' && entity.id === name)) return false
  if (finding.nodes.length > 0 && !finding.nodes.includes(node.id)) return false
  const jobs = finding.on.filter((entity) => entity.kind === 'communicator' || entity.kind === 'run')
  if (jobs.length === 0 || !job) return true
  const own = new Set([...job.communicators.map((one) => one.id), ...job.runs.map((one) => one.id)])
  return jobs.some((entity) => own.has(entity.id))
}

function placesOf(setting: ResolvedSetting): readonly SettingPlace[] {
  const places = new Map<string, SettingPlace>()
  for (const one of setting.seen) {
    const key = `${one.origin}|${one.source.document}|${one.value}`
    const found = places.get(key)
    places.set(
      key,
      found
        ? { ...found, lines: found.lines + 1 }
        : { origin: one.origin, value: one.value, source: one.source, wins: one === setting.winner, lines: 1 },
    )
  }
  return [...places.values()]
}

const severityOrder = { error: 0, warning: 1, info: 2 } as const
const kindOrder = { nccl: 0, unknown: 0, foreign: 1, other: 2 } as const

/** What needs a look first, then NCCL's own names, then those of others. */
function compareRows(a: ResolvedRow, b: ResolvedRow): number {
  const severity = (row: ResolvedRow): number => (row.verdict.severity ? severityOrder[row.verdict.severity] : 3)
  return severity(a) - severity(b) || kindOrder[a.kind] - kindOrder[b.kind] || (a.name < b.name ? -1 : 1)
}
