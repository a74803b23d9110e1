import type { RuleTexts } from '../types'

export const xidZh: RuleTexts = {}
