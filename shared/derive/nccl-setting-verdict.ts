import { gpuById } from '../knowledge/gpus'
import type { NcclReading } from '../knowledge/nccl-values'
import type { NcclVariable } from '../knowledge/nccl-variables'
import type { SettingScope } from '../knowledge/setting-scopes'
import { settingTopic } from '../knowledge/setting-topics'
import type { SettingUse } from '../knowledge/setting-use'
import { isAtLeast } from '../knowledge/support/version'
import type { Finding, MessageData, Severity } from '../model/finding'
import { hostCount, ranksOnNode } from '../model/jobs'
import type { ResolvedSetting } from '../model/settings'

/** Does this NCCL release read the name: `unknown-version` where no capture says which release runs. */
export type VersionState = 'yes' | 'too-new' | 'removed' | 'unknown-version' | 'not-nccl'

/** Texts under `nccl.verdict.` in shared/messages/ui. */
export type SettingVerdictKey =
  | 'finding' // a rule judged it: see the finding
  | 'unknown-name' // no release reads it
  | 'removed' // this release no longer reads it
  | 'too-new' // this release does not read it yet
  | 'foreign' // somebody else reads it
  | 'not-nccl' // an ordinary variable
  | 'empty' // counts as unset
  | 'ignored-value' // the text is no value, the default holds
  | 'not-arrived' // init must read it, and this job's log does not show it
  | 'not-read' // never read in this run
  | 'one-host' // matters between hosts; all ranks are on one
  | 'other-network' // matters for another network than the one in use
  | 'one-rank' // matters between ranks of a host; there is one per host
  | 'no-nvls' // the machine has no NVLink SHARP
  | 'default' // says what is the case anyway
  | 'debug' // changes what is printed
  | 'correctness' // acts, and a wrong value costs correctness
  | 'pinned' // acts, and takes a choice from NCCL
  | 'acts' // acts as written

export interface SettingVerdict {
  readonly key: SettingVerdictKey
  /** Worst severity of the findings on it. */
  readonly severity?: Severity
  /** It can change nothing here. */
  readonly idle: boolean
  readonly data: MessageData
}

export interface VerdictQuery {
  readonly name: string
  readonly kind: 'nccl' | 'foreign' | 'unknown' | 'other'
  readonly variable?: NcclVariable
  readonly known: VersionState
  readonly reading?: NcclReading
  readonly use: SettingUse
  readonly setting: ResolvedSetting
  readonly scope: SettingScope
  readonly findings: readonly Finding[]
}

const severityOrder = { error: 0, warning: 1, info: 2 } as const

export function versionState(variable: NcclVariable | undefined, version: string | undefined): VersionState {
  if (!variable) return 'not-nccl'
  if (version === undefined) return variable.removed === undefined ? 'unknown-version' : 'removed'
  if (variable.removed !== undefined && isAtLeast(version, variable.removed)) return 'removed'
  const since = /^\d[\d.]*/.exec(variable.since)?.[0]
  return since === undefined || isAtLeast(version, since) ? 'yes' : 'too-new'
}

export function verdictOf(query: VerdictQuery): SettingVerdict {
  const { findings, variable, scope } = query
  const worst = [...findings].sort((a, b) => severityOrder[a.severity] - severityOrder[b.severity])[0]
  const data: MessageData = {
    name: query.name,
    since: variable?.since ?? '',
    removed: variable?.removed ?? '',
    version: scope.version ?? 'none',
    network: networkOf(scope) ?? '',
    default: variable?.default ?? '',
  }
  const key = worst ? 'finding' : keyOf(query)
  return { key, severity: worst?.severity, idle: idle.has(key), data: worst ? { ...data, rule: worst.rule } : data }
}

const idle: ReadonlySet<SettingVerdictKey> = new Set([
  'unknown-name',
  'removed',
  'too-new',
  'foreign',
  'not-nccl',
  'empty',
  'ignored-value',
  'not-arrived',
  'not-read',
  'one-host',
  'other-network',
  'one-rank',
  'no-nvls',
  'default',
])

function keyOf({ name, kind, variable, known, reading, use, setting, scope }: VerdictQuery): SettingVerdictKey {
  if (kind === 'unknown') return 'unknown-name'
  if (kind === 'foreign' || variable?.reader !== undefined) return 'foreign'
  if (kind === 'other' || !variable) return 'not-nccl'
  if (setting.winner.empty && setting.winner.origin !== 'log') return 'empty'
  if (known === 'removed' || known === 'too-new') return known
  if (reading && reading.value === undefined && reading.key !== 'empty') return 'ignored-value'
  if (use.state === 'not-read' && use.due) return 'not-arrived'
  const place = elsewhere(name, scope)
  if (place) return place
  if (use.state === 'not-read') return 'not-read'
  // Only a default that is one plain number is the same in all releases.
  if (variable.default !== undefined && /^-?\d+$/.test(variable.default) && String(reading?.value) === variable.default)
    return 'default'
  if (variable.risk === 'debug-only' || settingTopic(name) === 'debug') return 'debug'
  return variable.risk === 'correctness' ? 'correctness' : variable.risk === 'performance' ? 'pinned' : 'acts'
}

/** The part of NCCL that the variable is about has no work in this job or on this machine. */
function elsewhere(name: string, scope: SettingScope): SettingVerdictKey | undefined {
  const { job, node } = scope
  const topic = settingTopic(name)
  if (topic === 'nvls' && node.gpus.length > 0) {
    const products = node.gpus.map((gpu) => (gpu.product === undefined ? undefined : gpuById(gpu.product)))
    if (products.every((product) => product !== undefined && !product.nvlsCapable)) return 'no-nvls'
  }
  if (!job) return undefined
  const hosts = hostCount(job)
  const network = networkOf(scope)
  const overNet = job.communicators.some((one) => one.connections.some((line) => line.transport === 'NET'))
  const net = topic === 'rdma' || topic === 'socket' || topic === 'between-hosts' || topic === 'collnet'
  if ((net || topic === 'mnnvl') && hosts === 1 && !overNet) return 'one-host'
  if (topic === 'rdma' && network !== undefined && /^socket$/i.test(network)) return 'other-network'
  if (topic === 'socket' && network !== undefined && !/^socket$/i.test(network)) return 'other-network'
  if ((topic === 'peer' || topic === 'shm') && ranksOnNode(job, node) === 1) return 'one-rank'
  return undefined
}

function networkOf({ job }: SettingScope): string | undefined {
  const names = new Set(job?.communicators.flatMap((one) => one.networks.map((network) => network.value)) ?? [])
  return names.size === 1 ? [...names][0] : undefined
}
