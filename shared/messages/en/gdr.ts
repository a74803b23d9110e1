import type { RuleTexts } from '../types'

export const gdrEn: RuleTexts = {}
