import type { Rule } from '../../model/rule'

export const bandwidthRules: readonly Rule[] = []
