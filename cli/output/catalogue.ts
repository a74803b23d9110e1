import { formats } from '@shared/formats'
import { ruleReferences, ruleText, type Language } from '@shared/messages'
import type { Rule } from '@shared/model/rule'
import { rules } from '@shared/rules'
import { needTests } from '@shared/rules/needs'
import { withoutData } from '@shared/messages/without-data'

/** What the program knows, as plain entries: for `rules`, `explain`, `formats` and the generated documents. */
export interface RuleEntry {
  readonly id: string
  readonly area: string
  readonly since: string
  readonly scope: Rule['scope']
  readonly title: string
  readonly why: string
  readonly cost?: string
  readonly remedy: readonly string[]
  readonly references: readonly string[]
  /** What it looks at, and the command that shows it. */
  readonly needs: readonly { readonly fact: string; readonly capture: string }[]
  readonly firesOnAbsence?: string
}

export function ruleEntries(language: Language): readonly RuleEntry[] {
  return rules.map((rule) => {
    const text = ruleText(rule.id, language)
    return {
      id: rule.id,
      area: rule.area,
      since: rule.since,
      scope: rule.scope,
      title: withoutData(text?.title ?? rule.id),
      why: withoutData(text?.why ?? ''),
      cost: text?.cost === undefined ? undefined : withoutData(text.cost),
      remedy: (text?.remedy ?? []).map(withoutData),
      references: ruleReferences(rule.id),
      needs: rule.needs.map((fact) => ({ fact, capture: needTests[fact].capture })),
      firesOnAbsence: rule.firesOnAbsence,
    }
  })
}

export interface FormatEntry {
  readonly id: string
  readonly tool: string
  readonly title: string
  readonly command: string
  readonly example: string
}

export function formatEntries(): readonly FormatEntry[] {
  return formats.map(({ id, title, command, example }) => ({
    id,
    tool: id.split('/')[0] ?? id,
    title,
    command,
    example,
  }))
}

/** Groups in order of first appearance. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const name = key(item)
    const group = groups.get(name)
    if (group) group.push(item)
    else groups.set(name, [item])
  }
  return groups
}
