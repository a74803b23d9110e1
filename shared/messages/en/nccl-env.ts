import type { RuleTexts } from '../types'

export const ncclEnvEn: RuleTexts = {}
