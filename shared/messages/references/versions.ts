import type { References } from '../types'

export const versionsReferences: References = {}
