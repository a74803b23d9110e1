import type { Finding } from '../model/finding'
import { ruleTextsEn } from './en'
import { formatMessage } from './format-message'
import type { Language } from './language'
import { references } from './references'
import type { RuleText, RuleTexts } from './types'
import { ruleTextsZh } from './zh'

export { languages, type Language } from './language'
export type { RuleText } from './types'

const catalogues: Readonly<Record<Language, RuleTexts>> = { en: ruleTextsEn, zh: ruleTextsZh }

export interface FindingText {
  readonly title: string
  readonly detail: string
  readonly cost?: string
  readonly remedy: readonly string[]
  readonly references: readonly string[]
}

export function ruleText(rule: string, language: Language): RuleText | undefined {
  return catalogues[language][rule]
}

export function ruleReferences(rule: string): readonly string[] {
  return references[rule] ?? []
}

/** The texts of a finding; a rule without texts (a bug that a test finds) shows its id. */
export function findingText(finding: Pick<Finding, 'rule' | 'variant' | 'data'>, language: Language): FindingText {
  const text = ruleText(finding.rule, language)
  if (!text) return { title: finding.rule, detail: '', remedy: [], references: ruleReferences(finding.rule) }
  const variant = finding.variant === undefined ? undefined : text.variants?.[finding.variant]
  const fill = (message: string): string => formatMessage(message, finding.data, language)
  const cost = variant?.cost ?? text.cost
  return {
    title: fill(variant?.title ?? text.title),
    detail: fill(variant?.why ?? text.why),
    cost: cost === undefined ? undefined : fill(cost),
    remedy: (variant?.remedy ?? text.remedy).map(fill),
    references: ruleReferences(finding.rule),
  }
}
