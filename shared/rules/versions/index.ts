import type { Rule } from '../../model/rule'

export const versionsRules: readonly Rule[] = []
