import type { RuleTexts } from '../types'

export const dcgmEn: RuleTexts = {}
