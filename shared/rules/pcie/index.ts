import type { Rule } from '../../model/rule'

export const pcieRules: readonly Rule[] = []
