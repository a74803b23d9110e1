import type { Rule } from '../model/rule'

/** All rules, area by area. */
export const rules: readonly Rule[] = []
