import type { RuleTexts } from '../types'

export const ncclRuntimeEn: RuleTexts = {}
