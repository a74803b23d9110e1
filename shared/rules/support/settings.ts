import { settingScopes, type SettingScope } from '../../knowledge/setting-scopes'
import type { EntityRef, Report } from '../../model/finding'
import type { Node } from '../../model/node'
import type { RuleContext } from '../../model/rule'
import type { Facts } from '../../model/session'
import { resolveSettings, settingsOfNode, type ResolvedSetting } from '../../model/settings'
import type { SourceRef } from '../../model/source'
import { communicatorEntity, runEntity, settingEntity } from './entities'
import { someOf } from './evidence'

export { resolveSettings, settingsOfNode, settingScopes, type ResolvedSetting, type SettingScope }

/** The resolved setting of a node by name; undefined when nothing names it (which is not "unset"). */
export function resolved(node: Node, facts: Facts, name: string): ResolvedSetting | undefined {
  return resolveSettings(settingsOfNode(node, facts).filter((setting) => setting.name === name))[0]
}

/** A report about settings of one scope, before equal ones of several jobs are joined. */
export interface SettingDraft extends Omit<Report, 'on' | 'evidence' | 'nodes'> {
  readonly scope: SettingScope
  /** The settings that it is about. */
  readonly settings: readonly ResolvedSetting[]
  readonly on?: readonly EntityRef[]
  readonly evidence?: readonly SourceRef[]
}

/**
 * Reports once what several jobs of a node share, and once what the nodes of one job share: the first node of the job speaks for all
 * that have the same values.
 */
export function reportDrafts(node: Node, context: RuleContext, drafts: readonly SettingDraft[]): void {
  const groups = new Map<string, SettingDraft[]>()
  for (const draft of drafts) {
    const nodes = sharers(draft, context.facts)
    if (nodes[0] !== node.id) continue
    const key = [draft.severity, draft.variant ?? '', nodes.join(), ...draft.settings.map(text)].join('|')
    groups.set(key, [...(groups.get(key) ?? []), draft])
  }
  for (const group of groups.values()) {
    const first = group[0]
    if (!first) continue
    const { severity, variant, data, settings } = first
    context.report({
      severity,
      variant,
      nodes: sharers(first, context.facts),
      on: distinctEntities([
        ...settings.map((setting) => settingEntity(setting.name)),
        ...group.flatMap((draft) => draft.on ?? []),
        ...group.flatMap((draft) => scopeEntities(draft.scope)),
      ]),
      evidence: someOf([
        ...group.flatMap((draft) => draft.settings.flatMap((setting) => places(setting))),
        ...group.flatMap((draft) => draft.evidence ?? []),
      ]),
      data: { ...data, node: node.name, names: settings.map((setting) => setting.name).join(', '), jobs: group.length },
    })
  }
}

/** One line per place that says the winning value, not one per rank. */
export function places(setting: ResolvedSetting, most = 3): readonly SourceRef[] {
  const seen = new Set<string>()
  const lines = setting.seen.filter((one) => {
    const key = `${one.origin}|${one.source.document}|${one.value}`
    if (seen.has(key)) return false
    seen.add(key)
    return one.value === setting.value || one.origin !== 'log'
  })
  return lines.slice(0, most).map((one) => one.source)
}

export function scopeEntities(scope: SettingScope): readonly EntityRef[] {
  if (!scope.job) return []
  return [...scope.job.communicators.slice(0, 4).map(communicatorEntity), ...scope.job.runs.map(runEntity)]
}

function text(setting: ResolvedSetting): string {
  return `${setting.name}=${setting.value}`
}

const sharersOf = new WeakMap<Facts, Map<string, readonly string[]>>()

/** Nodes of the job where all settings of the draft have the same values, in the order of the job. */
function sharers({ scope, settings }: SettingDraft, facts: Facts): readonly string[] {
  const { job, node } = scope
  if (!job || job.nodes.length <= 1) return [node.id]
  const known = sharersOf.get(facts) ?? new Map<string, readonly string[]>()
  sharersOf.set(facts, known)
  const key = [job.id, ...settings.map(text)].join('|')
  const found = known.get(key)
  if (found) return found
  const members = facts.nodes.filter((candidate) => job.nodes.includes(candidate.id))
  const nodes = members
    .filter((member) => {
      const own = settingScopes(member, facts).find((candidate) => candidate.job === job)
      return settings.every((setting) => own?.effective.get(setting.name)?.value === setting.value)
    })
    .map((member) => member.id)
  known.set(key, nodes)
  return nodes
}

function distinctEntities(entities: readonly EntityRef[]): readonly EntityRef[] {
  const seen = new Set<string>()
  return entities.filter(({ kind, id }) => {
    const key = `${kind}|${id}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
