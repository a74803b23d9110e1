import type { RuleTexts } from '../types'

export const pcieZh: RuleTexts = {}
