import type { Rule } from '../../model/rule'

export const crossCaptureRules: readonly Rule[] = []
