import type { RuleTexts } from '../types'

export const nicZh: RuleTexts = {}
