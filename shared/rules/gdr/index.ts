import type { Rule } from '../../model/rule'

export const gdrRules: readonly Rule[] = []
