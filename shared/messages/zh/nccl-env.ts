import type { RuleTexts } from '../types'

export const ncclEnvZh: RuleTexts = {}
