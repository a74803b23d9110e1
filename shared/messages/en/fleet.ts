import type { RuleTexts } from '../types'

export const fleetEn: RuleTexts = {}
