import type { Finding } from '../model/finding'
import { ruleTextsEn } from './en'
import { formatMessage } from './format-message'
import type { Language } from './language'
import { references } from './references'
import type { RuleText, RuleTexts } from './types'
import { ruleTextsZh } from './zh'
import { knownSentenceZh } from './zh/knowledge-xid'

export { type Language } from './language'
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
  const data = inLanguage(withOthers(finding.data, language), language)
  const fill = (message: string): string => formatMessage(message, data, language)
  const cost = variant?.cost ?? text.cost
  return {
    title: fill(variant?.title ?? text.title),
    detail: [...onEach(finding.data, language), variant?.why ?? text.why, ...explanations(finding.data, language)]
      .map(fill)
      .join(' '),
    cost: cost === undefined ? undefined : fill(cost),
    remedy: (variant?.remedy ?? text.remedy).map(fill),
    references: ruleReferences(finding.rule),
  }
}

/** A sentence of our own tables in the language of the reader; one that is not translated stays as it is. */
export function knownSentence(text: string, language: Language): string {
  return language === 'en' ? text : (knownSentenceZh(text) ?? text)
}

/** Sentences of our own tables travel as data in English; what a capture said stays as it is. */
function inLanguage(data: Finding['data'], language: Language): Finding['data'] {
  if (language === 'en') return data
  const { meaning, action } = data
  const said = { meaning, action }
  const known = Object.entries(said).flatMap(([key, text]) => {
    const chinese = typeof text === 'string' ? knownSentenceZh(text) : undefined
    return chinese === undefined ? [] : [[key, chinese] as const]
  })
  return known.length === 0 ? data : { ...data, ...Object.fromEntries(known) }
}

/** A finding that stands for those of several nodes (shared/derive/gather-findings.ts) names one and counts the others. */
function withOthers(data: Finding['data'], language: Language): Finding['data'] {
  const { node, otherNodes } = data
  if (node === undefined || otherNodes === undefined) return data
  const said = { node, otherNodes, allNodes: Number(otherNodes) + 1 }
  return { ...data, node: formatMessage(others[language], said, language) }
}

function onEach({ otherNodes }: Finding['data'], language: Language): readonly string[] {
  return otherNodes === undefined ? [] : [each[language]]
}

const each = { en: 'On each of these nodes:', zh: '以下情况在上述每个节点上相同：' } as const

const others = {
  en: '{node} and {otherNodes, plural, one {# other node} other {# other nodes}}',
  zh: '{node} 等 {allNodes} 个节点',
} as const

/** What a cause says of the findings folded under it: set by the rules' root-cause tree, the same words for every rule. */
function explanations(data: Finding['data'], language: Language): readonly string[] {
  return [
    ...(data['explainsPercent'] === undefined ? [] : [explains.bandwidth[language]]),
    ...(data['explainsSeconds'] === undefined ? [] : [explains.failure[language]]),
  ]
}

const explains = {
  bandwidth: {
    en: 'It explains {explainsPercent} % of the loss in {explainsCollective}: {explainsMeasured} GB/s measured at {explainsSize} where about {explainsExpected} is due, and {explainsLow} to {explainsHigh} is what this cause leaves.',
    zh: '它可解释 {explainsCollective} 损失的 {explainsPercent} %：{explainsSize} 时实测 {explainsMeasured} GB/s，应约为 {explainsExpected}，而存在该原因时为 {explainsLow} 到 {explainsHigh}。',
  },
  failure: {
    en: 'NCCL’s first warning came {explainsSeconds} seconds later on {explainsHost}: it is a consequence.',
    zh: 'NCCL 的第一条警告在 {explainsSeconds} 秒后出现于 {explainsHost}：属于后果。',
  },
} as const
