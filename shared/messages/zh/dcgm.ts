import type { RuleTexts } from '../types'

export const dcgmZh: RuleTexts = {}
