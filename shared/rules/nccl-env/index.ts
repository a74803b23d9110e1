import type { Rule } from '../../model/rule'

export const ncclEnvRules: readonly Rule[] = []
