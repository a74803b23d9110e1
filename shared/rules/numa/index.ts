import type { Rule } from '../../model/rule'

export const numaRules: readonly Rule[] = []
