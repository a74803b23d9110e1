import type { RuleTexts } from '../types'

export const fleetZh: RuleTexts = {}
