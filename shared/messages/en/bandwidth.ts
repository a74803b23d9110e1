import type { RuleTexts } from '../types'

export const bandwidthEn: RuleTexts = {}
