import type { References } from '../types'

export const xidReferences: References = {}
