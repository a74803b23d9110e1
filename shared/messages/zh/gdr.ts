import type { RuleTexts } from '../types'

export const gdrZh: RuleTexts = {}
