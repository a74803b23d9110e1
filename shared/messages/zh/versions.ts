import type { RuleTexts } from '../types'

export const versionsZh: RuleTexts = {}
