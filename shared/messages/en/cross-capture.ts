import type { RuleTexts } from '../types'

export const crossCaptureEn: RuleTexts = {}
