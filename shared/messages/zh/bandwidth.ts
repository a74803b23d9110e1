import type { RuleTexts } from '../types'

export const bandwidthZh: RuleTexts = {}
