import type { Rule } from '../../model/rule'

export const xidRules: readonly Rule[] = []
