import type { RuleTexts } from '../types'

export const nicEn: RuleTexts = {}
