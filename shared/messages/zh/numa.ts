import type { RuleTexts } from '../types'

export const numaZh: RuleTexts = {}
