import type { RuleTexts } from '../types'

export const fabricZh: RuleTexts = {}
