import type { References } from './types'

/** Where the knowledge behind a rule comes from, by rule id. */
export const references: References = {}
