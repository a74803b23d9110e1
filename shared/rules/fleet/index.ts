import type { Rule } from '../../model/rule'

export const fleetRules: readonly Rule[] = []
