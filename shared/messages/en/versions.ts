import type { RuleTexts } from '../types'

export const versionsEn: RuleTexts = {}
