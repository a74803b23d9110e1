import type { RuleTexts } from '../types'

export const ncclRuntimeZh: RuleTexts = {}
