import type { RuleTexts } from '../types'

export const pcieEn: RuleTexts = {}
