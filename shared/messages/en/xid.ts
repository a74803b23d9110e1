import type { RuleTexts } from '../types'

export const xidEn: RuleTexts = {}
