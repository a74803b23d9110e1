import type { Rule } from '../../model/rule'

export const ncclRuntimeRules: readonly Rule[] = []
