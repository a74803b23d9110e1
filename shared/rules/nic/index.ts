import type { Rule } from '../../model/rule'

export const nicRules: readonly Rule[] = []
