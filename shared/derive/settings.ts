import { foreignName, knownMistake, looksLikeNcclName, suggestNames } from '../knowledge/nccl-names'
import { readAsNccl, type NcclReading } from '../knowledge/nccl-values'
import { findVariable, type NcclVariable } from '../knowledge/nccl-variables'
import type { Finding, Severity } from '../model/finding'
import type { Setting, SettingOrigin } from '../model/nccl'
import type { Session } from '../model/session'
import type { SourceRef } from '../model/source'
import { severities, withFolds } from './findings'

/** What the NCCL view shows of settings: one row per name and value, wherever it was seen. */

export type NameKind =
  | 'known' // a release reads it
  | 'removed' // an older release read it
  | 'foreign' // a framework, plugin or launcher reads it
  | 'unknown' // looks like one of NCCL's, and nothing reads it
  | 'other' // an ordinary variable

export interface SettingRow {
  readonly id: string
  readonly name: string
  readonly value: string
  /** Every place kind that it was seen in, NCCL's own precedence first. */
  readonly origins: readonly SettingOrigin[]
  readonly sources: readonly SourceRef[]
  /** Node ids; empty when no node is named. */
  readonly nodes: readonly string[]
  /** Processes that printed it. */
  readonly processes: number
  readonly kind: NameKind
  /** Who reads a foreign name. */
  readonly owner?: string
  /** What a misspelt or removed name probably means, nearest first. */
  readonly nearest: readonly string[]
  readonly variable?: NcclVariable
  /** What NCCL makes of the text. */
  readonly reading?: NcclReading
  /** The same name has another value elsewhere. */
  readonly conflicting: boolean
  readonly severity?: Severity
  readonly findings: readonly Finding[]
}

const precedence: readonly SettingOrigin[] = [
  'log',
  'environment',
  'export',
  'mpirun',
  'json',
  'user-conf',
  'system-conf',
  'unknown-conf',
]

interface Group {
  readonly settings: Setting[]
  readonly nodes: Set<string>
}

/** Rows by name, then value. `node` limits to settings of one node and of communicators that run on it. */
export function settingRows(session: Session, node?: string): readonly SettingRow[] {
  const groups = new Map<string, Group>()
  const add = (setting: Setting, nodes: readonly string[]): void => {
    const key = `${setting.name}\0${setting.value}`
    const group = groups.get(key) ?? { settings: [], nodes: new Set<string>() }
    groups.set(key, group)
    group.settings.push(setting)
    for (const one of nodes) group.nodes.add(one)
  }
  for (const one of session.nodes) {
    if (node === undefined || one.id === node) for (const setting of one.settings) add(setting, [one.id])
  }
  for (const communicator of session.communicators) {
    if (node !== undefined && !communicator.nodes.includes(node)) continue
    const hosts = new Map(communicator.ranks.map((rank) => [rank.host, rank.node]))
    for (const setting of communicator.settings) {
      const host = setting.process?.split(':')[0]
      const named = host === undefined ? undefined : hosts.get(host)
      add(setting, named === undefined ? communicator.nodes : [named])
    }
  }
  const valuesOf = new Map<string, Set<string>>()
  for (const { settings } of groups.values()) {
    for (const { name, value } of settings) valuesOf.set(name, (valuesOf.get(name) ?? new Set()).add(value))
  }
  const findings = session.findings.flatMap(withFolds)
  const version = session.communicators.flatMap(({ versions }) => versions)[0]?.value
  return [...groups]
    .flatMap(
      ([id, group]) =>
        row(id, group, (valuesOf.get(group.settings[0]?.name ?? '')?.size ?? 0) > 1, findings, version) ?? [],
    )
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en') || a.value.localeCompare(b.value, 'en'))
}

/** NCCL's own names, and those meant to be, before what others read. */
function rank({ kind }: SettingRow): number {
  return kind === 'foreign' ? 1 : kind === 'other' ? 2 : 0
}

function row(
  id: string,
  { settings, nodes }: Group,
  conflicting: boolean,
  findings: readonly Finding[],
  version: string | undefined,
): SettingRow | undefined {
  const [first] = settings
  if (!first) return undefined
  const { name, value } = first
  const about = findings.filter(
    (finding) =>
      finding.on.some((entity) => entity.kind === 'setting' && entity.id === name) &&
      (finding.nodes.length === 0 || nodes.size === 0 || finding.nodes.some((one) => nodes.has(one))),
  )
  const known = findVariable(name)
  const kind = nameKind(name, known)
  return {
    id,
    name,
    value,
    origins: precedence.filter((origin) => settings.some((setting) => setting.origin === origin)),
    sources: settings.map(({ source }) => source),
    nodes: [...nodes].sort(),
    processes: new Set(settings.flatMap(({ process }) => process ?? [])).size,
    kind,
    owner: foreignName(name)?.owner ?? known?.reader,
    nearest: kind === 'unknown' ? nearestOf(name) : known?.replacedBy !== undefined ? [known.replacedBy] : [],
    variable: known,
    reading: known ? readAsNccl(name, value, version) : undefined,
    conflicting,
    severity: severities.find((severity) => about.some((finding) => finding.severity === severity)),
    findings: about,
  }
}

function nearestOf(name: string): readonly string[] {
  const mistake = knownMistake(name)
  return mistake && mistake.nearest.length > 0 ? mistake.nearest : suggestNames(name)
}

function nameKind(name: string, known: NcclVariable | undefined): NameKind {
  if (known) return known.removed === undefined ? 'known' : 'removed'
  if (foreignName(name)) return 'foreign'
  return looksLikeNcclName(name) ? 'unknown' : 'other'
}
