import type { RuleTexts } from '../types'

export const crossCaptureZh: RuleTexts = {}
