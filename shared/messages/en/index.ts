import type { RuleTexts } from '../types'

/** One file an area of rules; each entry is named by its rule id. */
export const ruleTextsEn: RuleTexts = {}
