import type { Rule } from '../../model/rule'

export const fabricRules: readonly Rule[] = []
