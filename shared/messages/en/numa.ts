import type { RuleTexts } from '../types'

export const numaEn: RuleTexts = {}
