import type { RuleTexts } from '../types'

export const fabricEn: RuleTexts = {}
