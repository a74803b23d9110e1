import type { Rule } from '../../model/rule'

export const dcgmRules: readonly Rule[] = []
